// Sentences by key. No sentence of the app stands anywhere but in the message files.
import { IntlMessageFormat } from "intl-messageformat";

export type Params = Record<string, string | number | boolean | null | undefined>;

/** The language of the app; the first of the message folders. */
export const language = "en";

const files = import.meta.glob<Record<string, string>>("../messages/en/*.json", { eager: true, import: "default" });
const messages: Record<string, string> = Object.assign({}, ...Object.values(files));
const compiled = new Map<string, IntlMessageFormat>();

/** Whether there is a message with this key. */
export function has(key: string): boolean {
  return Object.hasOwn(messages, key);
}

/** The message with its parameters filled in. A missing one throws, but in a built app shows its key. */
export function t(key: string, params?: Params): string {
  if (!has(key)) return missing(key);
  let format = compiled.get(key);
  if (!format) compiled.set(key, (format = new IntlMessageFormat(messages[key] as string, language, undefined, { ignoreTag: true })));
  return String(format.format(params as Record<string, string>));
}

/** All keys, for tests. */
export function keys(): string[] {
  return Object.keys(messages);
}

function missing(key: string): string {
  if (import.meta.env.DEV) throw new Error(`There is no message ${key}`);
  console.error(`There is no message ${key}`);
  return key;
}
