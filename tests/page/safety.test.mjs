// What others write is never markup, no script runs but the page's own, and no token lies where it may be read.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, Wire, begun, launch } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("a strict policy holds, and the browser keeps it", async () => {
  const page = await fetch(URL_OF_PAGE);
  const policy = page.headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'self'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /object-src 'none'/);
  assert.match(policy, /base-uri 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*|data:|https?:/);
  assert.equal(page.headers.get("x-content-type-options"), "nosniff");
  assert.equal(page.headers.get("referrer-policy"), "no-referrer");

  const person = await Person.at(browser);
  assert.deepEqual(person.faults, []);
  const ran = await person.page.evaluate(async () => {
    const tries = [
      () => document.body.insertAdjacentHTML("beforeend", '<img src="x" onerror="window.ran = 1">'),
      () => document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 2" })),
      () => document.body.append(Object.assign(document.createElement("script"), { src: "data:text/javascript,window.ran=3" })),
      () => document.body.firstElementChild.setAttribute("onclick", "window.ran = 4"),
      () => document.body.firstElementChild.click(),
    ];
    for (const run of tries) {
      try {
        run();
      } catch {
        // forbidden before it was tried
      }
    }
    // whatever was let in has begun after this
    await fetch(document.baseURI);
    return window.ran;
  });
  assert.equal(ran, undefined);
  assert.match(person.faults.join(), /policy: /, "a violation is seen by these tests");
});

test("names and talk that look like markup are text everywhere", async () => {
  const markup = '<img src=x onerror="window.ran=1"><b>x</b>';
  const wire = new Wire();
  const [ann, bob] = await begun(browser);
  const names = await Promise.all([ann, bob].map(({ page }) => page.locator("header .who").textContent()));
  // no such name can be had: the server would have to be taken in first
  const alter = (text) => names.reduce((done, name) => done.replaceAll(name, JSON.stringify(markup).slice(1, -1)), text);
  wire.alter = alter;
  const prepare = (context) =>
    context.route("**/api/v1/games**", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: alter(await response.text()) });
    });
  const eve = await Person.at(browser, { wire, prepare });
  const check = async (where) => {
    await eve.says(markup);
    assert.equal(await eve.page.locator("img, b b").count(), 0, where);
    assert.equal(await eve.page.evaluate(() => window.ran), undefined, where);
    assert.ok(!(await eve.page.title()).includes("<") || (await eve.page.title()).includes(markup), where);
  };
  await check("lobby");
  await ann.page.locator(".say input").fill(markup);
  await ann.page.keyboard.press("Enter");
  await bob.page.locator(".lines").getByText(markup).waitFor();
  assert.equal(await bob.page.locator(".lines img, .lines b b").count(), 0);
  await eve.page.goto(ann.page.url());
  await check("game");
  await ann.press("Resign");
  await ann.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await bob.says("White wins by resignation");
  await eve.page.locator(".lines").getByText(markup).first().waitFor();
  await check("the end");
  for (const person of [ann, bob, eve]) {
    assert.equal(await person.page.evaluate(() => window.ran), undefined);
    assert.deepEqual(person.faults, []);
  }
});

test("a token is in no address and in nothing that a script can read later", async () => {
  const [addresses, tokens] = [[], new Set()];
  const wire = new Wire();
  const ann = await Person.at(browser, {
    wire,
    prepare: async (context) => {
      context.on("request", (request) => addresses.push(request.url(), request.headers().referer ?? ""));
      context.on("response", async (response) => {
        if (!response.url().includes("/api/v1/browser/") || !response.ok()) return;
        const said = await response.json().catch(() => ({}));
        if (said.token) tokens.add(said.token);
        assert.equal(said.refresh_token, undefined, "scripts never see it");
      });
    },
  });
  ann.page.on("websocket", (socket) => addresses.push(socket.url()));
  await ann.page.locator("header button:not([aria-label])").click();
  await ann.page.getByLabel("Name").fill(`s${randomBytes(5).toString("hex")}`);
  await ann.page.getByLabel("Password").fill(randomBytes(12).toString("hex"));
  await ann.page.getByRole("button", { name: "Register" }).click();
  await ann.page.locator("header .who:not(:empty)").waitFor();
  await ann.page.reload();
  await ann.page.locator("header .who:not(:empty)").waitFor();
  await ann.offer();
  await ann.page.locator(".offer").first().waitFor();
  for (const { type, token } of wire.sent) if (type === "hello" && token) tokens.add(token);
  assert.ok(tokens.size >= 2, `${tokens.size} tokens: one of each login and one of the reload`);
  const cookies = await ann.context.cookies(new URL("api/v1/browser/refresh", URL_OF_PAGE).href);
  assert.equal(cookies.length, 1);
  const [{ value, httpOnly, sameSite, path }] = cookies;
  assert.deepEqual([httpOnly, sameSite], [true, "Strict"]);
  assert.equal(path.replace(/\/$/, ""), new URL("api/v1/browser", URL_OF_PAGE).pathname);
  assert.ok(value.length > 20, "not a secret");
  addresses.push(ann.page.url());
  const kept = await ann.page.evaluate(async () =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
      window.name,
      await indexedDB.databases(),
      await caches.keys(),
    ]),
  );
  assert.ok(addresses.some((at) => at.includes("/api/v1/")), "addresses were seen");
  for (const secret of [...tokens, value]) {
    assert.deepEqual(addresses.filter((at) => at.includes(secret) || at.includes(encodeURIComponent(secret))), []);
    assert.ok(!kept.includes(secret), kept);
  }
  assert.deepEqual(ann.faults, []);
});
