// Converts engine/RULES.md to the JSON that the app shows: rules.json in the build, the same path in development.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export interface RuleSection {
  code: string;
  title: string;
  /** A subsection of the section before. */
  part: boolean;
  /** Paragraphs before the rules. */
  intro: string[];
  rules: { id: string; text: string }[];
}

const SOURCE = new URL("../../engine/RULES.md", import.meta.url);
const RULE = /^- \*\*([A-Z]{3}-[A-Z]?\d+)\*\* (.*)$/;
const IN_TABLE = /^\*\*([A-Z]{3}-[A-Z]?\d+)\*\* (.*)$/;
const HEADING = /^(##|###) (?:([A-Z]{3}) )?(.+)$/;

/** The sections with their rules; the lines of one rule are joined. */
export function parseRules(markdown: string): RuleSection[] {
  const sections: RuleSection[] = [];
  for (const line of joined(markdown)) {
    const heading = HEADING.exec(line);
    const section = sections.at(-1);
    if (heading) sections.push(started(heading, section));
    else if (section) add(section, line);
  }
  return sections;
}

function started([, marks, code, title]: RegExpExecArray, before: RuleSection | undefined): RuleSection {
  return { code: code ?? before?.code ?? "", title: title as string, part: marks === "###", intro: [], rules: [] };
}

function add(section: RuleSection, line: string): void {
  const rule = RULE.exec(line);
  if (rule) section.rules.push({ id: rule[1] as string, text: marked(rule[2] as string) });
  else if (line.startsWith("|")) section.rules.push(...cells(line));
  else section.intro.push(marked(line));
}

/** The rules in the cells of a table row. */
function cells(row: string): { id: string; text: string }[] {
  return row
    .split("|")
    .map((cell) => IN_TABLE.exec(cell.trim()))
    .flatMap((found) => (found ? [{ id: found[1] as string, text: sentence(marked(found[2] as string)) }] : []));
}

/** Convert Markdown marks to the app's: rule ids become links, markers of rulings and code spans become plain text. */
function marked(text: string): string {
  return text
    .replace(/ ?\*\*\[ruling\]\*\*( \([^)]*\))?/g, "")
    .replace(/`([^`]+)`/g, "$1")
    .replace(/\b([A-Z]{3}-[A-Z]?\d+)\b/g, "[[rule:$1]]");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Blank lines separate paragraphs; an indented line continues the one before. */
function joined(markdown: string): string[] {
  const lines: string[] = [];
  let open = false;
  for (const raw of markdown.split("\n")) {
    const line = raw.trimEnd();
    const starts = /^(#|- |\|)/.test(line);
    if (!line) open = false;
    else if (open && !starts) lines[lines.length - 1] += ` ${line.trim()}`;
    else lines.push(line);
    if (line) open = !line.startsWith("#") && !line.startsWith("|");
  }
  return lines;
}

/** Serves and emits /rules.json. */
export function rules(): Plugin {
  const json = (): string => JSON.stringify(parseRules(readFileSync(SOURCE, "utf-8")));
  return {
    name: "luthier-rules",
    buildStart() {
      this.addWatchFile(SOURCE.pathname);
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "rules.json", source: json() });
    },
    configureServer(server) {
      server.middlewares.use("/rules.json", (_request, response) => {
        response.setHeader("Content-Type", "application/json");
        response.end(json());
      });
    },
  };
}
