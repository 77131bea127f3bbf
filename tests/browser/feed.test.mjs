// The feed end to end in a browser: a link and a text are posted, voted on, talked about, edited and reported, a moderator acts
// and the log tells it; with and without JavaScript, by keyboard alone, in English and Russian. Then every page of the feed at
// three widths, in light and dark, and that it fits in Russian too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, breachesOf } from "./looks.mjs";
import { admin, api, logIn, looksGood, openHouse, password, person, press, register, screenshot, tabTo, tokenOf, type, words } from "./people.mjs";

const variants = [["en", true], ["ru", true], ["en", false], ["ru", false]];
const tokens = {};
const made = {};

let addresses = 0;
/** Each from another address, as those who share one share what it may do in an hour. */
const elsewhere = () => ({ "X-Forwarded-For": `10.1.${++addresses >> 8}.${addresses & 255}` });
const ask = (method, path, who, json) => api(method, path, { token: tokens[who], json, headers: elsewhere() });
const somebody = (options, live, allowed) => person({ extraHTTPHeaders: elsewhere(), ...options }, live, allowed);

const article = async (who, draft) => (await ask("POST", "/api/articles", who, { groups: ["reading"], ...draft })).id;
const comment = async (who, on, text, answered) =>
  (await ask("POST", answered ? `/api/comments/${answered}/replies` : `/api/articles/${on}/comments`, who, { text })).id;
const decide = (thing, measure, reason, until) => ask("POST", "/api/admin/moderation", "boss", { thing, measure, reason, until });
const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A feed with a bit of everything: long and short, about a product, hidden, locked, deleted, reported, banned. */
const fillFeed = async () => {
  tokens.boss = await tokenOf(admin.name, admin.password);
  for (const name of ["anna", "boris", "vera", "marta"]) {
    await api("POST", "/api/users", { json: { name, password }, headers: elsewhere() });
    tokens[name] = await tokenOf(name, password);
  }
  const product = await ask("POST", "/api/admin/products", "boss", { name: "Reading lamp, brass", category: "Lamps", price: 1250.5, attributes: {} });
  await ask("PUT", `/api/admin/products/${product.id}/stock/MSK`, "boss", { quantity: 12 });
  made.product = product.id;
  await ask("POST", "/api/groups", "boss", { name: "reading", description: "Books, essays and what else is worth an evening." });
  await ask("POST", "/api/groups", "boss", { name: "slow-food" });
  await ask("POST", "/api/groups", "anna", { name: "a_group_with_quite_a_long_name", description: "Annas group." });
  made.text = await article("anna", { title: "How to read by lamplight", text: "# Light\n\nFrom the *left*, **always**.\n\n> Says who?\n\n- one lamp\n- two lamps\n\n`code` and https://example.org/", product: product.id });
  made.link = await article("boris", { title: "A list of libraries that are open at night", link: "https://example.org/libraries", groups: ["reading", "slow-food"] });
  made.long = await article("boris", { title: `${"Donaudampfschifffahrtsgesellschaft".repeat(4)} and other words`, link: `https://example.org/${"long".repeat(60)}`, text: "x".repeat(300) });
  made.hidden = await article("vera", { title: "Buy cheap lamps", link: "https://spam.example/" });
  made.locked = await article("anna", { title: "Чем светлее лампа, тем короче спор", text: "Сказано всё." });
  made.removed = await article("boris", { title: "Regretted", text: "x" });
  made.comment = await comment("boris", made.text, "I read in the **dark**.\n\n> bright light");
  made.reply = await comment("anna", made.text, "### How?\n\nIn the dark.", made.comment);
  let deep = made.reply;
  for (let i = 0; i < 8; ++i) deep = await comment(i % 2 ? "anna" : "boris", made.text, `Level ${i}, ${"word ".repeat(i * 4)}`, deep);
  await comment("anna", made.text, "y".repeat(300));
  made.rude = await comment("vera", made.text, "You are all wrong.");
  await comment("vera", made.removed, "A pity.");
  await ask("PUT", `/api/articles/${made.text}/vote`, "boris", { vote: "up" });
  await ask("PUT", `/api/comments/${made.comment}/vote`, "anna", { vote: "up" });
  for (const who of ["anna", "boris"]) await ask("POST", "/api/reports", who, { thing: `comment:${made.rude}`, reason: "abuse", note: "Rude, and not for the first time." });
  await ask("POST", "/api/reports", "anna", { thing: `article:${made.long}`, reason: "spam", note: "x".repeat(300) });
  await ask("DELETE", `/api/articles/${made.removed}`, "boris");
  await decide(`article:${made.hidden}`, "hide", "Advertising.");
  await decide(`article:${made.locked}`, "lock", "Everything has been said, and some of it twice.");
  await decide("user:vera", "ban", "Advertising, after two warnings.", inDays(7));
};

