// A finger on a phone: 19 lines on 390 pixels, and nothing is played that was not meant.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, launch, until } from "./browser.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** The board of a phone's player who is to move in a new game. */
async function begun() {
  const ann = await Person.at(browser, PHONE);
  const bob = await Person.at(browser);
  for (const person of [ann, bob]) person.width = person.height = 19;
  const name = await ann.guest();
  await bob.guest();
  await ann.page.locator(".offers-card .row button").tap();
  await ann.page.getByRole("combobox", { name: "Your colour" }).selectOption("black");
  await ann.page.locator("dialog button[type=submit]").tap();
  await bob.press(`Play: the offer of ${name}`);
  await ann.page.locator(".may-play").waitFor();
  return [ann, bob];
}

const moves = async (person) => {
  const game = new URL(person.page.url()).hash.slice("#/game/".length);
  return (await (await fetch(new URL(`api/v1/games/${game}`, URL_OF_PAGE))).json()).snapshot.moves;
};
const chosen = (person, vertex) => person.page.getByRole("button", { name: `Play ${vertex}`, exact: true }).waitFor();

test("a finger chooses, looks through the loupe, moves the stone, and plays by a second deed", async () => {
  const [ann, bob] = await begun();
  const { page } = ann;
  assert.equal(await page.locator(".nudge").isVisible(), false);
  await ann.point("D4").tap();
  await chosen(ann, "D4");
  const box = async (at) => (await page.locator(at).boundingBox()) ?? {};
  const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  assert.equal(overlap(await box(".loupe"), await box(".stone.chosen")), false, "the loupe hides nothing that was meant");
  await ann.point("Q16").tap();
  await chosen(ann, "Q16");
  assert.equal(overlap(await box(".loupe"), await box(".stone.chosen")), false);
  for (const name of ["One line to the left", "One line down", "One line down", "One line to the right", "One line up"]) {
    await page.getByRole("button", { name }).tap();
  }
  await chosen(ann, "Q15");
  // a finger that lies elsewhere drags the stone two lines to the left and one up
  const step = (await box(".board")).width / (18 + 2 * 1.15);
  const from = await box(`.board [data-point="${19 * 15 + 9}"]`);
  const at = (dx, dy) => [{ x: from.x + from.width / 2 + dx * step, y: from.y + from.height / 2 + dy * step }];
  const cdp = await ann.context.newCDPSession(page);
  const touch = (type, touchPoints) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints });
  const scrolled = await page.evaluate(() => scrollY);
  await touch("touchStart", at(0, 0));
  for (let n = 1; n <= 4; n += 1) await touch("touchMove", at(-n / 2, -n / 4));
  await chosen(ann, "O16");
  await touch("touchEnd", []);
  await chosen(ann, "O16");
  assert.equal(await page.evaluate(() => scrollY), scrolled, "the page stays where it is");
  assert.equal(await moves(ann), "", "nothing was played");
  await until(async () => {
    await ann.point("O16").tap();
    return (await moves(ann)) === "O16";
  });
  await bob.sees("O16 black, last move");
  await page.locator(".loupe").waitFor({ state: "hidden" });
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("two touches in a row are one, and a stone cannot be chosen", async () => {
  const [ann, bob] = await begun();
  await ann.point("D4").tap();
  await ann.page.getByRole("button", { name: "Play D4" }).tap();
  await bob.page.locator(".may-play").waitFor();
  await bob.point("Q4").click();
  await ann.page.locator(".may-play").waitFor();
  await ann.point("Q4").tap();
  await ann.point("C3").evaluate((point) => {
    for (let n = 0; n < 2; n += 1) {
      point.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true, isPrimary: true }));
      point.dispatchEvent(new PointerEvent("pointerup", { pointerType: "touch", bubbles: true, isPrimary: true }));
      point.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
  });
  await chosen(ann, "C3");
  assert.equal(await ann.page.locator(".stone.sent").count(), 0);
  await ann.press("Cancel");
  assert.equal(await ann.page.locator(".stone.chosen").count(), 0);
  assert.equal(await moves(ann), "D4 Q4");
  // what was chosen does not outlive the game
  await ann.point("C3").tap();
  await chosen(ann, "C3");
  await bob.press("Resign");
  await bob.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await ann.says("Black wins by resignation");
  for (const left of [".stone.chosen", ".loupe:not([hidden])", ".nudge:not([hidden])"]) {
    assert.equal(await ann.page.locator(left).count(), 0, left);
  }
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});
