// The referee's panel: boards in trouble first, and each order with what is asked for it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { URL_OF_PAGE, launch, until } from "./browser.mjs";
import { check, does, enters, make, registered, tab } from "./contest.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("a referee sees boards in trouble first, and orders from there", async () => {
  const ann = await registered(browser, { bypassCSP: true, reducedMotion: "reduce" });
  const players = [await registered(browser), await registered(browser)];
  const id = await make(ann, {
    name: "Refereed",
    preset: "chinese-2002",
    fields: async (dialog) => {
      await dialog.getByLabel("Board", { exact: true }).fill("9");
      await dialog.getByLabel("Referees, by name, commas between").fill("nobody of that name");
      await dialog.getByRole("button", { name: "New tournament" }).click();
      await ann.says("There is nobody called nobody of that name.");
      await dialog.getByLabel("Referees, by name, commas between").fill(ann.name);
    },
  });
  for (const player of players) await enters(player, id);
  await tab(ann, "Organise");
  await does(ann, "Draw the order");
  await does(ann, "Begin the first stage");
  await does(ann, "Pair and begin");
  await tab(ann, "Referee");
  await ann.says("1 game is going on, 1 in trouble.");
  await ann.says("⚠ somebody is not here");
  await check(ann, "a board in trouble");
  // whoever plays is told, and goes there himself
  for (const player of players) await player.page.locator(".news[href]", { hasText: "Another game of yours has begun" }).click();
  for (const player of players) await player.page.waitForURL(/#\/game\//);
  await ann.says("1 game is going on, 0 in trouble.");
  await ann.page.getByRole("button", { name: "Order something at table 1" }).click();
  await ann.page.locator("dialog").getByRole("combobox", { name: "Order", exact: true }).selectOption("warn_black");
  await ann.page.locator("dialog").getByRole("combobox", { name: "Reason" }).selectOption("talking");
  await check(ann, "an order");
  await ann.press("Order it");
  await ann.page.locator("dialog").waitFor({ state: "detached" });
  for (const player of players) await player.says("warned once");
  await does(ann, "Suspend all boards");
  await ann.says("⚠ suspended");
  await does(ann, "Let all boards go on");
  await ann.page.locator(".data tr:not(.trouble)", { hasText: "warned" }).waitFor();

  // each order with what it needs; what is wrong is said at its field
  const dialog = ann.page.locator("dialog");
  const order = async (kind) => {
    await ann.page.getByRole("button", { name: "Order something at table 1" }).click();
    await dialog.getByRole("combobox", { name: "Order", exact: true }).selectOption(kind);
  };
  const ordered = async () => {
    await ann.press("Order it");
    await dialog.waitFor({ state: "detached" });
  };
  const wrong = async (label, said) => {
    await ann.press("Order it");
    await dialog.locator(".wrong", { hasText: said }).waitFor();
    assert.equal(await dialog.getByLabel(label).getAttribute("aria-invalid"), "true");
  };
  const game = players[0].game;
  const stands = async () => (await (await fetch(new URL(`api/v1/games/${game}`, URL_OF_PAGE))).json()).snapshot;
  await ann.page.setViewportSize({ width: 390, height: 844 });
  await order("clocks");
  await wrong("Main time, Black", "Set the clock of one side at least.");
  await dialog.getByLabel("Main time, White").fill("soon");
  await wrong("Main time, White", "Write a time like 20m or 1h30m.");
  await dialog.getByLabel("Main time, White").fill("7m");
  await check(ann, "clocks on a phone");
  await ordered();
  await until(async () => (await stands()).clocks.white.main === 420_000);
  await order("edit");
  await wrong("A tap puts", "Nothing is changed yet");
  await ann.point("C3").click();
  await dialog.getByLabel("A tap puts").selectOption("white");
  // by keyboard, from the point where one was
  await ann.point("C3").focus();
  await ann.page.keyboard.press("ArrowRight");
  await ann.page.keyboard.press("Enter");
  await ann.says("Black: C3. White: D3.");
  await dialog.getByLabel("Moves next").selectOption("white");
  await check(ann, "another position on a phone");
  await ordered();
  for (const player of players) await player.sees("D3 white");
  const { names } = await stands();
  const mover = players.find(({ name }) => name === names.white);
  await mover.page.locator(".may-play").waitFor();
  await mover.point("G7").click();
  for (const player of players) await player.sees("G7 white, last move");
  await order("take_back");
  await dialog.getByLabel("Moves to take back").fill("2");
  await wrong("Moves to take back", "Write a number of moves from 1 to 1.");
  await dialog.getByLabel("Moves to take back").fill("1");
  await ordered();
  for (const player of players) await player.sees("G7");
  await order("adjudicate_count");
  await ann.point("D3").click();
  await ann.says("Dead: D3");
  await check(ann, "dead stones on a phone");
  // few stones were played: for force majeure that is not enough
  await ann.press("Order it");
  await dialog.locator(".problem:not(:empty)").waitFor();
  // what was meant for one position is not done to another
  await mover.point("F6").click();
  for (const player of players) await player.sees("F6 white, last move");
  await dialog.getByLabel("For force majeure").uncheck();
  await ann.press("Order it");
  await ann.says("The game has gone on meanwhile");
  await ann.point("D3").click();
  await ann.point("F6").click();
  await dialog.getByLabel("For force majeure").uncheck();
  await ordered();
  for (const player of players) await player.says("Black wins");
  await ann.says("No game is going on.");
  for (const person of [ann, ...players]) assert.deepEqual(person.faults, []);
});