openHouse(fillFeed, "--http.proxies=127.0.0.1");

/** Posts what is filled in and gives the path of the article. */
const submit = async (page) => {
  await page.click("form.writing button.primary");
  await page.waitForURL(/\/feed\/\d+$/);
  return new URL(page.url()).pathname;
};

/** Fills the form and looks at its preview, which keeps everything. */
const writeArticle = async ({ page, go }, scripted, { title, link = "", text = "", groups = "" }) => {
  await go("/feed/new?group=reading");
  await page.fill("#title", title);
  await page.fill("#link", link);
  await page.fill("#text", text);
  await page.fill("#groups", groups);
  await page.click("button[name=preview]");
  await page.waitForSelector(".preview h3");
  assert.equal(new URL(page.url()).pathname, scripted ? "/feed/new" : "/feed/new/preview");
  assert.equal(await page.inputValue("#title"), title);
  assert.equal(await page.inputValue("#groups"), groups);
  assert.ok(await page.isChecked("input[name=group][value=reading]"));
};

/** Waits until the first of the page's counts is `count`. */
const counted = (page, count) => page.locator(".vote").first().locator(".count", { hasText: new RegExp(`(^|\\D)${count}\\s*$`) }).waitFor();

/** Presses the first `button` that votes, and waits until it says `count`. */
const vote = async (page, button, count) => {
  await page.click(`.vote button[aria-label="${button}"]`);
  await counted(page, count);
};

