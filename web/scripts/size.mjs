// Prints the gzipped JavaScript of the built app, file by file, and fails where the shell is above the limit.
// The shell is what the page loads at once. What is fetched later is no part of it: the service worker, what few screens
// need, and the offline engine, which is not even listed.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";

const DIST = new URL("../dist", import.meta.url).pathname;
const ENGINE = "offline/";
const LIMIT = 150_000;

const page = readFileSync(join(DIST, "index.html"), "utf-8");
const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
  .map((entry) => relative(DIST, join(entry.parentPath ?? entry.path, entry.name)))
  .filter((name) => !name.startsWith(ENGINE))
  .map((name) => ({ name, bytes: gzipSync(readFileSync(join(DIST, name))).length, shell: page.includes(name) }))
  .sort((a, b) => b.shell - a.shell || b.bytes - a.bytes);
const sum = (some) => some.reduce((total, { bytes }) => total + bytes, 0);
const shell = sum(files.filter((file) => file.shell));
const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

for (const { name, bytes, shell } of files) console.log(`${kB(bytes)}  ${name}${shell ? "" : ", later"}`);
console.log(`${kB(sum(files) - shell)}  JavaScript fetched later, gzipped`);
console.log(`${kB(shell)}  JavaScript of the shell, gzipped (limit ${LIMIT / 1000} kB)`);
process.exit(shell > 0 && shell <= LIMIT ? 0 : 1);
