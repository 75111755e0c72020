// Tournaments of other kinds on the page: teams with line-ups and team sheets, a timetable, stages after one another with prizes,
// sanctions. Their games are played elsewhere, so that results are announced at once.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, launch, until } from "./browser.mjs";
import { asked, check, does, make, registered, tab } from "./contest.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

const LOOK = { bypassCSP: true, reducedMotion: "reduce" };
const PHONE = { ...LOOK, viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true };

/** Enters a list; the page speaks English. */
async function imports(ann, csv, count) {
  const { page } = ann;
  await tab(ann, "Entries");
  await ann.press("Import a list");
  await page.locator("dialog textarea").fill(csv);
  await page.locator("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await until(async () => (await page.locator(".data tbody tr").count()) === count);
}

/** Gives the last of so many games at a table a result, as soon as the page shows it. */
async function rules(ann, table, result, games = 1) {
  const last = ann.page.locator("dialog").getByLabel("On what").locator(`option[value="${games - 1}"]`);
  await until(async () => {
    await ann.page.getByRole("button", { name: `Rule on table ${table}` }).click();
    await ann.page.locator("dialog").waitFor();
    if ((await last.count()) > 0) return true;
    await ann.press("Cancel");
    return false;
  });
  await ann.page.locator("dialog").getByLabel("Result").selectOption(result);
  await ann.press("Give this result");
  await ann.page.locator("dialog").waitFor({ state: "detached" });
}

test("teams line up, and their sheets say who sits where", async () => {
  const ann = await registered(browser, LOOK);
  const { page } = ann;
  const id = await make(ann, {
    name: "Team league",
    preset: "chinese-2002",
    fields: async (dialog) => {
      await dialog.getByLabel("Games are played on this server").uncheck();
      await dialog.getByLabel("Teams play").check();
      await dialog.getByRole("combobox", { name: "System", exact: true }).selectOption("round_robin");
      await dialog.getByRole("combobox", { name: "Bouts", exact: true }).selectOption("boards");
      await dialog.getByLabel("Boards", { exact: true }).fill("2");
      await check(ann, "the form of teams");
    },
  });
  const { settings } = await asked(id);
  assert.deepEqual([settings.teams, settings.stages[0].bout], [true, { bout: "boards", boards: 2 }]);
  await imports(ann, "team,name\nEast,Li Ming\nEast,Wang\nEast,Chen\nWest,Zhao\nWest,Zhou\n", 2);
  await check(ann, "teams");
  await page.getByRole("button", { name: "Line-up of East" }).click();
  await page.locator("dialog input").first().fill("3 1 9");
  await ann.press("Save");
  await ann.says("Write numbers of members, each once.");
  await check(ann, "a line-up");
  await page.locator("dialog input").first().fill("1 3");
  await ann.press("Save");
  await page.locator("dialog").waitFor({ state: "detached" });
  await until(async () => JSON.stringify((await asked(id)).entries.find(({ name }) => name === "East").lineup) === "[1,3]");
  await tab(ann, "Organise");
  await does(ann, "Draw the order");
  await does(ann, "Begin the first stage");
  await does(ann, "Pair and begin");
  await tab(ann, "Pairings");
  const sheet = page.locator(".sheets .data");
  for (const name of ["Li Ming", "Chen", "Zhao", "Zhou"]) await sheet.getByText(name).first().waitFor();
  assert.equal(await sheet.getByText("Wang").count(), 0, "who does not play is on no sheet");
  await check(ann, "team sheets");
  const eve = await Person.at(browser, { ...PHONE, language: "zh-TW", path: `#/tournament/${id}/pairings` });
  await eve.page.locator(".sheets .data").first().waitFor();
  await check(eve, "team sheets on a phone");
  await tab(ann, "Entries");
  await page.getByRole("button", { name: "A member leaves: West" }).click();
  await page.locator("dialog select").selectOption("2");
  await page.locator("dialog").getByRole("button", { name: "A member leaves" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await until(async () => (await asked(`${id}/rounds/1/1`)).bouts[0].games.some(({ score }) => score !== undefined));
  for (const person of [ann, eve]) assert.deepEqual(person.faults, []);
});

test("stages follow one another to the prizes, by a timetable and by hand", async () => {
  const ann = await registered(browser, LOOK);
  const { page } = ann;
  const id = await make(ann, {
    name: "Autumn open",
    preset: "chinese-2002",
    fields: async (dialog) => {
      await dialog.getByLabel("Games are played on this server").uncheck();
      await dialog.getByLabel("Prizes of the last stage").fill("a cup\n\n500 yuan");
      const first = dialog.locator("fieldset.stage").first();
      await first.getByLabel("Rounds", { exact: true }).fill("1");
      await first.getByRole("combobox", { name: "Rounds begin" }).selectOption("at");
      await first.getByLabel("Time zone").fill("Europe/Berlin");
      await first.getByLabel("Start of each round").fill("soon");
      await dialog.getByRole("button", { name: "Add a stage" }).click();
      const last = dialog.locator("fieldset.stage").nth(1);
      await last.getByRole("combobox", { name: "System", exact: true }).selectOption("elimination");
      await last.getByLabel("Losses that put out").fill("1");
      await last.getByRole("combobox", { name: "Bouts", exact: true }).selectOption("best_of");
      await last.getByLabel("Games of a bout").fill("3");
      await last.getByLabel("So many go on").fill("2");
      await dialog.getByRole("button", { name: "New tournament" }).click();
      await ann.says("Times such as 2026-12-01 09:30");
      await first.getByLabel("Start of each round").fill("2099-03-29 10:00");
      await check(ann, "the form of two stages");
    },
  });
  // in the summer of Berlin it is eight in Greenwich
  const { settings } = await asked(id);
  assert.deepEqual(settings.stages[0].pace, { pace: "at", times: [Date.UTC(2099, 2, 29, 8)], zone: "Europe/Berlin" });
  assert.deepEqual([settings.prizes, settings.stages[1].from], [["a cup", "500 yuan"], { first: 2 }]);
  await ann.says("Timetable of stage 1");
  await check(ann, "a timetable");
  await imports(ann, "name,seed\nLi Ming,1\nWang,2\n=Chen,3\nZhao,4\n", 4);
  await tab(ann, "Organise");
  await does(ann, "Draw the order");
  // settings are changed before the start: nobody waits for 2099
  await page.locator("main").getByRole("button", { name: "Settings", exact: true }).click();
  const dialog = page.locator("dialog");
  await dialog.getByRole("combobox", { name: "Rounds begin" }).first().selectOption("by_hand");
  await ann.press("Save");
  await dialog.waitFor({ state: "detached" });
  await does(ann, "Begin the first stage");
  await does(ann, "Pair and begin");
  await tab(ann, "Pairings");
  for (const table of [1, 2]) await rules(ann, table, "first");
  await until(async () => (await asked(`${id}/rounds/1/1`)).complete !== undefined);
  await tab(ann, "Organise");
  await ann.press("Begin the next stage");
  // two have won and nothing tells the others apart: who goes on is named
  const winners = (await asked(`${id}/standings?stage=1`)).rows.filter(({ points }) => points === 2).map(({ entry }) => entry);
  await dialog.getByLabel("By the places of this stage").uncheck();
  await dialog.getByLabel("Who goes on").fill(winners.join(", "));
  await dialog.getByRole("button", { name: "Begin the next stage" }).click();
  await dialog.waitFor({ state: "detached" });
  await does(ann, "Pair and begin");
  await tab(ann, "Pairings");
  await ann.says("Stage 2");
  // a best of three is over after two
  for (const played of [1, 2]) {
    const games = (await asked(`${id}/rounds/2/1`)).bouts[0].games;
    assert.equal(games.length, played);
    const result = games.at(-1).black.entry === winners[0] ? "first" : "second";
    await rules(ann, 1, result, played);
  }
  await until(async () => (await asked(`${id}/rounds/2/1`)).complete !== undefined);
  await tab(ann, "Organise");
  await does(ann, "Finish the tournament");
  await tab(ann, "Results");
  await page.locator("tr", { hasText: "a cup" }).waitFor();
  const first = (await asked(`${id}/standings?stage=2`)).rows[0];
  assert.deepEqual([first.entry, first.prize.prizes], [winners[0], ["a cup"]]);
  await check(ann, "results with prizes");

  // sanctions: whoever was first gets the prize of the second place, and keeps his
  await tab(ann, "Referee");
  await ann.press("Sanction");
  await dialog.getByRole("combobox", { name: "Sanction" }).selectOption("lower_prize");
  await dialog.getByRole("combobox", { name: "Whom" }).selectOption(String(winners[0]));
  await dialog.getByRole("combobox", { name: "Reason" }).selectOption("ceremony");
  await check(ann, "a sanction");
  await ann.press("Impose it");
  await dialog.waitFor({ state: "detached" });
  await ann.press("Sanction");
  await dialog.getByRole("combobox", { name: "Sanction" }).selectOption("ban");
  await ann.press("Impose it");
  await ann.says("Choose somebody.");
  await dialog.getByRole("textbox", { name: "Name" }).fill(ann.name);
  await ann.press("Impose it");
  await ann.says("Say until when.");
  await dialog.getByLabel("Until").fill("2099-01-01T10:00");
  await dialog.getByLabel("from every tournament of the server").check();
  await ann.press("Impose it");
  // only whoever has an office on the whole server may
  await ann.says("only whoever is a referee or an organiser on the whole server may do that");
  await dialog.getByLabel("from every tournament of the server").uncheck();
  await ann.press("Impose it");
  await dialog.waitFor({ state: "detached" });
  await tab(ann, "Overview");
  await ann.says("gets the prize of the next lower place");
  await ann.says("may not enter before");
  const eve = await Person.at(browser, { ...PHONE, language: "zh-CN", path: `#/tournament/${id}/results` });
  await eve.page.locator("tr", { hasText: "500 yuan" }).nth(1).waitFor();
  await check(eve, "results with prizes on a phone");
  await tab(eve, "概况");
  await eve.says("停赛");
  await check(eve, "sanctions on a phone");
  for (const person of [ann, eve]) assert.deepEqual(person.faults, []);
});
