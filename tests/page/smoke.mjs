// A short game on 9x9 between a Chromium and another browser, in which White is a guest and a third watches.

import assert from "node:assert/strict";
import { Person, URL_OF_PAGE } from "./browser.mjs";

const BOARD = ".board:not(.small)";
/** White's stone is taken by E5 and may not retake at once. */
const MOVES = ["C5 F5", "D6 E6", "D4 E4", "A1 D5"];

/**
 * @param {import("playwright-core").Browser} chromium
 * @param {(url: string) => Promise<import("./driven.mjs").Driven & {click: (selector: string) => Promise<void>}>} open a page
 *   of the other browser, with cookies of its own
 */
export async function smoke(chromium, open) {
  const ann = await Person.at(chromium);
  const name = await ann.guest();
  await ann.offer();
  const bob = await open(`${URL_OF_PAGE}#/`);
  await bob.click("header button:not([aria-label])");
  await bob.click("dialog .guest");
  await bob.click(`.offer button[aria-label$="${name}"]`);
  await bob.sees(BOARD);
  await ann.page.locator(".may-play").waitFor();
  const at = async (vertex) => `${BOARD} [data-point="${await ann.point(vertex).getAttribute("data-point")}"]`;
  const black = async (vertex) => {
    await ann.point(vertex).click();
    await bob.sees(`${BOARD} [aria-label]`, `${vertex} black, last move`);
  };
  const white = async (vertex) => {
    await bob.sees(".may-play");
    await bob.click(await at(vertex));
    await ann.sees(`${vertex} white, last move`);
  };
  await black("C5");
  const eve = await open(ann.page.url());
  await eve.sees(`${BOARD} [aria-label]`, "C5 black, last move");
  await white("F5");
  for (const [one, two] of MOVES.slice(1).map((pair) => pair.split(" "))) {
    await black(one);
    await white(two);
  }
  await black("E5");
  await bob.sees(".may-play");
  await bob.click(await at("D5"));
  await bob.sees("main", "D5: ko: that point may not be retaken yet");
  await eve.sees(`${BOARD} [aria-label]`, "E5 black, last move");

  // another language, while the game goes on
  await eve.click("header button[aria-label]");
  await eve.value(`(() => {
    const box = document.querySelector("dialog select");
    box.value = "zh-Hans";
    box.dispatchEvent(new Event("change"));
  })()`);
  await eve.sees(":lang(zh-Hans) .board [aria-label]", "E5 黑方，最后一手");

  const press = async (button) => {
    await bob.click(`${button}`);
    await bob.click("dialog .main");
  };
  await press(".controls .buttons button:nth-child(2)"); // after undo
  await ann.pass();
  await bob.sees(".may-mark");
  await bob.click(await at("A1"));
  await ann.sees("A1 black, dead");
  await bob.sees(`${BOARD} [aria-label]`, "A1 black, dead");
  await ann.press("Accept the marks");
  await bob.click(".controls .main");
  await ann.says(/wins by/);
  const result = await ann.page.locator(".controls .state").textContent();
  await bob.sees(".controls .state", result);
  await eve.sees(".controls .state", "胜");
  const { moves, outcome } = await ann.snapshot();
  assert.equal(moves, "C5 F5 D6 E6 D4 E4 A1 D5 E5 pass pass");
  assert.equal(outcome.reason, "count");
  assert.deepEqual(ann.faults, []);
  return { ann, bob, eve };
}
