// Prints the gzipped JavaScript of the built app, file by file, and fails where the shell is above the limit.
// The shell is what a table needs: the title page's file, which the page itself names, and that of the screens behind it.
// What is fetched later is no part of it: the service worker, what few screens need, and the offline engine, which is not
// even listed.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";

const DIST = process.argv[2] ?? new URL("../dist", import.meta.url).pathname;
const ENGINE = "offline/";
const PAGES = "assets/pages-";
const LIMIT = 150_000;

const page = readFileSync(join(DIST, "index.html"), "utf-8");
const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
  .map((entry) => relative(DIST, join(entry.parentPath ?? entry.path, entry.name)))
  .filter((name) => !name.startsWith(ENGINE))
  .map((name) => ({
    name,
    bytes: gzipSync(readFileSync(join(DIST, name))).length,
    when: page.includes(name) ? 0 : name.startsWith(PAGES) ? 1 : 2,
  }))
  .sort((a, b) => a.when - b.when || b.bytes - a.bytes);
const sum = (some) => some.reduce((total, { bytes }) => total + bytes, 0);
const [title, shell] = [1, 2].map((before) => sum(files.filter(({ when }) => when < before)));
const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

for (const { name, bytes, when } of files)
  console.log(`${kB(bytes)}  ${name}${["", ", behind the title page", ", later"][when]}`);
console.log(`${kB(sum(files) - shell)}  JavaScript fetched later, gzipped`);
console.log(`${kB(title)}  JavaScript of the title page, gzipped`);
console.log(`${kB(shell)}  JavaScript of the shell, gzipped (limit ${LIMIT / 1000} kB)`);
process.exit(title > 0 && title < shell && shell <= LIMIT ? 0 : 1);
