// What else two players do with each other: take back, play on, talk, play by touch, in two windows.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, begun, launch, until } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

const sound = (...people) => people.forEach((person) => assert.deepEqual(person.faults, []));

test("moves are taken back by consent, play goes on after two passes, one resigns", async () => {
  const [ann, bob] = await begun(browser);
  await ann.point("C3").click();
  await bob.page.locator(".may-play").waitFor();
  await ann.press("Undo");
  await bob.says("Your opponent asks to take back 1 move.");
  await bob.press("Refuse");
  await ann.says("White does not agree to take moves back".toLowerCase());
  await bob.point("G7").click();
  await ann.page.locator(".may-play").waitFor();
  await ann.press("Undo");
  await bob.says("Your opponent asks to take back 2 moves.");
  await bob.press("Allow");
  await ann.sees("C3");
  await ann.sees("G7");
  await ann.says("2 moves were taken back");
  await ann.says("0 / 0");
  await ann.pass();
  await bob.pass();
  await bob.press("Play on");
  await ann.says("the next stop is final");
  await ann.point("E5").click();
  await bob.press("Resign");
  await bob.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await ann.says("Black wins by resignation");
  await bob.says("Black wins by resignation");
  assert.equal((await ann.snapshot()).outcome.result, "B+R");
  sound(ann, bob);
});

test("the fold of the page is what the server has", async () => {
  const [ann, bob] = await begun(browser);
  const first = await ann.snapshot();
  for (const [black, white] of [["B1", "A1"], ["A2", "J9"], ["A1", "C3"]]) {
    await ann.page.locator(".may-play").waitFor();
    await ann.point(black).click();
    await bob.page.locator(".may-play").waitFor();
    await bob.point(white).click();
  }
  await ann.pass();
  await bob.pass();
  await ann.page.locator(".may-mark").waitFor();
  await ann.point("C3").click();
  await bob.sees("C3 white, dead");
  await bob.point("J9").click();
  await ann.sees("J9 white, dead");
  await ann.press("Play on");
  await ann.page.locator(".may-play").waitFor();
  const { after: fold, viewOf } = await import("../../server/web/game/view.js");
  const log = await (await fetch(new URL(`api/v1/games/${ann.game}/log`, URL_OF_PAGE))).json();
  const last = await ann.snapshot();
  let view = viewOf(first, 0, 0);
  const heads = log.events.map((event) => event.prev);
  for (const [at, event] of log.events.entries()) {
    if (event.seq > first.seq) view = fold(view, { ...event, head: heads[at + 1] ?? log.head });
  }
  const plain = ({ synced, moves, ...rest }) => ({ ...rest, moves: moves.map(({ by, vertex }) => [by, vertex]) });
  const normal = (value) => JSON.parse(JSON.stringify(value));
  const expected = plain(viewOf(last, 0, 0));
  assert.deepEqual(normal({ ...plain(view), createdAt: 0 }), normal({ ...expected, createdAt: 0 }));
  assert.equal(expected.captures.black, 1);
  sound(ann, bob);
});

test("players and spectators talk apart until the end, and nothing that is said is markup", async () => {
  const [ann, bob] = await begun(browser);
  const eve = await Person.at(browser);
  await eve.guest();
  await eve.page.goto(`${URL_OF_PAGE}#/game/${ann.game}`);
  await eve.page.locator(".say input").fill("who is ahead?");
  await eve.page.keyboard.press("Enter");
  await eve.says("who is ahead?");
  const said = '<img src=x onerror="document.title=1"> & "good luck"';
  await ann.page.locator(".say input").fill(said);
  await ann.page.keyboard.press("Enter");
  await bob.says(said);
  assert.equal(await bob.page.locator(".lines img").count(), 0);
  assert.equal(await ann.page.getByText("who is ahead?").count(), 0, "not before the end");
  assert.equal(await eve.page.getByText("good luck").count(), 0);
  await ann.press("Resign");
  await ann.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await ann.says("who is ahead?");
  await bob.says("who is ahead?");
  await eve.says(said);
  await ann.page.locator(".lines .channel", { hasText: "spectators" }).waitFor();
  sound(ann, bob, eve);
});

test("on a phone a touch chooses a point and a second deed plays it", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, language: "zh-CN" };
  const [ann, bob] = await begun(browser, {}, phone);
  await ann.point("E5").click();
  await bob.page.locator(".may-play").waitFor();
  await bob.point("D4").tap();
  await bob.page.getByRole("button", { name: "落子 D4" }).waitFor();
  await bob.point("C3").tap();
  await bob.page.getByRole("button", { name: "落子 C3" }).waitFor();
  await bob.page.getByRole("button", { name: "取消" }).tap();
  assert.equal((await ann.snapshot()).moves, "E5", "nothing was played");
  await bob.point("G7").tap();
  await bob.page.getByRole("button", { name: "落子 G7" }).tap();
  await ann.sees("G7 white, last move");
  const board = await bob.page.locator(".board").boundingBox();
  assert.ok(board.width > 360 && board.width <= 390, `${board.width}`);
  sound(ann, bob);
});

test("who comes back in another language still plays; a link opens the game for others", async () => {
  const [ann, bob] = await begun(browser);
  await ann.page.getByRole("button", { name: "Settings" }).click();
  await ann.page.locator("dialog select").first().selectOption("zh-Hant");
  await ann.page.getByText("輪到您").waitFor();
  await ann.point("E5").click();
  await bob.sees("E5 black, last move");
  await ann.page.getByRole("link", { name: "天元 Tengen" }).click();
  await ann.page.locator(".lobby .games a", { hasText: await bob.page.locator("header .who").textContent() }).first().click();
  await ann.page.locator(".board .last").waitFor();
  await bob.point("C3").click();
  await ann.page.locator(".may-play").waitFor();
  const started = await until(async () => (await ann.snapshot()).moves === "E5 C3");
  assert.ok(started);
  sound(ann, bob);
});
