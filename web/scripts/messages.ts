// Joins the message files of each language into one JSON, fetched before the app begins: /messages/en.json.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const FOLDER = join(import.meta.dirname, "../src/messages");
const PATH = /^\/messages\/([a-zA-Z-]+)\.json$/;

/** All messages of a language by key. */
export function joinMessages(language: string): Record<string, string> {
  const files = readdirSync(join(FOLDER, language)).filter((name) => name.endsWith(".json"));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(FOLDER, language, name), "utf-8")) as object)) as Record<string, string>;
}

export function messages(): Plugin {
  const languages = readdirSync(FOLDER);
  return {
    name: "luthier-messages",
    buildStart() {
      for (const language of languages) for (const name of readdirSync(join(FOLDER, language))) this.addWatchFile(join(FOLDER, language, name));
    },
    generateBundle() {
      for (const language of languages) {
        this.emitFile({ type: "asset", fileName: `messages/${language}.json`, source: JSON.stringify(joinMessages(language)) });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = PATH.exec(request.url ?? "")?.[1];
        if (!language || !languages.includes(language)) return next();
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(joinMessages(language)));
      });
    },
  };
}
