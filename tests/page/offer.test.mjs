// An offer says all that the protocol takes: the short form of times, the terms that fields make, what is wrong
// with a field, a challenge of one person, what was chosen last.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readTime, shortTime } from "../../server/web/clock/short.js";
import { fieldOf, fixedPlaces, lastChoice, termsOf, usualKomi } from "../../server/web/lobby/terms.js";
import { Person, begun, launch, until } from "./browser.mjs";

test("times are read and printed as people type them", () => {
  for (const [typed, control, printed = typed] of [
    ["none", { system: "none" }],
    ["1h", { system: "absolute", main: 3_600_000 }],
    ["90s", { system: "absolute", main: 90_000 }],
    ["10m+3x30s", { system: "byo_yomi", main: 600_000, periods: 3, period: 30_000 }],
    ["0+5x60s", { system: "byo_yomi", main: 0, periods: 5, period: 60_000 }, "0s+5x60s"],
    ["2h(5x60s)", { system: "byo_yomi", main: 6_900_000, periods: 5, period: 60_000 }, "1h55m+5x60s"],
    ["20m+25/10m", { system: "canadian", main: 1_200_000, stones: 25, block: 600_000 }],
    ["10m+15s/move", { system: "fischer", main: 600_000, increment: 15_000 }],
    ["10m+15s/move<20m", { system: "fischer", main: 600_000, increment: 15_000, cap: 1_200_000 }],
    ["5s/move", { system: "simple", allowance: 5_000 }],
    ["3d/move", { system: "correspondence", allowance: 259_200_000 }],
    ["1d12h/move", { system: "correspondence", allowance: 129_600_000 }],
    ["10分+3×30秒", { system: "byo_yomi", main: 600_000, periods: 3, period: 30_000 }, "10m+3x30s"],
    ["1小时30分+15秒/手", { system: "fischer", main: 5_400_000, increment: 15_000 }, "1h30m+15s/move"],
    ["3天/手", { system: "correspondence", allowance: 259_200_000 }, "3d/move"],
    ["不限時", { system: "none" }, "none"],
    [" 10M ＋ 3×30s ", { system: "byo_yomi", main: 600_000, periods: 3, period: 30_000 }, "10m+3x30s"],
  ]) {
    assert.deepEqual(readTime(typed), control, typed);
    assert.equal(shortTime(control), printed);
    assert.deepEqual(readTime(printed), control, printed);
  }
  const none = ["", "10", "10m+", "+3x30s", "10m+3x", "10m+x30s", "30s10m", "1m1m", "10m+3x30s+1", "5m(5x60s)", "10m+15s", "10m+1s/move<",
    "-1m", "1.5h", "10m+3x30s/move", "2h(5x60s", "10m+3x30s<1h", "1y"];
  assert.deepEqual(none.filter((text) => readTime(text) !== null), []);
});