for (const [locale, javaScriptEnabled] of variants) {
  const how = `${locale}_${javaScriptEnabled ? "lively" : "plain"}`;
  const says = words[locale];
  const options = { locale, javaScriptEnabled };

  test(`a link and a text are posted, ${how}`, () =>
    somebody(options, async (author) => {
      const { page, go } = author;
      await register(author, `author_${how}`);
      const link = `https://example.org/${how}`;
      await writeArticle(author, javaScriptEnabled, { title: "A link", link });
      const posted = await submit(page);
      assert.equal(await page.getAttribute("html", "lang"), locale);
      assert.ok((await page.textContent("main .note.good")).includes(says["posting.posted"]));
      await writeArticle(author, javaScriptEnabled, { title: "The same", link: `${link}#again` });
      assert.equal(await submit(page), posted);
      assert.ok((await page.textContent("main .note.info")).includes(says["posting.already_there"]));
      await writeArticle(author, javaScriptEnabled, { title: "A text", text: "With *emphasis*", groups: "slow-food" });
      assert.equal(await page.textContent(".preview em"), "emphasis");
      const text = await submit(page);
      assert.equal(await page.textContent("article .prose em"), "emphasis");
      await screenshot(page, `feed-posted-${how}`);
      await page.click(`a[href='${text}/edit']`);
      await page.fill("#title", "A better text");
      await submit(page);
      assert.match(await page.textContent("h1"), /A better text/);
      await page.click(`a[href='${text}/groups']`);
      await page.click("form:has(input[name=take][value=slow-food]) button");
      await page.waitForSelector("form:has(input[name=take][value=slow-food])", { state: "detached" });
      await go(`${text}/delete`);
      await page.click("main form button.danger");
      await page.waitForURL((url) => url.pathname === text);
      assert.ok((await page.textContent("main .note.good")).includes(says["posting.deleted"]));
      await go("/feed/newest");
      assert.equal(await page.locator(`a[href='${text}']`).count(), 0);
    }));

  test(`votes are cast, switched and taken back, ${how}`, () =>
    somebody(options, async (reader) => {
      const { page, go } = reader;
      const id = await article("anna", { title: `To be voted on, ${how}`, text: "x" });
      await register(reader, `voter_${how}`);
      for (const path of [`/feed/${id}`, "/feed/newest"]) {
        await go(path);
        await vote(page, says["vote.up"], 2);
        assert.equal(await page.getAttribute(`.vote button[aria-label="${says["vote.up"]}"]`, "aria-pressed"), "true");
        await vote(page, says["vote.down"], 0);
        await vote(page, says["vote.down"], 1);
        assert.equal(await page.locator(".vote button[aria-pressed=true]").count(), 0);
      }
    }));

  test(`people talk, and report what is rude, ${how}`, () =>
    somebody(options, async (speaker) => {
      const { page, go } = speaker;
      await register(speaker, `speaker_${how}`);
      const id = await article("boris", { title: `To be talked about, ${how}`, text: "x" });
      const other = await comment("anna", id, "What do you think?");
      await go(`/feed/${id}`);
      await page.fill("#reply textarea", "My *first* words");
      await page.click("#reply button[type=submit]");
      await page.waitForSelector(".comment .prose em");
      assert.equal(await page.locator(".comment").count(), 2);
      await page.click(`a[href='/feed/comments/${other}/reply']`);
      const reply = javaScriptEnabled ? page.locator(`#reply-${other}`) : page.locator("main");
      await reply.locator("textarea").fill("A reply");
      await reply.locator("button[type=submit]").click();
      await page.waitForSelector(".comment .comment, .comments > .comment:has-text('A reply')");
      await go(`/feed/${id}`);
      assert.equal(await page.locator(`#c-${other} .comment`).count(), 1);
      await page.click(".comment:has(em) a[href$='/edit']");
      await page.fill("#text", "My second words");
      await page.click("main form button.primary");
      await page.waitForSelector(".comment:has-text('My second words')");
      await go(`/feed/${id}`);
      await screenshot(page, `feed-talk-${how}`);
      await page.click(`a[href='/feed/report?thing=comment:${other}']`);
      await page.click("input[value=off_topic]");
      await page.click("main form button.primary");
      await page.waitForURL(`**/feed/comments/${other}`);
      assert.ok((await page.textContent("main .note.good")).includes(says["report.thanks"]));
    }));

  test(`an article shows its product as it is now, whose page shows the article, ${how}`, () =>
    somebody(options, async ({ page, go }) => {
      const lamp = await ask("POST", "/api/admin/products", "boss", { name: `A lamp to talk about, ${how}`, category: "Lamps", price: 1250.5, attributes: {} });
      const stock = (quantity) => ask("PUT", `/api/admin/products/${lamp.id}/stock/MSK`, "boss", { quantity });
      await stock(12);
      const id = await article("marta", { title: `About a lamp, ${how}`, text: "x", product: lamp.id });
      const card = page.locator("aside.named");
      await go(`/feed/${id}`);
      assert.match(await card.textContent(), /1.250[.,]50/);
      assert.ok(!(await card.textContent()).includes(says["stock.sold_out"]));
      await stock(0);
      await go(`/feed/${id}`);
      assert.ok((await card.textContent()).includes(says["stock.sold_out"]));
      await card.locator("a").click();
      await page.waitForURL(`**/products/${lamp.id}`);
      if (!javaScriptEnabled) await page.click(".talk-place a");
      await page.locator(`a[href='/feed/${id}']`).first().waitFor();
    }));

  test(`a moderator hides, locks and bans, and the log tells it, ${how}`, async () => {
    const author = `spammer_${how}`;
    let id;
    await somebody(options, async (spammer) => {
      await register(spammer, author);
      await writeArticle(spammer, javaScriptEnabled, { title: `Buy lamps, ${how}`, link: `https://spam.example/${how}` });
      id = (await submit(spammer.page)).split("/").at(-1);
    });
    await ask("POST", "/api/reports", "anna", { thing: `article:${id}`, reason: "spam", note: `Look, ${how}` });
    const measure = async (page, action) => {
      await page.fill("#reason-0", `Reason to ${action}, ${how}`);
      await page.click(`button[value=${action}]`);
      await page.waitForSelector("main .note.good");
    };
    await somebody(options, async (moderator) => {
      const { page, go } = moderator;
      await logIn(moderator, admin.name, admin.password);
      await go("/admin/reports?order=oldest");
      const reported = page.locator(`article:has(a[href$='article%3A${id}'])`);
      assert.match(await reported.textContent(), new RegExp(`Look, ${how}`));
      await reported.locator("input[name=reason]").fill(`Reason to hide, ${how}`);
      await reported.locator("button[value=hide]").click();
      await page.waitForSelector("main .note.good");
      assert.equal(await reported.count(), 0);
      await go(`/admin/moderate?thing=article:${id}`);
      for (const action of ["show", "lock", "ban"]) await measure(page, action);
      await go("/admin/bans");
      assert.equal(await page.locator(`a[href$='user%3A${author}']`).count(), 1);
    });
    await somebody(options, async (guest) => {
      const { page, go } = guest;
      await go(`/feed/${id}`);
      assert.ok((await page.textContent("main .note.info")).includes(says["article.locked"]));
      assert.equal(await page.locator(".vote button").count(), 0);
      await go("/feed/log");
      const log = await page.textContent("main");
      for (const action of ["hide", "show", "lock", "ban"]) assert.ok(log.includes(`Reason to ${action}, ${how}`), action);
      assert.ok(log.includes(says["log.banned"]));
    });
    await somebody(options, async (spammer) => {
      await logIn(spammer, author, password);
      assert.equal((await spammer.go("/feed/new")).status(), 403);
      assert.match(await spammer.page.textContent("main"), new RegExp(`Reason to ban, ${how}`));
      assert.deepEqual(javaScriptEnabled ? await breachesOf(spammer.page) : [], []);
    }, { mayFail: (at) => at.endsWith("/feed/new") });
  });
}

