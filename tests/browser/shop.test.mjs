// The shop end to end in a browser: a guest fills a cart, registers, checks out, an admin ships the order, the customer sees
// it; with and without JavaScript, by keyboard alone, in English and Russian. Then every page of the shop, the account and
// the desk at three widths, in light and dark, and that it fits in Russian too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { breachesOf } from "./looks.mjs";
import { admin, answerLooksGood, api, logIn, looksGood, openHouse, password, person, press, register, screenshot, shiftsOnASlowLine, tabTo, tokenOf, type, words } from "./people.mjs";

let products;
const unbreakable = "Donaudampfschifffahrtsgesellschaft".repeat(5);

/** A small shop: three categories, two zones, one thing sold out. */
const stockShop = async () => {
  const token = await tokenOf(admin.name, admin.password);
  products = [];
  for (const [category, names] of Object.entries({
    Lamps: ["Brass lamp", "Reading lamp", "Paper lantern", "Floor lamp"],
    Bowls: ["Oak bowl", "Clay bowl", "Чаша из кедра"],
    Rugs: ["Wool rug, hand-woven, with a border of pomegranates and a very long name indeed", unbreakable, "Runner"],
  }))
    for (const name of names) {
      const json = { name, category, price: 1250.5 + products.length * 100, description: `${name}: plain and good.`, attributes: { colour: "red", material: "oak" } };
      const product = await api("POST", "/api/admin/products", { token, json });
      for (const zone of name === "Runner" ? [] : ["MSK", "SPB"])
        await api("PUT", `/api/admin/products/${product.id}/stock/${zone}`, { token, json: { quantity: zone === "MSK" ? 40 : 2 } });
      products.push(product);
    }
};

openHouse(stockShop);

/** Presses the button that moves the order on to `status`. */
const moveOrder = async ({ page, go }, order, status) => {
  await go(`/admin/orders/${order}`);
  await page.click(`form:has(input[name=status][value=${status}]) button`);
  await page.waitForSelector(`form:has(input[name=status][value=${status}])`, { state: "detached" });
};

/** Finds the order by the number that its customer sees. */
const findOrder = async ({ page, go }, number, order) => {
  await go("/admin/orders");
  await page.fill("#number", number);
  await page.press("#number", "Enter");
  await page.waitForURL((url) => url.pathname === `/admin/orders/${order}`);
};

/** Waits until the cart that the header shows has that many pieces. */
const seeCart = async ({ page, go }, pieces) => {
  await go("/cart");
  assert.equal(await page.locator(".line").count(), 1);
  assert.equal(await page.inputValue(".line input[name=quantity]"), String(pieces));
};

