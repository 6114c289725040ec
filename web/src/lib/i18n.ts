// Sentences by key. No sentence of the app stands anywhere but in the message files.
import { IntlMessageFormat } from "intl-messageformat";

export type Params = Record<string, string | number | boolean | null | undefined>;

/** The language of the app; the first of the message folders. */
export const language = "en";

let messages: Record<string, string> = {};
const compiled = new Map<string, IntlMessageFormat>();

/** Fetch the messages of the app's language; nothing is shown before. */
export async function loadMessages(): Promise<void> {
  const answer = await fetch(`/messages/${language}.json`);
  if (!answer.ok) throw new Error(`The messages were not found: ${answer.status}`);
  putMessages((await answer.json()) as Record<string, string>);
}

export function putMessages(all: Record<string, string>): void {
  messages = all;
  compiled.clear();
}

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
