// Somebody who has only a keyboard becomes a guest, offers a game, plays, talks, looks back and resigns.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, launch } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("everything is done by keyboard", async () => {
  const ann = await Person.at(browser);
  const bob = await Person.at(browser);
  const { keyboard } = ann.page;
  /** Goes on until what has the focus is called so. */
  const tabTo = async (name) => {
    for (let n = 0; n < 80; n += 1) {
      const found = await ann.page.evaluate((wanted) => {
        const at = document.activeElement;
        const label = at?.getAttribute("aria-label") ?? at?.labels?.[0]?.firstElementChild?.textContent ?? at?.textContent;
        return label === wanted;
      }, name);
      if (found) return;
      await keyboard.press("Tab");
    }
    throw new Error(`${name} is not to be had by Tab`);
  };
  const press = async (name, key = "Enter") => {
    await tabTo(name);
    await keyboard.press(key);
  };
  await ann.page.evaluate(() => document.querySelector("main").classList.add("old"));
  await press("Log in");
  await press("Play as a guest");
  await ann.page.locator("header .who:not(:empty)").waitFor();
  const name = await ann.page.locator("header .who").textContent();
  await ann.page.locator("main:not(.old)").waitFor();
  await press("New offer");
  await tabTo("Board");
  await keyboard.type("9");
  await tabTo("Your colour");
  await keyboard.type("plays B");
  await press("Offer");
  await bob.guest();
  await bob.press(`Play: the offer of ${name}`);
  await ann.page.locator(".may-play").waitFor();
  assert.equal(await ann.page.evaluate(() => document.activeElement?.tagName), "MAIN", "one starts at the game");
  await tabTo("E5");
  await keyboard.press("ArrowUp");
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await bob.sees("F6 black, last move");
  await bob.point("F5").click();
  await ann.page.locator(".may-play").waitFor();
  await keyboard.press("l");
  await ann.says("F6: 1 stone, 3 liberties");
  await keyboard.press("[");
  await ann.says("1 / 2");
  await keyboard.press("]");
  // who has asked goes on where he was
  await press("Undo");
  await ann.page.getByRole("button", { name: "Withdraw the request" }).waitFor();
  assert.ok(await ann.page.evaluate(() => document.activeElement?.closest(".controls") !== null), "the focus is not lost");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await ann.page.getByRole("button", { name: "Undo", exact: true }).waitFor();
  await press("Say something", "Shift");
  await keyboard.type("hello");
  await keyboard.press("Enter");
  await bob.says("hello");
  await keyboard.press("Escape");
  // the head is behind the end of the page
  await press("Resign");
  await press("Resign");
  await bob.says("White wins by resignation");
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});
