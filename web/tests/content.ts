// The card set as the server gives it, read from the TOML files by the Python that the project needs anyway.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { index, type Content, type RawContent } from "../src/lib/content";

const FOLDER = resolve(import.meta.dirname, "../../engine/content");
const READ = `
import json, pathlib, sys, tomllib
files = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in pathlib.Path(sys.argv[1]).glob("*.toml")}
print(json.dumps({"pack": files["pack"]["pack"], "version": files["pack"]["version"], "digest": "", "tables": files}))
`;

export function loadContent(): Content {
  return index(JSON.parse(execFileSync("python3", ["-c", READ, FOLDER], { encoding: "utf-8" })) as RawContent);
}
