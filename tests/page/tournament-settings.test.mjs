// What an event sets for its games, from the form to the table: repetitions on which a referee rules, and overtime.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { asked, check, does, enters, make, registered, tab } from "./contest.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("a repetition waits for its referee, who rules on it before anything else", async () => {
  const ann = await registered(browser, { bypassCSP: true, reducedMotion: "reduce" });
  const players = [await registered(browser), await registered(browser)];
  const id = await make(ann, {
    name: "Cycles",
    preset: "chinese-2002",
    fields: async (dialog) => {
      await dialog.getByLabel("Board", { exact: true }).fill("4x3");
      await dialog.getByRole("combobox", { name: "Ko", exact: true }).selectOption("referee");
      await dialog.getByRole("combobox", { name: "A repetition on which nobody rules" }).selectOption("draw");
      await dialog.getByLabel("Moves after which a referee rules").fill("9");
      await dialog.getByRole("button", { name: "New tournament" }).click();
      await ann.says("The limit of moves is 10 to 2000, or nothing.");
      await dialog.getByLabel("Moves after which a referee rules").fill("400");
    },
  });
  await ann.says("a referee rules on repetition");
  const { settings } = await asked(id);
  assert.deepEqual([settings.terms.ko, settings.unruled_repetition, settings.move_limit], ["referee", "draw", 400]);
  for (const player of players) {
    [player.width, player.height] = [4, 3];
    await enters(player, id);
  }
  await tab(ann, "Organise");
  await does(ann, "Draw the order");
  await does(ann, "Begin the first stage");
  await does(ann, "Pair and begin");
  await tab(ann, "Referee");
  for (const player of players) await player.page.locator(".news[href]", { hasText: "Another game of yours has begun" }).click();
  for (const player of players) await player.page.waitForURL(/#\/game\//);
  const { names } = await players[0].snapshot();
  const [black, white] = ["black", "white"].map((side) => players.find(({ name }) => name === names[side]));
  // an eternal life is put up, and gone through twice
  const moves = ["C2", "C3", "D2", "A2", "pass", "B2", ..."A3 D3 B3 C3 A3 D3 B3 C3".split(" ")];
  for (const [at, vertex] of moves.entries()) {
    const player = at % 2 === 0 ? black : white;
    if (vertex === "pass") {
      await player.pass();
      continue;
    }
    await player.page.locator(".may-play").waitFor();
    await player.point(vertex).click();
  }
  for (const player of players) {
    await player.says("white C3, 2 stones are captured; the position after move 10 once more, occurrence 3");
    await player.says("the position has repeated itself: play stands until a referee rules");
  }
  await ann.says("⚠ the position has repeated itself: a referee must rule");
  await ann.page.getByRole("button", { name: "Order something at table 1" }).click();
  const order = ann.page.locator("dialog").getByRole("combobox", { name: "Order", exact: true });
  assert.equal(await order.inputValue(), "repetition_draw", "what waits comes first");
  await check(ann, "a repetition");
  await order.selectOption("repetition_forbid");
  await ann.press("Order it");
  await ann.page.locator("dialog").waitFor({ state: "detached" });
  for (const player of players) await player.says("may not repeat");
  await white.page.locator(".may-play").waitFor();
  await white.point("C3").click();
  await white.says("that would repeat the position after move 10");
  for (const person of [ann, ...players]) assert.deepEqual(person.faults, []);
});

test("an event says what overtime leads to, and at the table one reads what it led to", async () => {
  const ann = await registered(browser, { bypassCSP: true, reducedMotion: "reduce" });
  const players = [await registered(browser, { bypassCSP: true, reducedMotion: "reduce" }), await registered(browser)];
  const id = await make(ann, {
    name: "Overtime",
    preset: "chinese-2002",
    fields: async (dialog) => {
      await dialog.getByLabel("Board", { exact: true }).fill("9");
      await dialog.getByLabel("Illegal moves").selectOption("warn");
      await dialog.getByLabel("Overtime (with byo-yomi)").selectOption("pass");
      await dialog.getByLabel("Time in short form").fill("1h");
      await dialog.getByRole("button", { name: "New tournament" }).click();
      await ann.says("where the clock has no byo-yomi, overtime can only lose");
      await dialog.getByLabel("Time in short form").fill("0s+1x1s");
    },
  });
  await ann.says("are warned: one zi, and the second loses");
  await ann.says("counts as a pass");
  await check(ann, "what overtime leads to");
  for (const player of players) await enters(player, id);
  await tab(ann, "Organise");
  await does(ann, "Draw the order");
  await does(ann, "Begin the first stage");
  await does(ann, "Pair and begin");
  for (const player of players) await player.page.locator(".news[href]", { hasText: "Another game of yours has begun" }).click();
  // nobody moves: both have passed by that
  for (const player of players) await player.says("the time of white has run out: that counts as a pass; play stops");
  await check(players[0], "a table at which time has run out");
  for (const person of [ann, ...players]) assert.deepEqual(person.faults, []);
});