test("posting and voting by keyboard alone", () =>
  somebody({ viewport: { width: 768, height: 900 } }, async ({ page, go }) => {
    await go("/register?next=/feed/new");
    await type(page, "#name", "keys_only");
    await type(page, "#password", password);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/feed/new");
    await type(page, "#title", "By keyboard");
    await type(page, "#text", "Without a mouse");
    await tabTo(page, "input[name=group][value=reading]");
    await page.keyboard.press("Space");
    await press(page, "form.writing button.primary");
    await page.waitForURL(/\/feed\/\d+$/);
    await go(`/feed/${made.link}`);
    await counted(page, 1);
    await press(page, `.vote button[aria-label="${words.en["vote.up"]}"]`);
    await counted(page, 2);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), words.en["vote.up"], "the focus stays");
    await page.keyboard.press("Enter");
    await counted(page, 1);
  }));

test("a comment is folded and unfolded by keyboard", () =>
  somebody({ viewport: { width: 768, height: 900 } }, async ({ page, go }) => {
    await go(`/feed/${made.text}`);
    const talk = page.locator(`#c-${made.comment} > details`);
    const isOpen = () => talk.evaluate((details) => details.open);
    assert.ok(await page.isVisible(`#c-${made.reply}`));
    await press(page, `#c-${made.comment} > details > summary`);
    assert.equal(await isOpen(), false);
    assert.equal(await page.isVisible(`#c-${made.reply}`), false);
    assert.ok(await page.isVisible(`#c-${made.comment} > .byline .folded`), "how many replies there are is said instead");
    assert.deepEqual(await breachesOf(page), []);
    await screenshot(page, "feed-comment-folded");
    await page.keyboard.press("Space");
    assert.equal(await isOpen(), true);
    assert.ok(await page.isVisible(`#c-${made.reply}`));
    assert.ok(await talk.locator("> summary").evaluate((summary) => summary === document.activeElement), "the focus stays");
  }));

test("what is wrong with a post is said beside its field, and what was typed is kept", () =>
  somebody({}, async ({ page, go }) => {
    await register({ page, go }, "hasty");
    await go("/feed/new");
    await page.fill("#title", "   ");
    await page.fill("#link", "ftp://example.org/");
    await page.fill("#groups", "nowhere");
    await page.fill("#product", "f".repeat(24));
    await page.click("form.writing button.primary");
    await page.waitForSelector("#title-error:not(:empty)");
    for (const field of ["title", "link", "groups", "product"]) assert.notEqual(await page.textContent(`#${field}-error`), "", field);
    assert.equal(await page.inputValue("#groups"), "nowhere");
    assert.deepEqual(await breachesOf(page), []);
    await screenshot(page, "feed-new-wrong");
  }, { mayFail: (at) => at.endsWith("/feed/new") }));

