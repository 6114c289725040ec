// Sentences by key. No sentence of the app stands anywhere but in the message files; the build reads their ICU MessageFormat.

export type Params = Record<string, string | number | boolean | null | undefined>;

/** A message as the build leaves it: plain words, or parts. */
export type Message = string | Part[];
/** Words; the number of the plural around (null); a parameter; or the message of the case that a parameter is. */
export type Part =
  | string
  | null
  | [name: string]
  | [name: string, kind: "select" | "cardinal" | "ordinal", cases: Record<string, Message>];

/** The language of the app; the first of the message folders. */
export const language = "en";

let messages: Record<string, Message> = {};
const rules: Partial<Record<"cardinal" | "ordinal", Intl.PluralRules>> = {};

/** Fetch the messages of the app's language; nothing is shown before. */
export async function loadMessages(): Promise<void> {
  const answer = await fetch(`/messages/${language}.json`);
  if (!answer.ok) throw new Error(`The messages were not found: ${answer.status}`);
  putMessages((await answer.json()) as Record<string, Message>);
}

export function putMessages(all: Record<string, Message>): void {
  messages = all;
}

/** Whether there is a message with this key. */
export function has(key: string): boolean {
  return Object.hasOwn(messages, key);
}

/** The message with its parameters filled in; throws where one is missing. A missing message throws, but in a built app shows its key. */
export function t(key: string, params: Params = {}): string {
  return has(key) ? filled(messages[key] as Message, params, key) : missing(key);
}

/** All keys, for tests. */
export function keys(): string[] {
  return Object.keys(messages);
}

/** No comma before the last of a list. */
const LISTS = language === "en" ? "en-GB" : language;
const lists: Partial<Record<"conjunction" | "disjunction", Intl.ListFormat>> = {};

/** "a, b and c" or "a, b or c", as the language does it. */
export function listWords(words: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return (lists[type] ??= new Intl.ListFormat(LISTS, { style: "long", type })).format(words);
}

/** A sentence's first letter. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

function filled(message: Message, params: Params, key: string, counted = 0): string {
  return typeof message === "string" ? message : message.map((part) => said(part, params, key, counted)).join("");
}

function said(part: Part, params: Params, key: string, counted: number): string {
  if (typeof part === "string") return part;
  if (part === null) return grouped(counted);
  const [name] = part;
  if (!(name in params)) throw new Error(`The message ${key} needs ${name}`);
  const value = params[name];
  if (part.length === 1) return String(value ?? "");
  const [, kind, cases] = part;
  const chosen =
    kind === "select" ? cases[String(value)] : (cases[`=${value}`] ?? cases[pluralOf(kind, Number(value))]);
  return filled(chosen ?? (cases.other as Message), params, key, kind === "select" ? counted : Number(value));
}

/** The browser's own grouping is asked for large numbers only: the first time it costs a slow phone a tenth of a second. */
function grouped(value: number): string {
  return Math.abs(value) < 1000 && Number.isInteger(value) ? String(value) : value.toLocaleString(language);
}

function pluralOf(type: "cardinal" | "ordinal", value: number): Intl.LDMLPluralRule {
  return (rules[type] ??= new Intl.PluralRules(language, { type })).select(value);
}

function missing(key: string): string {
  if (import.meta.env.DEV) throw new Error(`There is no message ${key}`);
  console.error(`There is no message ${key}`);
  return key;
}
