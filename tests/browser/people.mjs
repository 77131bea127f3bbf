// What the browser tests of the site's rooms have in common: a house with an administrator, people with browsers of their own,
// programs that ask the API, and the look that every page must have.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { startBrowser, startHouse } from "./house.mjs";
import { assertFits, breachesOf, shiftOf, troubleOf } from "./looks.mjs";
import { startSlowLine } from "./slow_line.mjs";

export const password = "correct horse battery";
export const admin = { name: "boss" };
const widths = [320, 768, 1280];
/** Where nothing may be too wide either. */
const moreWidths = [640, 1024];
const screenshots = process.env.STOA_SCREENSHOTS ?? "build/screenshots";

let house, browser;

/** Before all tests of a file: the server, with these options, its administrator, the browser, then what `prepare` does. */
export const openHouse = (prepare, ...options) => {
  before(async () => {
    mkdirSync(screenshots, { recursive: true });
    house = await startHouse(...options);
    browser = await startBrowser();
    const printed = await house.run("user", "add", admin.name, "--admin");
    admin.password = printed.trim().split("\n").at(-1);
    await prepare();
  });
  after(async () => {
    await browser?.close();
    await house?.stop();
  });
};

/** The words of a language's file, by key. */
export const words = Object.fromEntries(
  ["en", "ru"].map((language) => {
    const file = join(dirname(fileURLToPath(import.meta.url)), "../../translations", `${language}.txt`);
    const lines = readFileSync(file, "utf8").split("\n").filter((line) => line.includes(" = "));
    return [language, Object.fromEntries(lines.map((line) => line.split(/ = (.*)/s).slice(0, 2)))];
  }),
);

/** Asks the API as a program does, and gives what it answers. */
export const api = async (method, path, { token, json, headers: others } = {}) => {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }), ...others };
  const answer = await fetch(house.url + path, { method, headers, body: json && JSON.stringify(json) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.status === 204 ? null : answer.json();
};

/** The token of somebody who is logged in, for programs. */
export const tokenOf = async (name, secret) => (await api("POST", "/api/session", { json: { name, password: secret } })).token;

/** A person with a browser of their own; whatever goes wrong on their pages fails the test at the end. */
export const person = async (options, live, { url = house.url, ...allowed } = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en", ...options });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const trouble = troubleOf(page, url, allowed);
    const go = (path) => page.goto(url + path, { waitUntil: "load" });
    await live({ page, go });
    assert.deepEqual(trouble, []);
  } finally {
    await context.close();
  }
};

/** Fills the form at `path`, which begins a session. */
const enter = async ({ page, go }, path, name, secret) => {
  await go(path);
  await page.fill("#name", name);
  await page.fill("#password", secret);
  await page.click("main form button[type=submit]");
  await page.waitForURL((url) => url.pathname !== path);
};
export const logIn = (somebody, name, secret) => enter(somebody, "/login", name, secret);
export const register = (somebody, name) => enter(somebody, "/register", name, password);

/** Presses Tab until `selector` has the focus. */
export const tabTo = async (page, selector) => {
  for (let i = 0; i < 80; ++i) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
  }
  assert.fail(`${selector} cannot be reached by keyboard on ${page.url()}`);
};
/** Tab to it, then Enter. */
export const press = async (page, selector) => {
  await tabTo(page, selector);
  await page.keyboard.press("Enter");
};
/** Tab to it, then what is to stand in it. */
export const type = async (page, selector, text) => {
  await tabTo(page, selector);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
};

export const screenshot = (page, name) => page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });

/** That the page as it stands fits screens of these widths; what does not goes into `bad`. */
const fits = async (page, widths, bad) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await assertFits(page).catch((error) => bad.push(error.message));
  }
};

/** The page as it stands, at every width: nothing that axe finds, nothing too wide. */
const standsGood = async (page, name, colorScheme, bad) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForLoadState("networkidle");
    await screenshot(page, `${name}-${width}-${colorScheme}`);
    await assertFits(page).catch((error) => bad.push(error.message));
    for (const breach of await breachesOf(page)) bad.push(`${page.url()} at ${width} px: ${breach}`);
  }
  // Colours make nothing wider.
  if (colorScheme === "light") await fits(page, moreWidths, bad);
};

/** That the page fits in Russian too, whose words are longer, once `open` has brought it; the next is in English again. */
const fitsInRussian = async (page, open, bad) => {
  await page.context().addCookies([{ name: "lang", value: "ru", url: page.url() }]);
  await open();
  assert.equal(await page.getAttribute("html", "lang"), "ru");
  await fits(page, [...widths, ...moreWidths], bad);
  await page.context().clearCookies({ name: "lang" });
};

/** Each of `pages`, `[name, path, status]`, at every width: nothing that axe finds, nothing too wide, nothing that moves. */
export const looksGood = async ({ page, go }, pages, colorScheme, mostShift = 0.01) => {
  const bad = [];
  for (const [name, path, status = 200] of pages) {
    const answer = await go(path);
    assert.equal(answer.status(), status, path);
    await page.waitForLoadState("networkidle");
    const shift = await shiftOf(page);
    if (shift > mostShift) bad.push(`${path}: what stood on the page moved by itself (${shift})`);
    await standsGood(page, name, colorScheme, bad);
    if (colorScheme === "light") await fitsInRussian(page, () => go(path), bad);
  }
  assert.deepEqual(bad, []);
};

/** As looksGood(), of a page that is the answer to a form: `send` fills it and sends it. */
export const answerLooksGood = async ({ page }, name, send, colorScheme) => {
  const bad = [];
  await send();
  await standsGood(page, name, colorScheme, bad);
  if (colorScheme === "light") await fitsInRussian(page, send, bad);
  assert.deepEqual(bad, []);
};

/** How much moves on each of `paths` while it comes in over a slow line, on a screen of this width: `[[path, shift], …]`. */
export const shiftsOnASlowLine = async (paths, width) => {
  const line = await startSlowLine(house.url);
  const shifts = [];
  try {
    await person({ viewport: { width, height: 900 } }, async ({ page, go }) => {
      for (const path of paths) {
        await go(path);
        await page.waitForLoadState("networkidle");
        shifts.push([path, await shiftOf(page)]);
      }
    }, { url: line.url });
  } finally {
    await line.stop();
  }
  return shifts;
};
