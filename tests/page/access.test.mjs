// axe-core finds nothing on any page, in light and dark, wide and narrow; the page fits at 200 % zoom.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, launch } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

async function violations(person) {
  await person.page.evaluate(AXE);
  const found = await person.page.evaluate(async () => (await window.axe.run(document)).violations);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html}\n${node.failureSummary}`).join("\n")}`);
}

const fits = (person) => person.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

const looks = [
  { name: "wide and light" },
  { name: "narrow and dark", viewport: { width: 390, height: 844 }, colorScheme: "dark", language: "zh-TW", hasTouch: true },
  // what is left of 1280x800 at 200 %
  { name: "zoomed", viewport: { width: 640, height: 400 }, language: "zh-CN" },
];
for (const { name, ...look } of looks) {
  test(`nothing is found, ${name}`, async () => {
    const person = await Person.at(browser, { bypassCSP: true, reducedMotion: "reduce", ...look });
    const check = async (where) => {
      // axe looks at the same things again, so the third look is in the long tier alone
      if (name !== "zoomed" || process.env.TENGEN_LONG) assert.deepEqual(await violations(person), [], where);
      assert.ok(await fits(person), `${where} is too wide`);
    };
    await check("lobby");
    await person.page.locator("header button:not([aria-label])").click();
    await check("log in");
    await person.page.locator("dialog .guest").click();
    await person.page.locator("header .who:not(:empty)").waitFor();
    await person.page.locator(".offers-card .row button").click();
    await check("offer");
    // all that the form has, and a field that is wrong
    await person.page.locator("dialog summary").click();
    for (const at of [0, 2, 5]) await person.page.locator("dialog select").nth(at).selectOption("other");
    await person.page.locator("dialog select").nth(4).selectOption("2");
    await person.page.locator("dialog .wrong:not(:empty)").waitFor();
    await check("the whole offer");
    await person.page.locator("dialog select").nth(4).selectOption("0");
    for (const [at, value] of [[2, "1"], [5, ""]]) await person.page.locator("dialog select").nth(at).selectOption(value);
    await person.page.locator("dialog select").first().selectOption("9");
    await person.page.locator("dialog select").nth(3).selectOption("black");
    await person.page.locator("dialog button[type=submit]").click();
    await person.page.locator(".offer").first().waitFor();
    await check("lobby with an offer");
    const other = await Person.at(browser);
    await other.guest();
    const who = await person.page.locator("header .who").textContent();
    await other.press(`Play: the offer of ${who}`);
    await person.page.locator(".may-play").waitFor();
    await check("game");
    await person.page.locator(".board [tabindex='0']").press("Enter");
    await other.page.locator(".may-play").waitFor();
    await other.point("D4").click();
    await person.page.locator(".may-play").waitFor();
    await other.page.locator(".say input").fill("hello");
    await other.page.keyboard.press("Enter");
    await person.page.locator(".speaker").click();
    await check("a person");
    await person.page.locator("dialog .choices button").last().click();
    await person.page.locator(".muted summary").click();
    await check("somebody is muted");
    await person.page.locator("header button[aria-label]").click();
    await check("settings");
    await person.page.keyboard.press("Escape");
    // what is asked before something is done that cannot be taken back
    const pass = person.page.locator(".controls .buttons .pass");
    const resign = person.page.locator(".controls .buttons .danger");
    const logOut = person.page.locator("header button:not([aria-label])");
    for (const [what, ask] of Object.entries({ pass, resign, logOut })) {
      await ask.click();
      await person.page.locator("dialog .main").waitFor();
      await check(`asks: ${what}`);
      await person.page.keyboard.press("Escape");
      await person.page.locator("dialog").waitFor({ state: "detached" });
    }
    for (const one of [person, other]) {
      // whoever has just been passed to may not know it yet
      await one.page.locator(".may-play").waitFor();
      await one.page.locator(".controls .buttons .pass").click();
      await one.page.locator("dialog .main").click();
      await one.page.locator(".may-play").waitFor({ state: "detached" });
    }
    await person.page.locator(".may-mark").waitFor();
    await person.point("D4").click();
    await person.page.locator(".cross").waitFor();
    await check("scoring");
    for (const [width, height] of [[320, 568], [844, 390], [768, 1024], [1920, 1080]]) {
      await person.page.setViewportSize({ width, height });
      assert.ok(await fits(person), `a game is too wide for ${width}x${height}`);
      const [board, slider] = await Promise.all([".board", ".review"].map((at) => person.page.locator(at).boundingBox()));
      assert.ok(board.width >= 280 && slider.y >= board.y + board.height, `${width}x${height}`);
    }
    await person.page.setViewportSize(look.viewport ?? { width: 1280, height: 800 });
    await person.page.goto(`${URL_OF_PAGE}#/archive`);
    await person.page.locator(".archive tbody tr").or(person.page.locator(".archive .hint:not(:empty)")).first().waitFor();
    await check("games that ended");
    assert.deepEqual(person.faults, []);
  });
}
