// Tournaments on the page: one is made, entered, drawn, paired, played and ruled on; who watches sees it at once; axe-core
// finds nothing, wide and narrow, in English and Chinese.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, launch, textOf, until } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Somebody with an account: guests take no part in tournaments. */
async function registered(options = {}) {
  const person = await Person.at(browser, options);
  person.name = `p${randomBytes(4).toString("hex")}`;
  await person.page.locator("header button:not([aria-label])").click();
  await person.page.locator("dialog input[name=username]").fill(person.name);
  await person.page.locator("dialog input[type=password]").fill(randomBytes(12).toString("hex"));
  await person.page.getByRole("button", { name: "Register" }).click();
  await person.page.locator("header .who", { hasText: person.name }).waitFor();
  return person;
}

/** Nothing is found, and the page does not scroll sideways. */
async function check(person, where) {
  await person.page.evaluate(AXE);
  const found = await person.page.evaluate(async () => (await window.axe.run(document)).violations);
  const said = found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html}\n${node.failureSummary}`).join("\n")}`);
  assert.deepEqual(said, [], where);
  const wide = await person.page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const beyond = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
    return beyond.map((element) => element.outerHTML.slice(0, 200));
  });
  assert.deepEqual(wide, [], `${where} is too wide`);
}

/** Fields of the form of a tournament; the page speaks English. */
async function make(organiser, { name, preset, fields }) {
  const { page } = organiser;
  await page.goto(`${URL_OF_PAGE}#/tournaments`);
  await organiser.press("New tournament");
  const dialog = page.locator("dialog");
  if (preset) await dialog.getByLabel("Begin from").selectOption(preset);
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await fields(dialog);
  await dialog.getByRole("button", { name: "New tournament" }).click();
  await page.waitForURL(/#\/tournament\/[\w-]+$/);
  await page.getByRole("heading", { name }).waitFor();
  return new URL(page.url()).hash.slice("#/tournament/".length);
}

/** Presses a button of the organiser, and that he means it. */
async function does(person, name) {
  await person.press(name);
  await person.page.locator("dialog").getByRole("button", { name, exact: true }).click();
  await person.page.locator("dialog").waitFor({ state: "detached" });
}

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

const tab = (person, name) => person.page.locator(".tabs").getByRole("link", { name, exact: true }).click();
const asked = async (path) => (await fetch(new URL(`api/v1/tournaments/${path}`, URL_OF_PAGE))).json();

test("a tournament is made, entered, drawn, paired, played and seen as it stands", async () => {
  const look = { bypassCSP: true, reducedMotion: "reduce" };
  const ann = await registered(look);
  const players = [await registered(), await registered(), await registered()];
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
  const ann = await registered({ bypassCSP: true, reducedMotion: "reduce" });
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

test("a referee sees boards in trouble first, and orders from there", async () => {
  const ann = await registered({ bypassCSP: true, reducedMotion: "reduce" });
  const players = [await registered(), await registered()];
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
  for (const player of players) {
    await player.page.goto(`${URL_OF_PAGE}#/tournament/${id}`);
    await player.press("Enter");
    await player.page.locator("dialog").getByRole("button", { name: "Enter" }).click();
    await player.says(`You are entered as ${player.name}`);
  }
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
  const order = async (name, fill) => {
    await ann.page.getByRole("button", { name: "Order something at table 1" }).click();
    await ann.page.locator("dialog").getByRole("combobox", { name: "Order", exact: true }).selectOption(name);
    await fill(ann.page.locator("dialog"));
    await ann.press("Order it");
    await ann.page.locator("dialog").waitFor({ state: "detached" });
  };
  await order("clocks", (dialog) => dialog.getByLabel("Main time of Black, empty if it stays").fill("7m"));
  const { clocks } = await players[0].snapshot();
  assert.ok(clocks.black.main > 0 && clocks.black.main <= 420_000, JSON.stringify(clocks));
  await order("edit", async (dialog) => {
    await dialog.getByLabel("Stones of Black to put").fill("c3");
    await dialog.getByLabel("Stones of White to put").fill("here");
    await ann.press("Order it");
    await ann.says("Write points like D4 Q16.");
    await check(ann, "a mistake in an order");
    await dialog.getByLabel("Stones of White to put").fill("D4 e5");
  });
  for (const player of players) for (const stone of ["D4 white", "E5 white"]) await player.sees(stone);
  await does(ann, "Suspend all boards");
  await ann.says("⚠ suspended");
  await does(ann, "Let all boards go on");
  await ann.page.locator(".data tr:not(.trouble)", { hasText: players[0].name }).waitFor();
  for (const person of [ann, ...players]) assert.deepEqual(person.faults, []);
});

test("a repetition waits for its referee, who rules on it before anything else", async () => {
  const ann = await registered({ bypassCSP: true, reducedMotion: "reduce" });
  const players = [await registered(), await registered()];
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
    await player.page.goto(`${URL_OF_PAGE}#/tournament/${id}`);
    await player.press("Enter");
    await player.page.locator("dialog").getByRole("button", { name: "Enter" }).click();
    await player.says(`You are entered as ${player.name}`);
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
  const ann = await registered({ bypassCSP: true, reducedMotion: "reduce" });
  const players = [await registered({ bypassCSP: true, reducedMotion: "reduce" }), await registered()];
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
  for (const player of players) {
    await player.page.goto(`${URL_OF_PAGE}#/tournament/${id}`);
    await player.press("Enter");
    await player.page.locator("dialog").getByRole("button", { name: "Enter" }).click();
    await player.says(`You are entered as ${player.name}`);
  }
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
