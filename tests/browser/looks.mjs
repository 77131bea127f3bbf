// What holds of every page: no breach of WCAG that axe can find, nothing wider than the screen, nothing from another host,
// nothing in the console.
import assert from "node:assert/strict";
import { axeSource } from "./house.mjs";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe has against the page as it stands, one line a rule. */
export const breachesOf = async (page) => {
  // As a debugger's evaluation: the page's own Content-Security-Policy stays on.
  if (await page.evaluate(() => !globalThis.axe)) await page.evaluate(axeSource);
  return page.evaluate(async (runOnly) => {
    const { violations } = await globalThis.axe.run({ runOnly, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, rules);
};

/** Collects what goes wrong on a page of `url` while it is open. */
export const troubleOf = (page, url, { mayFail = () => false } = {}) => {
  const trouble = [];
  // A page whose own status is an error says so in the console.
  page.on("console", (message) => {
    if (message.type() === "error" && !mayFail(message.location().url)) trouble.push(message.text());
  });
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(url)) trouble.push(`asked another host: ${request.url()}`);
  });
  return trouble;
};

/** How much of what stood on the page moved by itself since it was opened; 0 is nothing. */
export const shiftOf = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        const add = (entries) => entries.forEach(({ value, hadRecentInput }) => (sum += hadRecentInput ? 0 : value));
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        // What is buffered is handed over before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );

/** Nothing is wider than the screen, no text leaves its panel, its cell or its button, and no room of the header is cut off. */
export const assertFits = async (page) => {
  const wide = await page.evaluate(() => {
    const screen = document.documentElement;
    const spills = (box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== "auto";
    const boxes = [...document.querySelectorAll(".rooms, .panel, .summary, .note, .card, .tile, .pill, .button, :is(.list, .brief) > li, tbody th, td")];
    const spilling = boxes.filter((box) => box.matches(".rooms") ? box.scrollWidth > box.clientWidth : spills(box));
    return { by: screen.scrollWidth - innerWidth, spilling: spilling.map((box) => `${box.outerHTML.slice(0, 120)} (${box.scrollWidth} in ${box.clientWidth})`) };
  });
  const where = `${page.url()} in ${await page.getAttribute("html", "lang")} on a screen of ${page.viewportSize().width} px`;
  assert.ok(wide.by <= 0, `${where} is ${wide.by} px too wide`);
  assert.deepEqual(wide.spilling, [], where);
};
