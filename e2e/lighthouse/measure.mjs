// Lighthouse, mobile profile, on the title page and on a table: scores and first content, the median of three runs.
// Usage: node measure.mjs http://127.0.0.1:8765 CHROMIUM
import * as chromeLauncher from "chrome-launcher";
import lighthouse from "lighthouse";

const RUNS = 3;
const LEAST = 95;
const FIRST_CONTENT_MS = 2000;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const [server, chromePath] = process.argv.slice(2);

async function begin() {
  const setup = {
    seats: [{ player: "person", name: "Ada" }, { player: "ai", level: "apprentice" }],
    seed: "LUTE 4817",
    options: { setup_card: true },
    settings: { confirm_turns: true, auto_forced: true },
  };
  const answer = await fetch(`${server}/api/games`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(setup) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function measure(url, headers) {
  const chrome = await chromeLauncher.launch({ chromePath, chromeFlags: FLAGS });
  try {
    const { lhr } = await lighthouse(url, { port: chrome.port, output: "json", logLevel: "error", onlyCategories: CATEGORIES, extraHeaders: headers });
    const scores = Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(lhr.categories[name].score * 100)]));
    const failed = CATEGORIES.flatMap((name) => lhr.categories[name].auditRefs.filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9).map(({ id }) => id));
    return { ...scores, firstContent: Math.round(lhr.audits["first-contentful-paint"].numericValue), failed };
  } finally {
    chrome.kill();
  }
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

const { game, seats } = await begin();
const pages = [
  ["Home", server, {}],
  ["Table", `${server}/table/${game}/hall`, { Authorization: `Bearer ${seats[0].token}` }],
];
let good = true;
for (const [name, url, headers] of pages) {
  const runs = [];
  for (let i = 0; i < RUNS; i++) runs.push(await measure(url, headers));
  const scores = CATEGORIES.map((category) => [category, median(runs.map((run) => run[category]))]);
  const first = median(runs.map((run) => run.firstContent));
  good &&= scores.every(([, score]) => score >= LEAST) && first < FIRST_CONTENT_MS;
  console.log(`${name}: ${scores.map((pair) => pair.join(" ")).join(", ")}, first content ${first} ms`);
  const failed = new Set(runs.flatMap((run) => run.failed));
  if (failed.size) console.log(`  below 90: ${[...failed].join(", ")}`);
}
process.exit(good ? 0 : 1);
