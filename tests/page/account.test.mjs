// Registering, coming back, logging out: a login outlives the page and no script can read what keeps it.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, Wire, begun, launch, until } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("a login outlives the page, in every window, until one logs out", async () => {
  const person = await Person.at(browser);
  const { page } = person;
  const [name, password] = [`p${randomBytes(5).toString("hex")}`, randomBytes(12).toString("hex")];
  const open = () => page.locator("header button:not([aria-label])").click();
  const fill = async () => {
    await open();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill(password);
  };
  const isIn = () => page.locator("header .who", { hasText: name }).waitFor();
  const isOut = () => page.locator("header button", { hasText: "Log in" }).waitFor();
  await fill();
  await page.getByRole("button", { name: "Log in", exact: true }).last().click();
  await page.getByText("wrong name or password").waitFor();
  await page.getByRole("button", { name: "Register" }).click();
  await isIn();
  await page.reload();
  await isIn();
  const second = await person.context.newPage();
  await second.goto(URL_OF_PAGE);
  await second.locator("header .who", { hasText: name }).waitFor();

  const kept = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]));
  assert.doesNotMatch(kept, /eyJ|rt_/, "no token where scripts can read it");
  for (const cookie of await person.context.cookies()) {
    assert.deepEqual([cookie.httpOnly, cookie.sameSite], [true, "Strict"]);
  }

  // nobody who cannot be logged out is told that he is
  await page.route("**/browser/logout", (route) => route.abort());
  await open();
  await page.locator("dialog .main").click();
  await page.getByText("You are still logged in: The server cannot be reached.").waitFor();
  await isIn();
  await page.unroute("**/browser/logout");
  await page.locator("dialog .main").click();
  await isOut();
  await page.reload();
  await isOut();
  await fill();
  await page.getByRole("button", { name: "Log in", exact: true }).last().click();
  await isIn();
  assert.deepEqual(person.faults, []);
});

test("a token that the server refuses is replaced at once, once for all who have asked", async () => {
  const person = await Person.at(browser);
  const { page } = person;
  await person.guest();
  let refused = "";
  const answers = [];
  const refreshes = [];
  // lists that were asked for before are still on their way
  const asked = new Set();
  await page.route(/\/api\/v1\/(?!browser)/, (route) => {
    const { authorization = "", ...headers } = route.request().headers();
    asked.add(route.request());
    refused ||= authorization;
    // what it is given for it is sound
    return route.continue({ headers: { ...headers, authorization: authorization === refused ? `${refused}x` : authorization } });
  });
  page.on("response", (response) => {
    if (asked.has(response.request()) && response.url().includes("/api/v1/games?")) answers.push(response.status());
    if (response.url().includes("/browser/refresh")) refreshes.push(response.status());
  });
  // the lobby asks for three lists
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await until(() => answers.filter((status) => status === 200).length >= 3);
  assert.equal(answers.filter((status) => status === 401).length, 3);
  assert.deepEqual(refreshes, [200]);
  await page.locator(".lobby .notice").first().waitFor({ state: "hidden" });
  assert.deepEqual(person.faults, []);
});

test("the newest window plays, and the older one takes the seat back when it is told to", async () => {
  const [ann, bob] = await begun(browser);
  const old = ann.page;
  ann.page = await ann.context.newPage();
  await ann.page.goto(old.url());
  await ann.page.locator(".may-play").waitFor();
  await old.getByText("You play this game in another window.").waitFor();
  await ann.point("E5").click();
  await bob.sees("E5 black, last move");
  await old.locator('[aria-label="E5 black, last move"]').waitFor({ state: "attached" });
  await bob.point("C3").click();
  await old.getByRole("button", { name: "Play here" }).click();
  await old.locator(".may-play").waitFor();
  await ann.says("You play this game in another window.");
  await old.locator('[data-point="0"]').click();
  await bob.sees("A9 black, last move");
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("who logs in or out in one window does so in all of them", async () => {
  const person = await Person.at(browser);
  const first = person.page;
  const second = await person.context.newPage();
  await second.goto(URL_OF_PAGE);
  await second.getByText("Log in, or play as a guest").waitFor();
  const ann = await person.guest();
  await second.locator("header .who", { hasText: ann }).waitFor();
  // and not by name alone: the socket is hers too
  person.page = second;
  await person.offer();
  await second.getByRole("button", { name: "Withdraw" }).waitFor();
  await person.press("Log out");
  await second.locator("dialog .main").click();
  await first.getByText("Your login has ended.").waitFor();
  const bob = await person.guest();
  assert.notEqual(bob, ann);
  await first.locator("header .who", { hasText: bob }).waitFor();
  await first.locator("dialog").waitFor({ state: "detached" });
  assert.deepEqual(person.faults, []);
});

test("a window that finds another account in place of its own says so, and sends nothing of the old one", async () => {
  const wire = new Wire();
  const person = await Person.at(browser, { wire });
  const { page } = person;
  await person.guest();
  // as if the other window did not tell
  await page.evaluate(() => addEventListener("storage", (event) => event.stopImmediatePropagation(), { capture: true }));
  await page.locator("header[data-link=up]").waitFor();
  wire.swallow = "offer";
  await person.press("New offer");
  await page.locator("dialog button[type=submit]").click();
  await until(() => wire.swallowed > 0);
  const answer = await page.evaluate(async () => (await fetch("api/v1/browser/guest", { method: "POST", body: "{}", headers: { "content-type": "application/json" } })).json());
  // the token of the old account is refused: a renewal brings the new one
  wire.alter = (text) => (text.includes('"server"') ? text.replace(/"ok":.*/, '"error":{"code":"unauthorized","message":""}}') : text);
  await wire.cut();
  await page.locator("header .who", { hasText: answer.name }).waitFor();
  wire.alter = (text) => text;
  await person.says("This browser is logged in as");
  await page.locator("header[data-link=up]").waitFor();
  assert.deepEqual(wire.sent.filter(({ type }) => type === "offer"), []);
  assert.equal(await page.locator("dialog").count(), 0);
  assert.deepEqual(person.faults, []);
});

test("a window that nobody looks at goes to a new game when somebody does", async () => {
  const ann = await Person.at(browser);
  const bob = await Person.at(browser);
  const name = await ann.guest();
  await ann.offer();
  await bob.guest();
  const seen = (is) =>
    ann.page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, is);
  await seen("hidden");
  await bob.press(`Play: the offer of ${name}`);
  await ann.says("Another game of yours has begun");
  await bob.page.waitForURL(/#\/game\//);
  assert.match(await ann.page.title(), /^●/);
  assert.doesNotMatch(ann.page.url(), /game/);
  assert.equal((await bob.snapshot()).arrived.black, false);
  await seen("visible");
  await ann.page.locator(".may-play").waitFor();
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});