test("fields make terms, or are wrong", () => {
  const usual = lastChoice();
  const made = (change) => termsOf({ ...usual, ...change });
  assert.deepEqual(made({}).terms, {
    size: { width: 19, height: 19 }, rules: "chinese", handicap: 0, colour: "nigiri", undo: true, visibility: "public",
    time: { system: "byo_yomi", main: 600_000, periods: 3, period: 30_000 },
  });
  const all = made({ size: "other", width: "9", height: "13", time: "other", timeText: "5s/move", komi: "other", points: "-3.5",
    handicap: "2", colour: "white", placement: "free", ko: "simple", suicide: "multi", compensation: "none" }).terms;
  assert.deepEqual(all, {
    size: { width: 9, height: 13 }, rules: "chinese", ko: "simple", suicide: "multi", compensation: "none", komi: -3.5, handicap: 2,
    placement: "free", time: { system: "simple", allowance: 5_000 }, colour: "white", undo: true, visibility: "public",
  });
  assert.equal(made({ komi: "0" }).terms.komi, 0);
  for (const [change, field] of [
    [{ size: "other", width: "26" }, "size"],
    [{ size: "other", height: "0" }, "size"],
    [{ size: "other", height: "1.5" }, "size"],
    [{ time: "other", timeText: "10" }, "time"],
    [{ komi: "other", points: "" }, "komi"],
    [{ komi: "other", points: "6.25" }, "komi"],
    [{ komi: "other", points: "1000" }, "komi"],
    [{ handicap: "2" }, "colour"],
  ]) {
    assert.deepEqual(Object.keys(made(change).faults), [field], JSON.stringify(change));
  }
  assert.deepEqual([[9, 9], [19, 19], [8, 8], [7, 7], [5, 5], [9, 13]].map(([width, height]) => fixedPlaces({ width, height })), [9, 9, 4, 4, 0, 0]);
  assert.deepEqual(["chinese", "chinese-1988", "aga", "new-zealand", "tromp-taylor"].map((rules) => usualKomi(rules, 0)), [7.5, 5.5, 7.5, 7, 7.5]);
  assert.equal(usualKomi("chinese", 1), 0);
  assert.equal(fieldOf({ code: "bad_terms", limit: { of: "period", max: 1 } }), "time");
  assert.equal(fieldOf({ code: "bad_terms", why: "nigiri_with_handicap" }), "colour");
  assert.equal(fieldOf({ code: "too_many", limit: { of: "open_offers", max: 4 } }), null);
});

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("what is wrong is said at its field; what was offered is remembered", async () => {
  const ann = await Person.at(browser);
  await ann.guest();
  await ann.press("New offer");
  const { page } = ann;
  const box = (name, role = "combobox") => page.locator("dialog").getByRole(role, { name, exact: true });
  await box("Board").selectOption("other");
  await box("Columns", "spinbutton").fill("30");
  await box("Time").selectOption("other");
  assert.equal(await box("Time in short form", "textbox").inputValue(), "10m+3x30s", "begins with what was chosen");
  await box("Time in short form", "textbox").fill("10");
  await box("Handicap").selectOption("3");
  await page.getByText("With a handicap choose Black or White.").waitFor();
  await ann.press("Offer");
  const wrong = () => page.locator("dialog .wrong:not(:empty)").allTextContents();
  assert.equal((await wrong()).length, 3);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-invalid")), "true");
  await box("Columns", "spinbutton").fill("9");
  await box("Rows", "spinbutton").fill("7");
  await box("Your colour").selectOption("white");
  // what only the server knows
  await box("Time in short form", "textbox").fill("10m+3x2h");
  await ann.press("Offer");
  await page.getByText("a byo-yomi period: 2 h does not fit, from 1 s to 1 h").waitFor();
  await box("Time in short form", "textbox").fill("10m+15s/move");
  await ann.press("Offer");
  await page.locator("dialog").waitFor({ state: "detached" });
  await ann.says("9×7 · Chinese rules · handicap 3 · handicap stones placed freely · 10 min + 15 s a move · plays White");
  await ann.press("Withdraw");
  await ann.press("New offer");
  assert.equal(await box("Time in short form", "textbox").inputValue(), "10m+15s/move");
  await ann.press("19×19 slow");
  assert.deepEqual([await box("Board").inputValue(), await box("Time").inputValue()], ["19", "2"]);
  assert.equal(await page.getByRole("button", { name: "19×19 slow" }).getAttribute("aria-pressed"), "true");
  assert.deepEqual(ann.faults, []);
});

