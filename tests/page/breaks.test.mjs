// What two players agree on beside their moves: a pause, an adjournment with a sealed move, counting; and a referee.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { URL_OF_PAGE, begun, launch, until } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

const sound = (...people) => people.forEach((person) => assert.deepEqual(person.faults, []));
const phase = (person, wanted) => until(async () => (await person.snapshot()).phase === wanted);

/** Asks for it in the dialog. */
async function asks(person, name) {
  await person.press("Ask …");
  await person.page.locator("dialog").getByRole("button", { name, exact: true }).click();
}

/** The game as the server has it is what the fold of the page makes of the log. */
async function sameFold(person, first) {
  const { after: fold, viewOf } = await import("../../server/web/game/view.js");
  const log = await (await fetch(new URL(`api/v1/games/${person.game}/log`, URL_OF_PAGE))).json();
  const last = await person.snapshot();
  const heads = log.events.map((event) => event.prev);
  let view = viewOf(first, 0, 0);
  for (const [at, event] of log.events.entries()) {
    if (event.seq > first.seq) view = fold(view, { ...event, head: heads[at + 1] ?? log.head });
  }
  const plain = ({ synced, moves, ...rest }) => ({ ...rest, createdAt: 0, moves: moves.map(({ by, vertex }) => [by, vertex]) });
  const normal = (value) => JSON.parse(JSON.stringify(value));
  assert.deepEqual(normal(plain(view)), normal(plain(viewOf(last, 0, 0))));
}

test("a pause is asked for, declined, withdrawn, agreed on and ended by both", async () => {
  const [ann, bob] = await begun(browser);
  const first = await ann.snapshot();
  await asks(ann, "Ask for a pause");
  await bob.says("black asks for a pause");
  await bob.press("Decline");
  await ann.says("white does not want that");
  await asks(bob, "Ask for a pause");
  await ann.page.getByRole("button", { name: "Agree" }).waitFor();
  await bob.press("Withdraw the request");
  await ann.page.locator(".may-play").waitFor();
  await ann.point("E5").click();
  await bob.page.locator(".may-play").waitFor();
  await asks(bob, "Ask for a pause");
  await ann.press("Agree");
  await bob.says("paused");
  await bob.says("Play goes on by itself in");
  assert.equal(await bob.page.locator(".may-play").count(), 0, "nobody moves");
  const clocks = await bob.page.locator(".side.running").count();
  assert.equal(clocks, 0, "clocks stand");
  await ann.press("Ask to go on");
  await bob.says("black asks to go on");
  await sameFold(ann, first);
  await bob.press("Agree");
  await bob.page.locator(".may-play").waitFor();
  await bob.point("C3").click();
  await ann.sees("C3 white, last move");
  await sameFold(ann, first);
  sound(ann, bob);
});

test("a game is adjourned with a sealed move that nobody is shown, and goes on with it", async () => {
  const [ann, bob] = await begun(browser, {}, { language: "zh-CN" });
  const first = await ann.snapshot();
  await ann.press("Ask …");
  await ann.page.locator("dialog input[type=datetime-local]").fill("2027-01-10T10:00");
  await ann.page.locator("dialog").getByRole("button", { name: "Ask to adjourn", exact: true }).click();
  await bob.says("黑方提议封棋");
  await bob.press("同意");
  await ann.says("Seal your move");
  await bob.says("等待黑方封手");
  await ann.point("D4").click();
  await ann.says("adjourned until");
  await phase(ann, "adjourned");
  for (const person of [ann, bob]) {
    assert.equal(await person.page.locator('.board [aria-label^="D4 "]').count(), 0);
  }
  const log = await (await fetch(new URL(`api/v1/games/${ann.game}/log`, URL_OF_PAGE))).text();
  assert.ok(log.includes('"sealed"') && !log.includes("D4"), "the log does not say it either");
  await sameFold(ann, first);
  // the page is read again meanwhile
  await ann.page.reload();
  await ann.press("Ask for another time");
  await ann.page.locator("dialog input[type=datetime-local]").fill("2027-02-10T10:00");
  await ann.page.locator("dialog").getByRole("button", { name: "Ask for another time", exact: true }).click();
  await bob.press("同意");
  await ann.says("Feb 10, 2027");
  await bob.press("请求继续");
  await ann.says("white asks to go on");
  await ann.press("Agree");
  await bob.sees("D4 黑方，最后一手");
  await ann.sees("D4 black, last move");
  await bob.page.locator(".may-play").waitFor();
  await bob.point("C3").click();
  await ann.sees("C3 white, last move");
  await sameFold(ann, first);
  sound(ann, bob);
});

test("both agree to count", async () => {
  const [ann, bob] = await begun(browser);
  await ann.point("E5").click();
  await bob.page.locator(".may-play").waitFor();
  await asks(ann, "Ask to count");
  await bob.press("Agree");
  await ann.press("Accept the marks");
  await bob.press("Accept the marks");
  await ann.says("Black wins by");
  assert.equal((await ann.snapshot()).outcome.reason, "count");
  sound(ann, bob);
});
