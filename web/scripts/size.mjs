// Prints the gzipped JavaScript of the built shell, file by file, and fails above the limit.
// What is fetched later (the offline engine, under dist/offline/) is not part of the shell.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";

const DIST = new URL("../dist", import.meta.url).pathname;
const LATER = "offline/";
const LIMIT = 150_000;

const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .filter((path) => !relative(DIST, path).startsWith(LATER))
  .map((path) => ({ name: relative(DIST, path), bytes: gzipSync(readFileSync(path)).length }))
  .sort((a, b) => b.bytes - a.bytes);
const total = files.reduce((sum, file) => sum + file.bytes, 0);
const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

for (const file of files) console.log(`${kB(file.bytes)}  ${file.name}`);
console.log(`${kB(total)}  JavaScript in all, gzipped (limit ${LIMIT / 1000} kB)`);
process.exit(total > LIMIT ? 1 : 0);
