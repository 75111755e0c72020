// Boards that are not square and as large as can be, and handicap stones that are placed freely.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, launch } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** The pages of Black and White with a new game on such a board. */
async function begun(width, height, handicap = 0) {
  const people = [await Person.at(browser), await Person.at(browser)];
  const [ann, bob] = people;
  for (const person of people) Object.assign(person, { width, height });
  const name = await ann.guest();
  await bob.guest();
  await ann.press("New offer");
  const { page } = ann;
  const choose = (name, value) => page.getByRole("combobox", { name, exact: true }).selectOption(value);
  await choose("Board", "other");
  await page.getByRole("spinbutton", { name: "Columns" }).fill(String(width));
  await page.getByRole("spinbutton", { name: "Rows" }).fill(String(height));
  await choose("Your colour", "black");
  await choose("Handicap", String(handicap));
  await ann.press("Offer");
  await bob.press(`Play: the offer of ${name}`);
  await page.locator(".may-play").waitFor();
  return people;
}

/** Every point is where it is said to be, and the board lies within the window. */
async function lies(person) {
  const { width, height, page } = person;
  const board = page.locator(".board:not(.small)");
  assert.deepEqual(
    [await board.getAttribute("aria-rowcount"), await board.getAttribute("aria-colcount")],
    [String(height), String(width)],
  );
  const [around, first, last] = await Promise.all(
    [board, board.locator("[data-point]").first(), board.locator("[data-point]").last()].map((one) => one.boundingBox()),
  );
  assert.ok(Math.abs(first.width - first.height) < 0.1, "points are square");
  assert.ok(first.x >= around.x && first.y >= around.y, "the upper left corner is on the board");
  assert.ok(last.x + last.width <= around.x + around.width && last.y + last.height <= around.y + around.height);
  assert.ok(Math.abs(last.x - first.x - (width - 1) * first.width) < 1);
  assert.ok(Math.abs(last.y - first.y - (height - 1) * first.height) < 1);
  const size = page.viewportSize();
  assert.ok(around.x >= 0 && around.x + around.width <= size.width, "nothing is cut off");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}

test("an oblong board, on which Black places his handicap stones where he likes", async () => {
  const [ann, bob] = await begun(13, 9, 3);
  await lies(ann);
  const stones = ["A1", "N9", "G5"];
  for (const [at, vertex] of stones.entries()) {
    await ann.page.locator(".may-play").waitFor();
    assert.equal(await ann.page.getByRole("button", { name: "Pass", exact: true }).count(), 0, "who places does not pass");
    assert.equal(await bob.page.locator(".may-play").count(), 0, "White waits for all of them");
    await ann.point(vertex).click();
    for (const placed of stones.slice(0, at + 1)) await bob.sees(`${placed} black`);
  }
  await bob.page.locator(".may-play").waitFor();
  await bob.point("M9").click();
  await ann.sees("M9 white, last move");
  const { setup, handicap_stones, moves, to_move, board } = await ann.snapshot();
  assert.deepEqual(setup.size, { width: 13, height: 9 });
  assert.deepEqual([handicap_stones, moves], [stones, "M9"]);
  assert.equal(to_move, "black");
  // rows from above, 13 points each
  assert.equal(board.slice(0, 13), "...........OX");
  assert.equal(board.slice(-13), "X............");
  assert.equal(board.indexOf("X", 13), 4 * 13 + 6);
  // before the first move there are the stones that were placed
  await bob.press("A move back");
  await bob.says("0 / 1");
  await bob.sees("M9");
  for (const vertex of stones) await bob.sees(`${vertex} black`);
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

const EXTREMES = [[25, 25, "Z25"], ...(process.env.TENGEN_LONG ? [[5, 25, "E25"], [25, 2, "Z2"]] : [])];

test("boards as large and as narrow as can be, on a desk and on a phone", async () => {
  for (const [width, height, corner] of EXTREMES) {
    const [ann, bob] = await begun(width, height);
    await lies(ann);
    await ann.point(corner).click();
    await bob.sees(`${corner} black, last move`);
    await bob.page.setViewportSize({ width: 390, height: 844 });
    await bob.page.locator(".may-play").waitFor();
    await lies(bob);
    await bob.point("A1").click();
    await ann.sees("A1 white, last move");
    assert.equal((await ann.snapshot()).moves, `${corner} A1`);
    assert.deepEqual([...ann.faults, ...bob.faults], []);
  }
});
