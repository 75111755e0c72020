// Tournaments on the page: one is made, entered, drawn, paired, played and ruled on; who watches sees it at once; axe-core
// finds nothing, wide and narrow, in English and Chinese.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, launch, textOf, until } from "./browser.mjs";
import { asked, check, does, make, registered, tab } from "./contest.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

function withResolvers() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Keeps the next answer to such a request from the page until it is released; `answered` once the server has given it. */
async function held({ page }, pattern) {
  const [answered, released] = [withResolvers(), withResolvers()];
  const keep = async (route) => {
    const response = await route.fetch();
    answered.resolve();
    await released.promise;
    await route.fulfill({ response });
  };
  await page.route(pattern, keep, { times: 1 });
  const release = async () => {
    // what the page is told meanwhile comes first
    await page.waitForTimeout(1_500);
    released.resolve();
  };
  return { answered: answered.promise, release };
}

test("a tournament is made, entered, drawn, paired, played and seen as it stands", async () => {
  const look = { bypassCSP: true, reducedMotion: "reduce" };
  const ann = await registered(browser, look);
  const players = [await registered(browser), await registered(browser), await registered(browser)];
  const id = await make(ann, {
    name: "Spring on nine",
    preset: "chinese-2002",
    fields: async (dialog) => {
      await check(ann, "the form of a tournament");
      await dialog.getByLabel("Board", { exact: true }).fill("9");
      await dialog.getByLabel("Time in short form").fill("soon");
      await dialog.getByRole("button", { name: "New tournament" }).click();
      await ann.says("No such time: write it like 10m+3x30s.");
      await dialog.getByLabel("Time in short form").fill("10m+3x30s");
      await dialog.getByLabel("Rounds", { exact: true }).fill("2");
    },
  });
  await tab(ann, "Entries");
  const reading = await held(ann, `**/api/v1/tournaments/${id}`);
  for (const player of players) {
    await player.page.goto(`${URL_OF_PAGE}#/tournament/${id}`);
    await player.press("Enter");
    await player.page.locator("dialog").getByLabel("Rank").selectOption("5d");
    await player.page.locator("dialog").getByRole("button", { name: "Enter" }).click();
    await player.says(`You are entered as ${player.name}`);
    await reading.answered;
  }
  // who enters while the page is read is not in what is read, and is shown all the same
  await reading.release();
  await until(async () => (await ann.page.locator(".data tbody tr").count()) === 3);
  await check(ann, "entries");
  await tab(ann, "Organise");
  await ann.says("What comes next");
  await check(ann, "organising");
  await does(ann, "Draw the order");
  await does(ann, "Begin the first stage");
  await does(ann, "Pair and begin");
  await ann.says("Round 1 is going on.");

  // a third window, of nobody, in Chinese
  const eve = await Person.at(browser, { ...look, path: `#/tournament/${id}/standings`, language: "zh-CN", viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true });
  const points = (name) => eve.page.locator("tr", { has: eve.page.getByRole("link", { name, exact: true }) }).locator(".points");
  const round = await asked(`${id}/rounds/1/1`);
  assert.deepEqual([round.bouts.length, round.byes.length], [1, 1]);
  const { entries } = await asked(id);
  const of = (no) => players.find(({ name }) => entries.some((entry) => entry.no === no && entry.name === name));
  const [black, white, idle] = [round.bouts[0].first, round.bouts[0].second, round.byes[0]].map(of);
  await until(async () => (await points(white.name).textContent()) === "0");

  for (const player of [black, white]) {
    await tab(player, "Pairings");
    await player.page.locator(".data a", { hasText: "in play" }).click();
    await player.page.waitForURL(/#\/game\//);
  }
  await black.page.locator(".may-play").waitFor();
  await black.point("D4").click();
  await white.page.locator(".may-play").waitFor();
  await black.press("Resign");
  await black.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await white.says("White wins by resignation");
  // seen without looking again
  await until(async () => (await points(white.name).textContent()) === "2");
  await eve.says("已赛完 1 轮");
  for (const [name, tabName] of [["standings", "排名"], ["pairings", "对阵"], ["cross", "循环表"], ["results", "成绩"], ["overview", "概况"]]) {
    await tab(eve, tabName);
    await eve.page.locator(".part :is(.data tbody tr, .facts)").first().waitFor();
    await check(eve, name);
  }
  await eve.says("积分编排制，2 轮");
  assert.equal(await eve.page.locator("html").getAttribute("lang"), "zh-Hans");

  // why somebody has a place
  await tab(eve, "排名");
  await eve.page.getByRole("link", { name: idle.name, exact: true }).click();
  await eve.page.locator(".explain td", { hasText: "轮空" }).first().waitFor();
  await check(eve, "why a place is had");
  await tab(idle, "Standings");
  await idle.page.getByRole("link", { name: white.name, exact: true }).click();
  await idle.says(`${white.name}: place`);
  await idle.page.locator(".explain td", { hasText: "played" }).first().waitFor();
  await idle.page.goBack();
  await idle.page.locator(".tabs [aria-current]", { hasText: "Standings" }).waitFor();

  // a referee gives the game another result, and who watches sees it
  await tab(ann, "Pairings");
  await ann.page.getByRole("button", { name: "Rule on table 1" }).click();
  await check(ann, "a ruling");
  await ann.page.locator("dialog").getByLabel("Result").selectOption("first");
  await ann.page.locator("dialog").getByLabel("In your own words").fill("arrived with a device");
  await ann.press("Give this result");
  await ann.page.locator("dialog").waitFor({ state: "detached" });
  await tab(eve, "排名");
  await until(async () => (await points(black.name).textContent()) === "2" && (await points(white.name).textContent()) === "0");
  await tab(ann, "Referee");
  await ann.says("No game is going on.");
  await check(ann, "the referee's panel");
  await tab(ann, "Organise");
  await does(ann, "Finish the tournament");
  await ann.says("This tournament is over.");
  await tab(ann, "Results");
  const [file] = await Promise.all([ann.page.waitForEvent("download"), ann.page.getByRole("link", { name: "Result list (CSV)" }).click()]);
  assert.match(await textOf(file), new RegExp(black.name));
  await ann.page.goto(`${URL_OF_PAGE}#/tournaments`);
  await ann.page.getByRole("link", { name: "Spring on nine" }).first().waitFor();
  await check(ann, "the list");
  for (const person of [ann, eve, ...players]) assert.deepEqual(person.faults, []);
});

test("a list is imported, and a bracket of games played elsewhere is drawn", async () => {
  const ann = await registered(browser, { bypassCSP: true, reducedMotion: "reduce" });
  const id = await make(ann, {
    name: "Knock-out",
    preset: "chinese-2002",
    fields: async (dialog) => {
      await dialog.getByRole("combobox", { name: "System", exact: true }).selectOption("elimination");
      await dialog.getByLabel("Losses that put out").fill("1");
      await dialog.getByLabel("Games are played on this server").uncheck();
    },
  });
  const { page } = ann;
  await tab(ann, "Entries");
  await ann.press("Import a list");
  const list = page.locator("dialog textarea");
  await list.fill("name,rank,seed\nLi Ming,5d,1\nWang,best,2\n");
  await ann.press("Check only");
  await page.locator(".faults li", { hasText: "Line 3, column 2 rank" }).waitFor();
  await check(ann, "mistakes in a list");
  await list.fill("name,rank,seed\nLi Ming,5d,1\nWang,4d,2\nChen,3d,3\n=Zhao,2d,4\n");
  await ann.press("Check only");
  await ann.says("4 entries, and nothing is wrong with them.");
  await page.locator("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await until(async () => (await page.locator(".data tbody tr").count()) === 4);
  await tab(ann, "Organise");
  await does(ann, "Draw the order");
  await does(ann, "Begin the first stage");
  await does(ann, "Pair the next round");
  await ann.says("Round 1 is paired and waits to begin.");
  await does(ann, "Begin the round");
  await tab(ann, "Pairings");
  for (const table of [1, 2]) {
    await page.getByRole("button", { name: `Rule on table ${table}` }).click();
    await page.locator("dialog").getByLabel("Result").selectOption("first");
    await ann.press("Give this result");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  await until(async () => (await asked(`${id}/rounds/1/1`)).complete !== undefined);
  await tab(ann, "Bracket");
  await page.locator(".bracket .won").nth(1).waitFor();
  await page.getByRole("heading", { name: "Final", exact: true }).waitFor();
  await check(ann, "a bracket");
  await page.setViewportSize({ width: 390, height: 844 });
  await check(ann, "a bracket on a phone");
  await tab(ann, "Organise");
  await ann.press("Pair by hand");
  await page.locator("dialog textarea").first().fill("1 - 99");
  await ann.says("Line 1: there is no number 99 to pair.");
  await check(ann, "pairing by hand");
  await page.keyboard.press("Escape");
  await ann.press("Cancel the tournament");
  await page.locator("dialog").getByRole("button", { name: "Cancel the tournament" }).click();
  await ann.says("This tournament is over.");
  assert.deepEqual(ann.faults, []);
});
