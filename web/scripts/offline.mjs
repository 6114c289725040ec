// Makes web/dist/offline: the Python runtime, a library cut to what a game needs, and the engine, each named by its content.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { loadPyodide } from "pyodide";
import lock from "pyodide/pyodide-lock.json" with { type: "json" };
import pyodidePack from "pyodide/package.json" with { type: "json" };

const WEB = path.resolve(import.meta.dirname, "..");
const ROOT = path.dirname(WEB);
const OUT = path.join(process.argv[2] ?? path.join(WEB, "dist"), "offline");
const PACKED = path.join(WEB, "node_modules", ".offline");
const PYODIDE = path.join(WEB, "node_modules", "pyodide");
const RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];

const hashOf = (body) => createHash("sha256").update(body).digest("hex").slice(0, 16);

function sources(folder) {
  return fs
    .readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => name !== "__pycache__")
    .flatMap((entry) =>
      entry.isDirectory() ? sources(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
    )
    .filter((file) => /\.(py|toml)$/.test(file));
}

/** The two archives, made in the Python that will read them; taken again where nothing they come from has changed. */
async function archives() {
  const files = [...sources("engine"), ...sources("automa"), ...sources("server"), ...sources("web/offline")].sort();
  const bodies = files.map((file) => fs.readFileSync(path.join(ROOT, file)));
  const key = hashOf(
    Buffer.concat([
      Buffer.from(pyodidePack.version + fs.readFileSync(import.meta.filename)),
      ...bodies.flatMap((body, i) => [Buffer.from(files[i]), body]),
    ]),
  );
  const kept = path.join(PACKED, key);
  if (!fs.existsSync(path.join(kept, "about.json"))) {
    const py = await loadPyodide({ env: { PYTHONHASHSEED: "0", HOME: "/home" } });
    files.forEach((file, i) => {
      py.FS.mkdirTree(path.posix.join("/project", path.dirname(file)));
      py.FS.writeFile(path.posix.join("/project", file), new Uint8Array(bodies[i]));
    });
    py.FS.writeFile("/library.zip", new Uint8Array(fs.readFileSync(path.join(PYODIDE, "python_stdlib.zip"))));
    const about = py.runPython(`
import json, sys
from pathlib import Path
sys.path[:0] = ["/project", "/project/web/offline"]
from warmup import warm_up
from engine.content.files import read_tables
hash = warm_up(json.dumps(read_tables()))
from archive import engine_archive, library_archive
Path("/engine.out").write_bytes(engine_archive(Path("/project")))
Path("/library.out").write_bytes(library_archive(Path("/library.zip")))
import automa, engine
from engine.content.files import load
json.dumps({"rules": engine.RULES_VERSION, "playable": list(engine.PLAYABLE_RULES), "automa": automa.AUTOMA_VERSION, "content": load().digest, "warmup": hash})
`);
    fs.mkdirSync(kept, { recursive: true });
    for (const name of ["engine", "library"])
      fs.writeFileSync(path.join(kept, `${name}.zip`), py.FS.readFile(`/${name}.out`));
    fs.writeFileSync(path.join(kept, "about.json"), about);
  }
  const read = (name) => fs.readFileSync(path.join(kept, name));
  return { engine: read("engine.zip"), library: read("library.zip"), about: JSON.parse(read("about.json").toString()) };
}

/** The body packed as small as brotli can; that takes seconds, so it is kept. */
function packed(body) {
  const kept = path.join(PACKED, `${hashOf(body)}.br`);
  if (!fs.existsSync(kept)) {
    fs.mkdirSync(PACKED, { recursive: true });
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    fs.writeFileSync(`${kept}.part`, brotliCompressSync(body, { params }));
    fs.renameSync(`${kept}.part`, kept);
  }
  return fs.readFileSync(kept);
}

/** What went wrong, without the whole runtime around it. */
function failed(error) {
  console.error(String(error.message ?? error));
  process.exit(1);
}

const { engine, library, about } = await archives().catch(failed);
const runtime = RUNTIME.map((name) => [name, fs.readFileSync(path.join(PYODIDE, name))]);
const folder = `python-${hashOf(Buffer.concat(runtime.map(([, body]) => body)))}`;
const all = [
  ...runtime.map(([name, body]) => [`${folder}/${name}`, body]),
  [`library-${hashOf(library)}.zip`, library],
  [`engine-${hashOf(engine)}.zip`, engine],
];

fs.rmSync(OUT, { recursive: true, force: true });
fs.mkdirSync(path.join(OUT, folder), { recursive: true });
const files = all.map(([name, body]) => {
  const small = packed(body);
  fs.writeFileSync(path.join(OUT, name), body);
  fs.writeFileSync(path.join(OUT, `${name}.br`), small);
  return { path: `/offline/${name}`, raw: body.length, bytes: small.length };
});
const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
const version = hashOf(Buffer.from(files.map((file) => file.path).join()));
const manifest = {
  version,
  ...about,
  lock: lock.info,
  python: `/offline/${folder}/`,
  library: files.at(-2).path,
  engine: files.at(-1).path,
  bytes,
  files,
};
fs.writeFileSync(path.join(OUT, "manifest.json"), JSON.stringify(manifest, null, 1));
console.log(`offline: ${(bytes / 1e6).toFixed(2)} MB over the wire, version ${version}`);