test("a challenge is for one person alone", async () => {
  const [ann, bob, eve] = [await Person.at(browser), await Person.at(browser), await Person.at(browser)];
  const name = await ann.guest();
  const other = await bob.guest();
  await eve.guest();
  await ann.press("New offer");
  await ann.page.locator("dialog").getByLabel("Opponent").fill("nobody of that name");
  await ann.press("Offer");
  await ann.page.locator("dialog .wrong", { hasText: "There is nobody of that name." }).waitFor();
  await ann.page.locator("dialog").getByLabel("Opponent").fill(other);
  await ann.press("Offer");
  await ann.says(`to ${other} alone`);
  await ann.says("The game begins here by itself");
  const offer = bob.page.locator(".offer", { hasText: name });
  await offer.locator(".tag", { hasText: "to you alone" }).waitFor();
  // an offer that everybody sees tells when Eve's list is newer
  await bob.press("New offer");
  await bob.press("Offer");
  await eve.page.locator(".offer", { hasText: other }).waitFor();
  assert.equal(await eve.page.locator(".offer", { hasText: name }).count(), 0);
  await offer.locator("button").click();
  await ann.page.waitForURL(/#\/game\//);
  await until(async () => (await bob.page.title()).includes(name));
  assert.deepEqual([...ann.faults, ...bob.faults, ...eve.faults], []);
});

test("who is elsewhere is told of a challenge, until it is gone or was seen in the lobby", async () => {
  const [ann, bob] = await begun(browser);
  const carl = await Person.at(browser);
  const name = await carl.guest();
  const other = await ann.page.locator("header .who").textContent();
  const challenge = async () => {
    await carl.press("New offer");
    await carl.page.locator("dialog").getByLabel("Opponent").fill(other);
    await carl.press("Offer");
    await carl.says(`to ${other} alone`);
  };
  const news = ann.page.locator(".news", { hasText: `${name} challenges you` });
  /** Asks now and not only after a while; whether it is told in the end. */
  const isTold = (told) =>
    until(async () => {
      await ann.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      return ((await news.count()) === 1) === told;
    });
  await challenge();
  await isTold(true);
  await carl.press("Withdraw");
  await isTold(false);
  await challenge();
  await isTold(true);
  // another view has it too
  await ann.page.getByRole("link", { name: "Finished games" }).first().click();
  await ann.page.getByRole("heading", { name: "Finished games" }).waitFor();
  await news.click();
  await ann.page.locator(".offer", { hasText: name }).locator(".tag", { hasText: "to you alone" }).waitFor();
  await ann.page.getByRole("link", { name: "Finished games" }).first().click();
  await ann.page.getByRole("heading", { name: "Finished games" }).waitFor();
  await isTold(false);
  assert.equal(await bob.page.locator(".news:not(:empty)").count(), 0, "nobody else is told");
  assert.deepEqual([...ann.faults, ...bob.faults, ...carl.faults], []);
});

test("after a game one plays again: the opponent is told, and who waits at the old game goes to the new one", async () => {
  const [ann, bob] = await begun(browser);
  const old = ann.game;
  const name = await bob.page.locator("header .who").textContent();
  await ann.press("Resign");
  await ann.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await bob.press("Play again");
  await bob.press("Offer");
  await bob.says("Your offer is open");
  const news = ann.page.locator(".news", { hasText: `${name} challenges you` });
  await until(async () => {
    await ann.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    return (await news.count()) === 1;
  });
  await ann.press("To the lobby");
  await ann.press(`Play: the offer of ${name}`);
  await until(() => [ann, bob].every(({ game }) => game !== "" && game !== old));
  assert.equal(ann.game, bob.game);
  await bob.page.locator(".controls .state", { hasText: /move/ }).waitFor();
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("an offer that has the focus keeps it when others come and go", async () => {
  const ann = await Person.at(browser);
  const bob = await Person.at(browser);
  const carl = await Person.at(browser);
  await ann.guest();
  const name = await bob.guest();
  await carl.guest();
  await bob.offer();
  const play = ann.page.getByRole("button", { name: `Play: the offer of ${name}` });
  /** Looks again, sooner than by itself. */
  const sees = (is) =>
    until(async () => {
      await ann.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      return is();
    });
  await sees(async () => (await play.count()) === 1);
  await play.focus();
  const hasFocus = () => play.evaluate((button) => button === document.activeElement);
  const before = await ann.page.locator(".offer").count();
  await carl.offer();
  await sees(async () => (await ann.page.locator(".offer").count()) > before);
  assert.ok(await hasFocus());
  await carl.press("Withdraw");
  await sees(async () => (await ann.page.locator(".offer").count()) === before);
  assert.ok(await hasFocus());
  await bob.press("Withdraw");
  await sees(async () => (await play.count()) === 0);
  assert.equal(await ann.page.evaluate(() => document.activeElement?.textContent), "New offer", "the focus is not lost");
  assert.deepEqual([...ann.faults, ...bob.faults, ...carl.faults], []);
});
