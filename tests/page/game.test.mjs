// Two people play a whole 9x9 game in two browsers, one by mouse and one by keyboard; a third watches from
// the middle; one is cut off and comes back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, Wire, begun, launch, textOf, until } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Moves the cursor to a vertex by arrows and presses Enter. */
async function playByKeys(person, vertex) {
  const to = Number(await person.point(vertex).getAttribute("data-point"));
  await person.page.locator('.board [tabindex="0"]').focus();
  const at = () => person.page.evaluate(() => Number(document.activeElement?.getAttribute("data-point")));
  for (let from = await at(); from !== to; from = await at()) {
    const [dx, dy] = [(to % 9) - (from % 9), Math.floor(to / 9) - Math.floor(from / 9)];
    await person.page.keyboard.press(dx > 0 ? "ArrowRight" : dx < 0 ? "ArrowLeft" : dy > 0 ? "ArrowDown" : "ArrowUp");
  }
  await person.page.keyboard.press("Enter");
}

test("a whole game", async () => {
  const wires = { ann: new Wire(), bob: new Wire() };
  const [ann, bob] = await begun(browser, { wire: wires.ann }, { wire: wires.bob });
  assert.equal(ann.page.url(), bob.page.url());
  await ann.says("Your move");

  const both = async (label) => {
    await ann.sees(label);
    await bob.sees(label);
  };
  const black = async (vertex) => {
    await ann.point(vertex).click();
    await both(`${vertex} black, last move`);
  };
  const white = async (vertex) => {
    await playByKeys(bob, vertex);
    await both(`${vertex} white, last move`);
  };
  for (const [b, w] of [["C5", "F5"], ["D6", "E6"], ["D4", "E4"]]) {
    await black(b);
    await white(w);
  }
  await black("E5");
  await white("D5"); // takes E5
  await both("E5");
  await bob.says("captured 1");

  // the ko may not be retaken at once
  await ann.point("E5").click();
  await ann.says("E5: ko: that point may not be retaken yet");
  await ann.sees("E5");

  // a third watches from the middle, without an account
  const game = new URL(ann.page.url()).hash;
  const eve = await Person.at(browser, { path: game, language: "zh-CN" });
  await eve.sees("D5 白方，最后一手");
  assert.equal(await eve.page.locator("html").getAttribute("lang"), "zh-Hans");
  assert.equal(await eve.page.getByRole("button", { name: "停一手" }).count(), 0, "who watches cannot play");

  // Ann's connection is cut when her move is on its way; she comes back, and the move is made once
  wires.ann.swallow = "play";
  await ann.point("G3").click();
  await until(() => wires.ann.swallowed > 0);
  wires.ann.cut();
  await both("G3 black, last move");
  await eve.sees("G3 黑方，最后一手");
  // Bob's is cut after the server got his move and before he heard of it
  wires.bob.deaf = true;
  await playByKeys(bob, "E5");
  await ann.sees("E5 white, last move");
  wires.bob.cut();
  await both("E5 white, last move");

  // looking back while the game goes on
  await eve.page.getByRole("button", { name: "上一手" }).click();
  await eve.says("9 / 10");
  await eve.sees("E5");
  await eve.page.getByRole("button", { name: "回到对局" }).first().click();

  const pass = async (person) => {
    await person.press("Pass");
    await person.page.locator("dialog").getByRole("button", { name: "Pass" }).click();
  };
  await ann.says("Your move");
  await pass(ann);
  await bob.says("Black has passed: your move");
  await pass(bob);
  await ann.says(/No stones are marked dead/);
  await ann.point("G3").click();
  await both("G3 black, dead");
  await bob.says(/1 stone is marked dead \(revision 1\)/);
  await bob.press("Accept the marks");
  await ann.says("accepts");
  await bob.says("You have accepted; your opponent has not yet.");
  await ann.press("Accept the marks");
  const result = await until(async () => {
    const text = await ann.page.locator(".controls .state").textContent();
    return /wins by/.test(text) && text;
  });
  assert.equal(await bob.page.locator(".controls .state").textContent(), result);

  const id = game.slice("#/game/".length);
  const { snapshot } = await (await fetch(new URL(`api/v1/games/${id}`, URL_OF_PAGE))).json();
  assert.equal(snapshot.moves, "C5 F5 D6 E6 D4 E4 E5 D5 G3 E5 pass pass", "every move once");
  assert.equal(snapshot.outcome.reason, "count");
  const points = Math.abs(snapshot.outcome.count.quarter_zi) / 2;
  assert.ok(result.includes(`(${points} points)`), result);
  await eve.says(/胜 .* 子/);
  const record = eve.page.waitForEvent("download");
  await eve.page.getByRole("button", { name: "下载 SGF" }).click();
  const text = await textOf(await record);
  assert.match(text, /^\(;.*RE\[W\+9\.5\].*;B\[ce\].*;W\[fe\].*;W\[\]/s);

  // and is found again among all; the list may be a second behind
  await eve.page.goto(`${URL_OF_PAGE}#/archive`);
  const found = eve.page.locator(`.archive a[href="${game}"]`);
  await until(async () => {
    await eve.page.locator(".search").dispatchEvent("change");
    await eve.page.locator(".finished > .hint", { hasNotText: "正在查找" }).waitFor();
    return (await found.count()) === 1;
  });
  await found.click();
  await eve.page.waitForURL(new RegExp(`${game}$`));
  await eve.says("12 / 12");
  for (const person of [ann, bob, eve]) assert.deepEqual(person.faults, []);
});
