// The card set as the server sends it, read from the TOML files by the Python that the project needs anyway.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { index, type Content } from "../src/api/content";
import type { RawContent } from "../src/api/types";

const ROOT = resolve(import.meta.dirname, "../..");
const READ = `
import json, sys
sys.path.insert(0, sys.argv[1])
from engine.content.files import load, read_tables
from server.games.client_content import client_content
print(json.dumps(client_content(read_tables(), load())))
`;

export function loadContent(): Content {
  return index(JSON.parse(execFileSync("python3", ["-c", READ, ROOT], { encoding: "utf-8" })) as RawContent);
}
