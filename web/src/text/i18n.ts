// Messages by key. All texts of the app are in the message files; the build parses their ICU MessageFormat.

export type Params = Record<string, string | number | boolean | null | undefined>;

/** A parsed message: a text, or parts. */
export type Message = string | Part[];
/** A text; the number of the enclosing plural (null); a parameter; or the case selected by a parameter. */
export type Part =
  | string
  | null
  | [name: string]
  | [name: string, kind: "select" | "cardinal" | "ordinal", cases: Record<string, Message>];

/** The app's language; a folder of message files. */
export const language = "en";

let messages: Record<string, Message> = {};
const rules: Partial<Record<"cardinal" | "ordinal", Intl.PluralRules>> = {};

/** Load the messages of the app's language; required before anything is rendered. */
export async function loadMessages(): Promise<void> {
  const answer = await fetch(`/messages/${language}.json`);
  if (!answer.ok) throw new Error(`The messages were not found: ${answer.status}`);
  putMessages((await answer.json()) as Record<string, Message>);
}

export function putMessages(all: Record<string, Message>): void {
  messages = all;
}

/** Whether a message with this key exists. */
export function has(key: string): boolean {
  return Object.hasOwn(messages, key);
}

/**
 * The message with its parameters filled in; throws if one is missing. A missing message throws in development; a built
 * app shows the key.
 */
export function t(key: string, params: Params = {}): string {
  return has(key) ? render(messages[key] as Message, params, key) : missing(key);
}

/** All keys, for tests. */
export function keys(): string[] {
  return Object.keys(messages);
}

/** British English has no comma before the last item of a list. */
const LISTS = language === "en" ? "en-GB" : language;
const lists: Partial<Record<"conjunction" | "disjunction", Intl.ListFormat>> = {};

/** "a, b and c" or "a, b or c", as the language requires. */
export function listWords(words: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return (lists[type] ??= new Intl.ListFormat(LISTS, { style: "long", type })).format(words);
}

/** The text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

function render(message: Message, params: Params, key: string, counted = 0): string {
  return typeof message === "string" ? message : message.map((part) => renderPart(part, params, key, counted)).join("");
}

function renderPart(part: Part, params: Params, key: string, counted: number): string {
  if (typeof part === "string") return part;
  if (part === null) return grouped(counted);
  const [name] = part;
  if (!(name in params)) throw new Error(`The message ${key} needs ${name}`);
  const value = params[name];
  if (part.length === 1) return String(value ?? "");
  const [, kind, cases] = part;
  const chosen =
    kind === "select" ? cases[String(value)] : (cases[`=${value}`] ?? cases[pluralOf(kind, Number(value))]);
  return render(chosen ?? (cases.other as Message), params, key, kind === "select" ? counted : Number(value));
}

/** The browser formats large numbers only: its first use takes a tenth of a second on a slow phone. */
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
