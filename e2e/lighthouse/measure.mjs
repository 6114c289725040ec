// Lighthouse, mobile profile, on the title page and on a table, for a seat and for a spectator: the median of some runs.
// Usage: node measure.mjs http://127.0.0.1:8765 CHROMIUM GAME SEAT-TOKEN SPECTATOR-TOKEN [--runs 3] [--only Home] [--reports FOLDER]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";

const LEAST = 95;
const FIRST_CONTENT_MS = 2000;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const FIRST_CONTENT = "first-contentful-paint";
const METRICS = [FIRST_CONTENT, "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "speed-index"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" }, only: { type: "string", default: "" }, reports: { type: "string" } },
});
const [server, executablePath, game, seat, spectator] = positionals;
const table = `${server}/table/${game}/hall`;
const PAGES = [
  { name: "Home", url: server, shows: ".home .hf" },
  { name: "Table", url: table, token: seat, shows: "form.ask" },
  { name: "Table, watched", url: table, token: spectator, shows: ".hall" },
];

/** One run; on a busy machine the recording of the page sometimes fails, and is made again. */
async function measure(page, run, again = 2) {
  const { lhr, report } = await record(page);
  if (lhr.runtimeError && again) return measure(page, run, again - 1);
  if (lhr.runtimeError) throw new Error(`${page.name}: ${lhr.runtimeError.message}`);
  if (values.reports) keep(`${page.name} ${run}`, lhr, report);
  return lhr;
}

/** In a browser of its own; a token becomes the cookie of its seat first. */
async function record({ name, url, token, shows }) {
  const browser = await puppeteer.launch({ executablePath, args: FLAGS });
  try {
    const page = await browser.newPage();
    if (token) await openSession(page, token);
    const result = await lighthouse(url, { output: "html", logLevel: "error", onlyCategories: CATEGORIES }, undefined, page);
    if (!result.lhr.runtimeError && !(await page.$(shows))) throw new Error(`${name}: ${shows} is not on ${page.url()}`);
    return result;
  } finally {
    await browser.close();
  }
}

async function openSession(page, token) {
  await page.goto(`${server}/healthz`);
  const status = await page.evaluate(async (address, body) => (await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body })).status, `/api/games/${game}/session`, JSON.stringify({ token, key: "k".repeat(64) }));
  if (status !== 200) throw new Error(`the seat was not opened: ${status}`);
}

function keep(name, lhr, html) {
  mkdirSync(values.reports, { recursive: true });
  writeFileSync(join(values.reports, `${name}.html`), html);
  writeFileSync(join(values.reports, `${name}.json`), JSON.stringify(lhr));
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const score = (lhr, category) => Math.round(lhr.categories[category].score * 100);
const metric = (runs, id) => median(runs.map((lhr) => lhr.audits[id].numericValue));
const shown = (id, value) => (id === "cumulative-layout-shift" ? value.toFixed(3) : `${Math.round(value)} ms`);

/** The audits that cost points, each with what it was worth and with what it found. */
function lost(lhr) {
  return CATEGORIES.flatMap((category) =>
    lhr.categories[category].auditRefs
      .map(({ id, weight }) => ({ ...lhr.audits[id], weight }))
      .filter(({ weight, score }) => weight > 0 && score !== null && score < 0.995)
      .map(({ id, score, displayValue = "", details }) => `${category}: ${id} ${Math.round(score * 100)} ${displayValue} ${found(details)}`.trim()),
  );
}

function found(details) {
  const items = details?.items ?? [];
  return items
    .slice(0, 3)
    .map(({ node, description, url }) => node?.selector ?? description ?? url ?? "")
    .filter(Boolean)
    .join(" | ");
}

const rows = [];
let good = true;
for (const page of PAGES.filter(({ name }) => name.startsWith(values.only))) {
  const runs = [];
  for (let run = 1; run <= Number(values.runs); run++) runs.push(await measure(page, run));
  const scores = CATEGORIES.map((category) => [category, median(runs.map((lhr) => score(lhr, category)))]);
  good &&= scores.every(([, reached]) => reached >= LEAST) && metric(runs, FIRST_CONTENT) < FIRST_CONTENT_MS;
  rows.push({ page: page.name, ...Object.fromEntries(scores), ...Object.fromEntries(METRICS.map((id) => [id, shown(id, metric(runs, id))])) });
  for (const line of new Set(runs.flatMap(lost))) console.log(`${page.name}, ${line}`);
}
console.table(rows);
console.log(good ? "All goals are reached." : `Some goals are missed: each score at least ${LEAST}, ${FIRST_CONTENT} under ${FIRST_CONTENT_MS} ms.`);
process.exit(good ? 0 : 1);