test("what was written when the session had ended stands in its form again after logging in", () =>
  somebody({}, async (writer) => {
    const { page, go } = writer;
    const comeBack = async () => {
      await page.waitForURL((url) => url.pathname === "/login");
      assert.ok((await page.textContent("main .note.warn")).includes(words.en["account.unsent_kept"]));
      assert.deepEqual(await breachesOf(page), []);
      await page.fill("#name", "marta");
      await page.fill("#password", password);
      await page.click("main form button[type=submit]");
      await page.waitForURL((url) => url.pathname !== "/login");
    };
    await logIn(writer, "marta", password);
    await go("/feed/new?group=reading");
    await page.fill("#title", "Written for an hour");
    await page.fill("#text", "Word by word.\n\nAnd more.");
    await page.context().clearCookies();
    await page.click("form.writing button.primary");
    await comeBack();
    assert.equal(await page.inputValue("#title"), "Written for an hour");
    assert.equal(await page.inputValue("#text"), "Word by word.\n\nAnd more.");
    assert.ok(await page.isChecked("input[name=group][value=reading]"));
    const posted = await submit(page);
    await page.fill("#reply textarea", "And an answer");
    await page.context().clearCookies();
    await page.click("#reply button[type=submit]");
    await comeBack();
    assert.equal(new URL(page.url()).pathname, posted);
    assert.equal(await page.inputValue("#reply textarea"), "And an answer");
    await go("/feed/new");
    await go(posted);
    assert.equal(await page.inputValue("#reply textarea"), "", "it is put back once");
  }, { mayFail: (at) => at.endsWith("/comments") }));

test("what somebody wrote is not put back for another who logs in in the same tab", () =>
  somebody({}, async (writer) => {
    const { page, go } = writer;
    const enterAs = async (name) => {
      await page.waitForURL((url) => url.pathname === "/login");
      await page.fill("#name", name);
      await page.fill("#password", password);
      await page.click("main form button[type=submit]");
      await page.waitForURL((url) => url.pathname !== "/login");
    };
    const isNothingKept = () => page.evaluate(() => sessionStorage.getItem("unsent form") === null);
    await logIn(writer, "marta", password);
    await go("/feed/new");
    await page.fill("#title", "Dear diary");
    await page.context().clearCookies();
    await page.click("form.writing button.primary");
    await enterAs("anna");
    assert.equal(new URL(page.url()).pathname, "/feed/new");
    assert.equal(await page.inputValue("#title"), "");
    assert.ok(await isNothingKept());
    // Nor on a page for everybody, whose header says later who is there.
    await go(`/feed/${made.text}`);
    await page.waitForSelector("#visitor [data-who=anna]");
    await page.fill("#reply textarea", "Annas answer");
    await page.context().clearCookies();
    await page.click("#reply button[type=submit]");
    await page.waitForURL((url) => url.pathname === "/login");
    await go(`/login?next=/products/${made.product}`);
    await enterAs("marta");
    await page.waitForSelector("#visitor [data-who=marta]");
    await page.waitForFunction(() => sessionStorage.getItem("unsent form") === null);
    await go(`/feed/${made.text}`);
    assert.equal(await page.inputValue("#reply textarea"), "");
  }, { mayFail: (at) => at.endsWith("/comments") }));

test("without JavaScript too it is told that a form was not sent", () =>
  somebody({ javaScriptEnabled: false, locale: "ru" }, async (writer) => {
    const { page, go } = writer;
    await logIn(writer, "marta", password);
    await go("/feed/new");
    await page.fill("#title", "Written for an hour");
    await page.context().clearCookies();
    await page.click("form.writing button.primary");
    await page.waitForURL((url) => url.pathname === "/login");
    assert.ok(await page.isVisible(`text=${words.ru["account.unsent_behind"]}`));
    assert.ok(!(await page.isVisible(`text=${words.ru["account.unsent_kept"]}`)));
    assert.equal(new URL(page.url()).searchParams.get("next"), "/feed/new");
  }));

test("an action that is refused leaves everything in its place and says why", () =>
  somebody({}, async ({ page, go }) => {
    await register({ page, go }, "late_reader");
    const gone = await article("anna", { title: "Here today", text: "Gone tomorrow." });
    await go("/feed/newest");
    await decide(`article:${gone}`, "hide", "Advertising.");
    await page.click(`#up-article-${gone}`);
    await page.waitForSelector("#aloft .note");
    assert.equal(await page.locator(`#article-${gone} .vote button`).count(), 2);
    assert.deepEqual(await breachesOf(page), []);
    await screenshot(page, "feed-refused");
    await page.click("#aloft [data-dismiss]");
    assert.equal(await page.locator("#aloft > *").count(), 0);
  }, { mayFail: (at) => at.endsWith("/vote") }));

