// Joins the message files of each language into one JSON, /messages/en.json, fetched before the app starts. Fills the
// {{key}} placeholders of index.html, which are shown until then.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import type { Plugin } from "vite";
import type { Message, Part } from "../src/text/i18n";

const FOLDER = join(import.meta.dirname, "../src/messages");
const PATH = /^\/messages\/([a-zA-Z-]+)\.json$/;
const PAGE = "en";
const IN_PAGE = /\{\{([a-z.-]+)\}\}/g;

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];
type Plural = Extract<Element, { pluralType: unknown }>;
/** The element types that the app renders: text, {name}, select, plural, and # inside a plural. */
const [WORDS, PARAMETER, SELECT, PLURAL, NUMBER]: number[] = [0, 1, 5, 6, 7];

/** All messages of a language by key, as written in the files. */
export function joinMessages(language: string): Record<string, string> {
  const files = readdirSync(join(FOLDER, language)).filter((name) => name.endsWith(".json"));
  return Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(join(FOLDER, language, name), "utf-8")) as object),
  ) as Record<string, string>;
}

/** All messages of a language by key, parsed. */
export function readMessages(language: string): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(joinMessages(language)).map(([key, text]) => [key, readMessage(text, language)]),
  );
}

/** Parse a message in ICU MessageFormat; throws on invalid syntax and on elements that the app cannot render. */
export function readMessage(text: string, language: string): Message {
  return parts(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst(), text);
}

function parts(elements: Element[], text: string): Message {
  const all = elements.map((element) => part(element, text));
  return all.every((one) => typeof one === "string") ? all.join("") : all;
}

function part(element: Element, text: string): Part {
  const {
    type,
    value,
    options = {},
    offset = 0,
    pluralType = "cardinal",
  } = element as Partial<Plural> & { type: number; value: string };
  if (type === WORDS) return value;
  if (type === NUMBER) return null;
  if (type === PARAMETER) return [value];
  if ((type !== SELECT && type !== PLURAL) || offset)
    throw new Error(`The app cannot show what {${value}} is in this message: ${text}`);
  const cases = Object.fromEntries(
    Object.entries(options).map(([when, { value: inner }]) => [when, parts(inner, text)]),
  );
  return [value, type === SELECT ? "select" : pluralType, cases];
}

export function messages(): Plugin {
  const languages = readdirSync(FOLDER);
  return {
    name: "luthier-messages",
    buildStart() {
      for (const language of languages)
        for (const name of readdirSync(join(FOLDER, language))) this.addWatchFile(join(FOLDER, language, name));
    },
    transformIndexHtml(html) {
      const all = joinMessages(PAGE);
      return html.replace(IN_PAGE, (_, key: string) => {
        if (!Object.hasOwn(all, key)) throw new Error(`There is no message ${key}`);
        return all[key] as string;
      });
    },
    generateBundle() {
      for (const language of languages) {
        this.emitFile({
          type: "asset",
          fileName: `messages/${language}.json`,
          source: JSON.stringify(readMessages(language)),
        });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = PATH.exec(request.url ?? "")?.[1];
        if (!language || !languages.includes(language)) return next();
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(readMessages(language)));
      });
    },
  };
}
