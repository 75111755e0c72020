// Games that ended are found by player, opponent, board and result, page by page, and looked at again; a player
// has a page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, launch, textOf, until } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** A game of a board, `9` or `7x5`, that its offerer, Black, resigns after one move each; its id. */
async function resigned(black, white, name, size) {
  await black.page.goto(`${URL_OF_PAGE}#/`);
  await black.press("New offer");
  const [width, height = width] = size.split("x");
  const isOther = width !== height;
  await black.page.getByRole("combobox", { name: "Board", exact: true }).selectOption(isOther ? "other" : size);
  if (isOther) {
    await black.page.getByRole("spinbutton", { name: "Columns" }).fill(width);
    await black.page.getByRole("spinbutton", { name: "Rows" }).fill(height);
  }
  await black.page.getByRole("combobox", { name: "Your colour" }).selectOption("black");
  await black.press("Offer");
  await white.page.goto(`${URL_OF_PAGE}#/`);
  await white.press(`Play: the offer of ${name}`);
  for (const [person, vertex] of [[black, "C3"], [white, "G5"]]) {
    person.width = Number(width);
    person.height = Number(height);
    await person.page.locator(".may-play").waitFor();
    await person.point(vertex).click();
  }
  await black.page.locator(".may-play").waitFor();
  await black.press("Resign");
  await black.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await black.says("White wins by resignation");
  return new URL(black.page.url()).hash.slice("#/game/".length);
}

test("finished games are searched, read page by page and looked at again", async () => {
  const [ann, bob] = [await Person.at(browser), await Person.at(browser)];
  const [a, b] = [await ann.guest(), await bob.guest()];
  const nine = await resigned(ann, bob, a, "9");
  const thirteen = await resigned(ann, bob, a, "13");
  const last = await resigned(bob, ann, b, "9");
  const oblong = await resigned(ann, bob, a, "7x5");
  // one game a page
  await ann.page.route(/\/api\/v1\/games\?.*limit=50/, (route) => route.continue({ url: route.request().url().replace("limit=50", "limit=1") }));
  const { page } = ann;
  const listed = async () => {
    const links = await page.locator(".archive td:nth-child(3) a").all();
    return Promise.all(links.map(async (link) => (await link.getAttribute("href")).slice("#/game/".length)));
  };
  await page.getByRole("link", { name: "Finished games" }).first().click();
  const field = (role, name) => page.getByRole(role, { name, exact: true });
  assert.equal(await field("combobox", "Result").isDisabled(), true, "of whose games is not said yet");
  const search = async (box, value) => {
    if (box === "Board" || box === "Result") await field("combobox", box).selectOption(value);
    else await field("searchbox", box).fill(value).then(() => page.keyboard.press("Enter"));
  };
  /** The list is read at most a second or two behind the end of a game. */
  const finds = (...games) => until(async () => {
    const found = await listed();
    if (JSON.stringify(found) === JSON.stringify(games)) return true;
    await page.locator(".search").dispatchEvent("change");
    await page.locator(".finished > .hint", { hasNotText: "Searching" }).waitFor();
    return JSON.stringify(await listed()) === JSON.stringify(games);
  });
  await search("Player", a);
  await finds(oblong, last, thirteen, nine);
  await search("Result", "lost");
  await finds(oblong, thirteen, nine);
  await search("Board", "other");
  await finds(oblong, thirteen, nine);
  const side = async (name, value) => {
    await page.getByRole("spinbutton", { name }).fill(value);
    await page.keyboard.press("Enter");
  };
  await side("Columns", "7");
  await side("Rows", "26");
  await ann.says("A board has 1 to 25 lines each way.");
  await side("Rows", "5");
  await finds(oblong);
  assert.match(page.url(), /size=7x5/);
  await page.reload();
  await finds(oblong);
  await search("Board", "9");
  await finds(nine);
  await search("Result", "won");
  await finds(last);
  await search("Board", "");
  await search("Result", "");
  await search("Against", b);
  await finds(oblong, last, thirteen, nine);
  await search("Against", "nobody of that name");
  await ann.says("There is nobody of one of these names.");
  await search("Against", "");
  await search("Player", "nobody of that name");
  await ann.says("There is nobody of that name.");
  await search("Player", a);
  await finds(oblong, last, thirteen, nine);
  // what is searched for stands in the address
  assert.match(page.url(), /#\/archive\?player=/);
  await page.reload();
  await finds(oblong, last, thirteen, nine);
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".archive td button").first().click()]);
  assert.match(await textOf(file), /^\(;.*RE\[W\+R\]/s);
  await page.locator(".archive td:nth-child(3) a").first().click();
  await ann.says("White wins by resignation");
  await page.getByRole("button", { name: "A move back" }).click();
  await ann.says("1 / 2");
  assert.equal(await page.locator(".stones .stone").count(), 1, "played again");
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("a player has a page with a record, games and a challenge", async () => {
  const [ann, bob] = [await Person.at(browser), await Person.at(browser)];
  const [a, b] = [await ann.guest(), await bob.guest()];
  const game = await resigned(ann, bob, a, "9");
  const { page } = bob;
  await page.goto(`${URL_OF_PAGE}#/player/${encodeURIComponent(a)}`);
  await page.getByRole("heading", { name: a }).waitFor();
  await until(async () => {
    if (await page.getByText("1 game: 0 won, 1 lost, 0 neither").count()) return true;
    await page.reload();
    await page.getByText(/^\d+ games?: \d+ won/).or(page.getByText("Guest")).first().waitFor();
    return false;
  });
  await page.locator(`.archive a[href="#/game/${game}"]`).waitFor();
  await bob.press("Challenge");
  await page.getByRole("heading", { name: `An offer to ${a}` }).waitFor();
  await bob.press("Offer");
  await bob.says(`to ${a} alone`);
  await ann.page.goto(`${URL_OF_PAGE}#/`);
  await ann.press(`Play: the offer of ${b}`);
  await page.waitForURL(/#\/game\//);
  await page.goto(`${URL_OF_PAGE}#/player/${encodeURIComponent(a)}`);
  await bob.says("Games in progress");
  // an account that has ended leaves its games
  await until(() => !page.url().includes(a) && page.url().includes("#/player/"));
  const { hash } = new URL(page.url());
  await page.route(/\/api\/v1\/players\//, (route) =>
    route.fulfill({ status: 404, contentType: "application/json", body: '{"error":{"code":"not_found","message":""}}' }),
  );
  await page.goto(URL_OF_PAGE + hash);
  await page.reload();
  await bob.says("This account has ended; its games are still here.");
  await page.getByRole("heading", { name: a }).waitFor();
  await page.locator(`.archive a[href="#/game/${game}"]`).waitFor();
  await page.unroute(/\/api\/v1\/players\//);
  await page.goto(`${URL_OF_PAGE}#/player/nobody%20of%20that%20name`);
  await bob.says("There is nobody of that name.");
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});
