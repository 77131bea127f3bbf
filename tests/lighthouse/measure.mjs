// node measure.mjs URL: the scores of the shop's pages on a phone and on a desk, and what each loses by. Exit code 1 when one is below 100.
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const modules = createRequire(join(process.env.LIGHTHOUSE_MODULES, "x.js"));
const load = (name) => import(pathToFileURL(modules.resolve(name)));
const { default: lighthouse, desktopConfig } = await load("lighthouse");
const { launch } = await load("chrome-launcher");
const url = process.argv[2];
const reports = process.argv[3];

const send = async (method, path, body, token) => {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** A customer with something in the cart: the check-out shows nothing to others. */
const customer = async (product) => {
  const who = { name: `lighthouse_${Date.now() % 1e9}`, password: crypto.randomUUID() };
  await send("POST", "/api/users", who);
  const { token } = await send("POST", "/api/session", who);
  await send("POST", "/api/cart/items", { product_id: product, quantity: 1 }, token);
  return `stoa_session=${token}`;
};

const home = await (await fetch(url)).text();
const first = (pattern) => home.match(pattern)?.[0] ?? "/";
const product = first(/\/products\/[0-9a-f]{24}/);
const cookie = await customer(product.slice("/products/".length));
const pages = [
  ["home", "/"],
  ["category", first(/\/shop\/[^"?]+/)],
  ["product", product],
  ["log in", "/login"],
  ["cart", "/cart", cookie],
  ["check-out", "/checkout", cookie],
];

/** A browser on a busy machine sometimes misses the beginning; then once more. */
const measured = async (address, flags, config, tries = 3) => {
  const result = await lighthouse(address, flags, config);
  if (!result.lhr.runtimeError) return result;
  if (tries === 1) throw new Error(`${address}: ${result.lhr.runtimeError.message}`);
  return measured(address, flags, config, tries - 1);
};

await mkdir(reports, { recursive: true });
const chromePath = process.env.STOA_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const chrome = await launch({ chromePath, chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"] });
let below = 0;
try {
  for (const [where, config] of [["phone", undefined], ["desk", desktopConfig]])
    for (const [name, path, Cookie] of pages) {
      const flags = { port: chrome.port, output: "html", logLevel: "error", ...(Cookie && { extraHeaders: { Cookie } }) };
      const { lhr, report } = await measured(url + path, flags, config);
      await writeFile(join(reports, `${name}-${where}.html`), report);
      const lost = Object.values(lhr.categories).flatMap(({ auditRefs, score }) =>
        score === 1 ? [] : auditRefs.filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.995).map(({ id }) => `${id} ${lhr.audits[id].displayValue ?? ""}`.trim()),
      );
      const scores = Object.values(lhr.categories).map(({ score }) => String(Math.round(score * 100)).padStart(3));
      if (Object.values(lhr.categories).some(({ score }) => score < 1)) below += 1;
      console.log(`${where.padEnd(6)}${name.padEnd(10)}${scores.join(" ")}  ${lost.join(", ")}`);
    }
} finally {
  await chrome.kill();
}
process.exit(below > 0 ? 1 : 0);