const readersPages = () => [
  ["feed", "/feed"],
  ["feed-newest", "/feed/newest"],
  ["feed-by", "/feed/by/boris"],
  ["feed-by-silent", "/feed/by/marta"],
  ["person", "/users/boris"],
  ["feed-groups", "/feed/groups"],
  ["feed-group", "/feed/groups/reading"],
  ["feed-article", `/feed/${made.text}`],
  ["feed-article-long", `/feed/${made.long}`],
  ["feed-article-locked", `/feed/${made.locked}`],
  ["feed-article-removed", `/feed/${made.removed}`],
  ["feed-comment", `/feed/comments/${made.reply}`],
  ["feed-about", `/feed/about/${made.product}`],
  ["feed-product", `/products/${made.product}`],
  ["feed-log", "/feed/log"],
];
const membersPages = () => [
  ["feed-member", "/feed"],
  ["feed-member-article", `/feed/${made.text}`],
  ["feed-mine", "/feed/mine"],
  ["feed-new", `/feed/new?product=${made.product}`],
  ["feed-edit", `/feed/${made.text}/edit`],
  ["feed-delete", `/feed/${made.text}/delete`],
  ["feed-article-groups", `/feed/${made.text}/groups`],
  ["feed-group-new", "/feed/groups/new"],
  ["feed-group-edit", "/feed/groups/a_group_with_quite_a_long_name/edit"],
  ["feed-report", `/feed/report?thing=article:${made.link}`],
  ["feed-reply", `/feed/comments/${made.comment}/reply`],
  ["feed-comment-edit", `/feed/comments/${made.reply}/edit`],
  ["feed-comment-delete", `/feed/comments/${made.reply}/delete`],
];
const moderatorsPages = () => [
  ["admin-reports", "/admin/reports"],
  ["admin-moderate-article", `/admin/moderate?thing=article:${made.hidden}`],
  ["admin-moderate-person", "/admin/moderate?thing=user:vera"],
  ["admin-bans", "/admin/bans"],
  ["feed-article-hidden", `/feed/${made.hidden}`],
];

for (const colorScheme of ["light", "dark"]) {
  test(`what readers see, in ${colorScheme}`, () => somebody({ colorScheme }, (guest) => looksGood(guest, readersPages(), colorScheme)));

  test(`what members see, in ${colorScheme}`, () =>
    somebody({ colorScheme }, async (member) => {
      await logIn(member, "anna", password);
      await looksGood(member, membersPages(), colorScheme);
    }));

  test(`what somebody sees where they may not go, in ${colorScheme}`, () =>
    somebody({ colorScheme }, async (member) => {
      await logIn(member, "anna", password);
      await looksGood(member, [["error-403", "/admin", 403]], colorScheme);
    }, { mayFail: (at) => at.endsWith("/admin") }));

  test(`what somebody sees who asks too often, in ${colorScheme}`, () =>
    somebody({ colorScheme }, async ({ page, go }) => {
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await go("/register");
        await page.evaluate(async () => {
          const form = document.querySelector("main form");
          const body = () => new URLSearchParams(new FormData(form));
          while ((await fetch("/register", { method: "POST", body: body() })).status !== 429);
          form.noValidate = true;
        });
        const [answer] = await Promise.all([page.waitForNavigation(), page.evaluate(() => document.querySelector("main form").submit())]);
        assert.equal(answer.status(), 429);
        await screenshot(page, `error-429-${width}-${colorScheme}`);
        await assertFits(page);
        assert.deepEqual(await breachesOf(page), []);
      }
    }, { mayFail: (at) => at.endsWith("/register") }));

  test(`what moderators see, in ${colorScheme}`, () =>
    somebody({ colorScheme }, async (moderator) => {
      await logIn(moderator, admin.name, admin.password);
      await looksGood(moderator, moderatorsPages(), colorScheme);
    }));

  test(`what somebody sees who may not post, in ${colorScheme}`, () =>
    somebody({ colorScheme }, async (banned) => {
      await logIn(banned, "vera", password);
      await looksGood(banned, [["feed-banned", "/feed/new", 403]], colorScheme);
    }, { mayFail: (at) => at.endsWith("/feed/new") }));
}
