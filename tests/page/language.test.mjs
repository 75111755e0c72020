// Who reads Chinese reads Chinese: nothing on any page is left in English.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, begun, launch } from "./browser.mjs";

/** Names and keys that are written so in Chinese too. */
const NAMES = ["Tengen", "English", "SGF", "AGA", "Tromp", "Taylor", "Enter"];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Names that somebody has had here: a game that just ended is for a moment in no list. */
const known = new Set(NAMES);

/** Learns the names of everybody who plays or has played here, and of who offers a game. */
async function learn(person) {
  const lists = ["live", "finished"].map(async (status) => {
    const { games } = await (await fetch(new URL(`api/v1/games?status=${status}&limit=200`, URL_OF_PAGE))).json();
    return games.flatMap(({ names }) => [names.black, names.white]);
  });
  const names = [...(await Promise.all(lists)).flat(), ...(await person.page.locator("header .who, .offer .who").allTextContents())];
  for (const name of names) for (const word of name.match(/[A-Za-z]+/g) ?? []) known.add(word);
}

/** Words of Latin letters in what is read or read out, besides names. */
async function foreign(person) {
  await learn(person);
  const texts = await person.page.evaluate(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node.data);
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
    }
    return found;
  });
  assert.ok(texts.some((text) => /\p{Script=Han}/u.test(text)), "it is Chinese");
  // others come meanwhile
  await learn(person);
  return texts.flatMap((text) => text.match(/[A-Za-z]{2,}|[⟨{][^⟩}]*[⟩}]/g) ?? []).filter((word) => !known.has(word));
}

test("nothing is left in English", async () => {
  const [ann, bob] = await begun(browser);
  const readers = await Promise.all(["zh-CN", "zh-HK"].map((language) => Person.at(browser, { language })));
  const each = (does) => Promise.all(readers.map((reader) => does(reader.page, reader)));
  const check = (where) => each(async (_, reader) => assert.deepEqual(await foreign(reader), [], where));
  const tags = await each((page) => page.locator("html").getAttribute("lang"));
  assert.deepEqual(tags, ["zh-Hans", "zh-Hant"]);
  await each((page) => page.locator(`.games a[href="#/game/${ann.game}"]`).waitFor());
  await check("lobby");
  await each((page) => page.locator("header button:not([aria-label])").click());
  await check("log in");
  await each(async (page) => {
    await page.locator("dialog .guest").click();
    await page.locator("header .who:not(:empty)").waitFor();
    await page.locator(".offers-card .row button").click();
  });
  await check("offer");
  await each(async (page) => {
    await page.locator("dialog button[type=submit]").click();
    await page.locator(".offer .quiet").first().waitFor();
  });
  await check("lobby with an offer");
  await each((page) => page.locator("header button[aria-label]").click());
  await check("settings");
  await each(async (page) => {
    await page.keyboard.press("Escape");
    await page.locator(".offer .quiet").first().click();
    await page.goto(ann.page.url());
    await page.locator(".controls .state:not(:empty)").waitFor();
  });
  await ann.point("E5").click();
  await each((page) => page.locator(".board .last").waitFor());
  await check("game");
  await bob.pass();
  await ann.pass();
  await ann.page.locator(".may-mark").waitFor();
  await ann.point("E5").click();
  await each((page) => page.locator(".cross").waitFor());
  await check("scoring");
  await ann.press("Resign");
  await ann.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await each((page) => page.getByText(/中盘胜|中盤勝/).first().waitFor());
  await check("the end");
  await each(async (page) => {
    await page.goto(`${URL_OF_PAGE}#/archive`);
    await page.locator(".archive tbody tr").first().waitFor();
  });
  await check("games that ended");
  for (const { faults } of readers) assert.deepEqual(faults, []);
});
