// Every page at three widths, in light and dark: no breach of WCAG that axe can find, nothing wider than the screen, nothing
// from another host, nothing in the console. Screenshots go to STOA_SCREENSHOTS.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startBrowser, startHouse } from "./house.mjs";
import { assertFits, breachesOf, troubleOf } from "./looks.mjs";

const widths = [320, 768, 1280];
const schemes = ["light", "dark"];
const languages = ["en", "ru"];
const pages = [
  { name: "front", path: "/" },
  { name: "components", path: "/docs/components" },
  { name: "api", path: "/docs/api", open: "details" },
  { name: "absent", path: "/there/is/nothing", status: 404 },
];
const screenshots = process.env.STOA_SCREENSHOTS ?? "build/screenshots";

let house, browser;
before(async () => {
  mkdirSync(screenshots, { recursive: true });
  house = await startHouse();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await house?.stop();
});

/** Calls `look(page, trouble)` with a fresh page that collects what went wrong. */
const visit = async ({ path, status = 200, open }, options, look) => {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const trouble = troubleOf(page, house.url, { mayFail: (url) => url.endsWith(path) });
    const answer = await page.goto(house.url + path, { waitUntil: "load" });
    assert.equal(answer.status(), status);
    if (open) await page.$$eval(open, (all) => all.forEach((one) => (one.open = true)));
    await look(page);
    assert.deepEqual(trouble, []);
  } finally {
    await context.close();
  }
};

for (const what of pages)
  for (const width of widths)
    for (const colorScheme of schemes)
      test(`${what.name} at ${width} px in ${colorScheme}`, async () => {
        await visit(what, { viewport: { width, height: 900 }, colorScheme, locale: "en" }, async (page) => {
          const shot = join(screenshots, `${what.name}-${width}-${colorScheme}.png`);
          await page.screenshot({ path: shot, fullPage: true });
          await assertFits(page);
          assert.deepEqual(await breachesOf(page), []);
        });
      });

for (const what of pages)
  for (const locale of languages)
    test(`${what.name} in ${locale} without JavaScript`, async () => {
      await visit(what, { viewport: { width: 320, height: 900 }, locale, javaScriptEnabled: false }, async (page) => {
        assert.equal(await page.getAttribute("html", "lang"), locale);
        assert.ok((await page.textContent("h1")).length > 0);
        await page.screenshot({ path: join(screenshots, `${what.name}-${locale}-plain.png`), fullPage: true });
      });
    });

test("the first press of Tab shows the way to the content", async () => {
  await visit(pages[0], { viewport: { width: 320, height: 900 } }, async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    assert.ok((await page.locator(".skip").boundingBox()).y >= 0);
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  });
});

test("the language that was chosen stays", async () => {
  await visit(pages[0], { locale: "en" }, async (page) => {
    await page.click("footer a[lang=ru]");
    assert.equal(await page.getAttribute("html", "lang"), "ru");
    await page.goto(`${house.url}/docs/api`);
    assert.equal(await page.getAttribute("html", "lang"), "ru");
  });
});
