// The rules reference, loaded when it is first needed.
import type { RuleSection } from "../../scripts/rules";

export type { RuleSection };

let sections: Promise<RuleSection[]> | null = null;

export function getRules(): Promise<RuleSection[]> {
  sections ??= fetch("/rules.json").then((answer) => answer.json() as Promise<RuleSection[]>);
  sections.catch(() => (sections = null));
  return sections;
}

/** The rule with this id and its section. */
export function findRule(all: RuleSection[], id: string): { section: RuleSection; text: string } | null {
  for (const section of all) {
    const rule = section.rules.find((one) => one.id === id);
    if (rule) return { section, text: rule.text };
  }
  return null;
}