/** From the front page to an order; gives its id. */
const buy = async (customer, name, scripted) => {
  const { page, go } = customer;
  await go("/");
  await go("/shop/lamps");
  await page.click(".card a.whole");
  await page.waitForURL(/\/products\//);
  await page.fill("#quantity", "2");
  await page.click("form.buy button[type=submit]");
  if (scripted) await page.waitForSelector("#added > *");
  else await page.waitForURL(/\/cart$/);
  await seeCart(customer, 2);
  await register(customer, name);
  await seeCart(customer, 2);
  await page.click("a[href='/checkout']");
  await page.waitForURL(/\/checkout$/);
  await page.selectOption("#zone", "MSK");
  await page.fill("#name", "Anna Schmidt");
  await page.fill("#address", "Nevsky Prospekt 1, Saint Petersburg");
  await page.fill("#contact", "anna@example.org");
  await page.click("main form button[type=submit]");
  await page.waitForURL(/\/orders\/[0-9a-f]{24}$/);
  return page.url().slice(-24);
};

for (const [locale, javaScriptEnabled] of [["en", true], ["ru", true], ["en", false], ["ru", false]]) {
  const how = `${locale}_${javaScriptEnabled ? "lively" : "plain"}`;
  test(`from the shelf to the order and back again, ${how}`, async () => {
    const says = words[locale];
    await person({ locale, javaScriptEnabled }, async (customer) => {
      const { page } = customer;
      const order = await buy(customer, `anna_${how}`, javaScriptEnabled);
      assert.equal(await page.getAttribute("html", "lang"), locale);
      assert.equal(await page.textContent("main .pill"), says["order.status_pending"]);
      const number = (await page.textContent("h1")).split(" ").at(-1);
      await screenshot(page, `order-${how}`);
      await person({ locale, javaScriptEnabled }, async (shopkeeper) => {
        await logIn(shopkeeper, admin.name, admin.password);
        await shopkeeper.go("/admin/orders?status=pending");
        assert.equal(await shopkeeper.page.locator(`a[href$='${order}']`).count(), 1);
        await findOrder(shopkeeper, number.toUpperCase(), order);
        await moveOrder(shopkeeper, order, "confirmed");
        await moveOrder(shopkeeper, order, "shipped");
      });
      await page.reload();
      assert.equal(await page.textContent("main .pill"), says["order.status_shipped"]);
      await customer.go("/orders");
      assert.equal(await page.locator(`a[href$='${order}']`).count(), 1);
      await customer.go("/cart");
      assert.equal(await page.locator(".line").count(), 0);
    });
  });
}

test("an order by keyboard alone", async () => {
  await person({ viewport: { width: 768, height: 900 } }, async (customer) => {
    const { page, go } = customer;
    await go("/shop/lamps");
    await press(page, ".card a.whole");
    await page.waitForURL(/\/products\//);
    await press(page, "form.buy button[type=submit]");
    await page.waitForSelector("#added > *");
    await go("/register?next=/checkout");
    await type(page, "#name", "keyboard");
    await type(page, "#password", password);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/checkout");
    await tabTo(page, "#zone");
    await page.keyboard.press("ArrowDown");
    await type(page, "#name", "Anna Schmidt");
    await type(page, "#address", "Nevsky Prospekt 1");
    await type(page, "#contact", "anna@example.org");
    await press(page, "main form button[type=submit]");
    await page.waitForURL(/\/orders\/[0-9a-f]{24}$/);
  });
});

test("of two shopkeepers who save one product the second is told and keeps what was typed", async () => {
  await person({}, async (shopkeeper) => {
    const { page, go } = shopkeeper;
    await logIn(shopkeeper, admin.name, admin.password);
    await go(`/admin/products/${products[2].id}`);
    await page.fill("#description", "what the second typed");
    const token = await tokenOf(admin.name, admin.password);
    const draft = await api("GET", `/api/admin/products/${products[2].id}`, { token });
    await api("PUT", `/api/admin/products/${products[2].id}`, { token, json: { ...draft, description: "what the first typed" } });
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.click("main form button.primary");
    assert.equal((await answered).status(), 409);
    assert.match(await page.textContent("main .note.bad"), /what the first typed/);
    assert.equal(await page.inputValue("#description"), "what the second typed");
    assert.deepEqual(await breachesOf(page), []);
    await page.click("main form button.primary");
    await page.waitForSelector("main .note.good");
    assert.equal(await page.inputValue("#description"), "what the second typed");
  }, { mayFail: (at) => at.endsWith(products[2].id) });
});

test("a file that is no picture or too large is refused beside its field", async () => {
  await person({}, async (shopkeeper) => {
    const { page, go } = shopkeeper;
    await logIn(shopkeeper, admin.name, admin.password);
    await go(`/admin/products/${products[3].id}`);
    const choose = (buffer) => page.setInputFiles("#picture-file", { name: "a.png", mimeType: "image/png", buffer });
    const complaint = () => page.locator("#picture-file").evaluate((field) => field.validationMessage);
    await choose(Buffer.alloc(8_000_000));
    assert.equal(await complaint(), words.en["desk.picture_too_large"]);
    await choose(Buffer.from("text"));
    assert.equal(await complaint(), "");
    await page.click("#pictures > form button");
    await page.waitForSelector("#picture-error:not(:empty)");
    assert.equal(await page.textContent("#picture-error"), words.en["desk.picture_unknown"]);
    assert.deepEqual(await breachesOf(page), []);
  }, { mayFail: (at) => at.endsWith("/pictures") });
});

/** Every page that somebody sees, in a state worth looking at. */
const guestPages = () => [
  ["home", "/"],
  ["shop", "/shop"],
  ["category", "/shop/lamps"],
  ["search", "/search?q=lamp"],
  ["search-nothing", "/search?q=zeppelin"],
  ["product", `/products/${products[0].id}`],
  ["product-long", `/products/${products.at(-2).id}`],
  ["product-sold-out", `/products/${products.at(-1).id}`],
  ["cart-empty", "/cart"],
  ["login", "/login"],
  ["register", "/register"],
];
const customerPages = (order) => [
  ["cart", "/cart"],
  ["checkout", "/checkout"],
  ["orders", "/orders"],
  ["order", `/orders/${order}`],
  ["account", "/account"],
  ["viewed", `/products/${products[1].id}`],
];
const adminPages = (order) => [
  ["admin", "/admin"],
  ["admin-products", "/admin/products"],
  ["admin-product-new", "/admin/products/new"],
  ["admin-product", `/admin/products/${products.at(-2).id}`],
  ["admin-product-stock", `/admin/products/${products.at(-2).id}/stock`],
  ["admin-stock", "/admin/stock"],
  ["admin-orders", "/admin/orders"],
  ["admin-orders-none", "/admin/orders?number=6a1f03b2-9c41"],
  ["admin-order", `/admin/orders/${order}`],
  ["admin-totals", "/admin/totals"],
  ["admin-carts", "/admin/carts"],
  ["admin-sessions", "/admin/sessions"],
  ["admin-caches", "/admin/caches"],
  ["admin-popularity", "/admin/popularity"],
  ["admin-jobs", "/admin/jobs"],
  ["admin-settings", "/admin/settings"],
];

for (const colorScheme of ["light", "dark"]) {
  test(`what guests see, in ${colorScheme}`, () =>
    person({ colorScheme }, (guest) => looksGood(guest, guestPages(), colorScheme)));

  test(`what customers and shopkeepers see, in ${colorScheme}`, async () => {
    let order;
    await person({ colorScheme }, async (customer) => {
      order = await buy(customer, `looker_${colorScheme}`, true);
      for (const { id } of [products[0], products.at(-2)]) {
        await customer.go(`/products/${id}`);
        await customer.page.click("form.buy button[type=submit]");
        await customer.page.waitForSelector("#added > *");
      }
      await looksGood(customer, customerPages(order), colorScheme);
    });
    await person({ colorScheme }, async (shopkeeper) => {
      await logIn(shopkeeper, admin.name, admin.password);
      // A long table finds the widths of its columns while it comes in.
      await looksGood(shopkeeper, adminPages(order), colorScheme, 0.05);
    });
  });
}

/** Puts things into the customer's cart and then lets happen to them whatever can; the page of the cart has a note for each. */
const spoilCart = async ({ page, go }) => {
  const token = await tokenOf(admin.name, admin.password);
  const draft = (name, price = 1250.5) => ({ name, category: "Vases", price, attributes: {} });
  const put = async (name, quantity) => {
    const { id } = await api("POST", "/api/admin/products", { token, json: draft(name) });
    await api("PUT", `/api/admin/products/${id}/stock/MSK`, { token, json: { quantity: 40 } });
    await go(`/products/${id}`);
    await page.fill("#quantity", String(quantity));
    await page.click("form.buy button[type=submit]");
    await page.waitForSelector("#added > *");
    return `/api/admin/products/${id}`;
  };
  const dearer = await put("Dearer vase", 2), cheaper = await put("Cheaper vase", 1), renamed = await put(`Vase ${unbreakable}`, 1);
  const few = await put("Vase of which few are left", 3), out = await put("Vase that is sold out", 1), gone = await put("Vase that is gone", 1);
  await api("PUT", dearer, { token, json: draft("Dearer vase", 99_999_999) });
  await api("PUT", cheaper, { token, json: draft("Cheaper vase", 0.5) });
  await api("PUT", renamed, { token, json: draft(`Amphora ${unbreakable}`) });
  for (const [product, quantity] of [[few, 1], [out, 0]]) await api("PUT", `${product}/stock/MSK`, { token, json: { quantity } });
  await api("POST", `${gone}/retire`, { token });
};

for (const colorScheme of ["light", "dark"])
  test(`what a customer sees whose cart is not what it was, in ${colorScheme}`, () =>
    person({ colorScheme }, async (customer) => {
      const { page, go } = customer;
      await register(customer, `unlucky_${colorScheme}`);
      await spoilCart(customer);
      await looksGood(customer, [["cart-notes", "/cart"]], colorScheme);
      assert.equal(await page.locator(".line .said").count(), 6);
      await answerLooksGood(customer, "checkout-refused", async () => {
        await go("/checkout");
        await page.selectOption("#zone", "MSK");
        for (const field of ["#name", "#address", "#contact"]) await page.fill(field, "Anna Schmidt");
        const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
        await page.click("main form button[type=submit]");
        assert.equal((await answered).status(), 409);
        await page.waitForSelector("main .note.bad[role=alert]");
        assert.equal(await page.locator("#order-lines input[name=agreed]").count(), 2);
        assert.equal(await page.locator("#order-lines .said.bad").count(), 3);
      }, colorScheme);
    }, { mayFail: (at) => at.endsWith("/checkout") }));

test("the labels of a plot have room on a phone in Russian", async () => {
  const token = await tokenOf(admin.name, admin.password);
  const { id } = await api("POST", "/api/admin/products", { token, json: { name: "Palace", category: "Rugs", price: 99_999_999, attributes: {} } });
  await api("PUT", `/api/admin/products/${id}/stock/MSK`, { token, json: { quantity: 40 } });
  await person({ locale: "ru", viewport: { width: 320, height: 900 } }, async (customer) => {
    const { page, go } = customer;
    await logIn(customer, admin.name, admin.password);
    await go(`/products/${id}`);
    await page.click("form.buy button[type=submit]");
    await page.waitForSelector("#added > *");
    await go("/checkout");
    await page.selectOption("#zone", "MSK");
    for (const field of ["#name", "#address", "#contact"]) await page.fill(field, "Anna Schmidt");
    await page.click("main form button[type=submit]");
    await page.waitForURL(/\/orders\/[0-9a-f]{24}$/);
    await page.addInitScript(() => {
      globalThis.labels = [];
      const write = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, ...more) {
        if (this.textAlign === "right") globalThis.labels.push([text, x - this.measureText(text).width]);
        write.call(this, text, x, ...more);
      };
    });
    await go("/admin/totals");
    await page.waitForFunction(() => globalThis.labels.some(([text]) => text.includes("млн")));
    assert.deepEqual((await page.evaluate(() => globalThis.labels)).filter(([, from]) => from < 0), []);
  });
});

test("the check-out says what another city lacks as soon as it is chosen", async () => {
  const token = await tokenOf(admin.name, admin.password);
  const { id } = await api("POST", "/api/admin/products", { token, json: { name: "Pair of vases", category: "Bowls", price: 10, attributes: {} } });
  for (const [zone, quantity] of [["MSK", 40], ["SPB", 1]]) await api("PUT", `/api/admin/products/${id}/stock/${zone}`, { token, json: { quantity } });
  await person({}, async (customer) => {
    const { page, go } = customer;
    await register(customer, "chooser");
    await go(`/products/${id}`);
    await page.fill("#quantity", "2");
    await page.click("form.buy button[type=submit]");
    await page.waitForSelector("#added > *");
    await go("/checkout");
    assert.equal(await page.locator("#order-lines .said").count(), 0);
    await page.selectOption("#zone", "SPB");
    await page.waitForSelector("#order-lines .said");
    assert.match(await page.textContent("#order-lines"), /Only 1 is left/);
    await page.selectOption("#zone", "MSK");
    await page.waitForSelector("#order-lines .said", { state: "detached" });
    assert.deepEqual(await breachesOf(page), []);
  });
});

for (const [width, most] of [[1280, 0.008], [360, 0.02]])
  test(`what comes in bit by bit stays where it is, ${width} px wide`, async () => {
    const shifts = await shiftsOnASlowLine(["/", "/shop", "/search?q=lamp", "/search?q=zeppelin", "/cart", "/login"], width);
    assert.deepEqual(shifts.filter(([, shift]) => shift > most), []);
  });
