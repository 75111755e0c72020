// Draws the pictures of the page that README.md shows: two people play a game in two browsers, one on a phone.
//
//   node tests/page/run.mjs SERVER -- pictures.mjs
//
// writes server/pictures/*.jpg anew. With PICTURES=DIR it writes DIR/*.png instead, in light and dark, English and
// Chinese, to be looked at.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Person, launch } from "./browser.mjs";
import { DEAD, MOVES } from "./game.mjs";

const looked = process.env.PICTURES;
const folder = looked ?? join(dirname(fileURLToPath(import.meta.url)), "../../server/pictures");
mkdirSync(folder, { recursive: true });
/** The most bytes that a picture has. */
const MOST = 150 * 1024;

/** A picture as large as it may be. */
async function draw({ page }, name) {
  if (looked) return look(page, name);
  for (let quality = 82; quality >= 40; quality -= 6) {
    const picture = await page.screenshot({ type: "jpeg", quality, animations: "disabled" });
    if (picture.length <= MOST) return writeFileSync(join(folder, `${name}.jpg`), picture);
  }
  throw new Error(`${name} has more than ${MOST} bytes`);
}

/** A picture in light and dark, English and Chinese. */
async function look(page, name) {
  const was = await page.evaluate(() => document.documentElement.lang);
  for (const language of ["en", "zh-Hans"]) {
    await page.locator("header button[aria-label]").click();
    await page.locator("dialog select").first().selectOption(language);
    await page.locator(`:lang(${language}) main .board`).first().waitFor();
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: join(folder, `${name}-${language}-${colorScheme}.png`), animations: "disabled" });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator("header button[aria-label]").click();
  await page.locator("dialog select").first().selectOption(was);
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const browser = await launch();

async function enter(name, options) {
  // a stone that is just being put is half there
  const person = await Person.at(browser, { reducedMotion: "reduce", ...options });
  person.width = 19;
  person.height = 19;
  const { page } = person;
  await page.evaluate(() => localStorage.setItem("tengen-settings", JSON.stringify({ confirm: "never" })));
  await page.reload();
  await page.locator("header button:not([aria-label])").click();
  await page.locator("dialog input").nth(0).fill(name);
  await page.locator("dialog input").nth(1).fill("a password for pictures");
  await page.locator("dialog form .buttons button").first().click();
  await page.locator("header .who", { hasText: name }).waitFor();
  return person;
}

async function offer(person, choices) {
  await person.page.locator(".offers-card .row button").click();
  for (const [at, value] of Object.entries(choices)) {
    await person.page.locator("dialog select").nth(Number(at)).selectOption(value);
  }
  await person.page.locator("dialog button[type=submit]").click();
  await person.page.locator("dialog").waitFor({ state: "detached" });
}

async function begin(black, white, choices, name) {
  await offer(black, { 3: "black", ...choices });
  await white.page.locator(".offer", { hasText: name }).locator("button").click();
  for (const { page } of [black, white]) await page.waitForURL(/#\/game\//);
  await black.page.locator(".may-play").waitFor();
}

async function play(black, white, moves) {
  for (const [at, move] of moves.entries()) {
    const person = at % 2 === 0 ? black : white;
    await person.page.locator(".may-play").waitFor();
    if (move === "pass") await person.page.locator(".controls .buttons .pass").click();
    else await person.point(move).click();
  }
}

const kirin = await enter("Kirin", {});
const longma = await enter("龙马", { ...PHONE, language: "zh-CN" });
const phoenix = await enter("Phoenix", {});
const tiger = await enter("白虎", { language: "zh-CN" });

// something to see in the lobby
await begin(phoenix, tiger, { 0: "9", 2: "4" }, "Phoenix");
phoenix.width = phoenix.height = tiger.width = tiger.height = 9;
await play(phoenix, tiger, "E5 G3 C3 G7 C7 G5 D8 E3 D3 E7 D6".split(" "));
const turtle = await enter("玄武", {});
await offer(turtle, { 0: "13", 1: "aga", 2: "5" });
const ox = await enter("Ox", {});
await offer(ox, { 2: "3", 4: "4", 3: "white" });

await begin(kirin, longma, { 2: "2" }, "Kirin");
await play(kirin, longma, MOVES.slice(0, 121));
await kirin.page.locator(".say input").fill("Good luck!");
await kirin.page.locator(".say button").click();
await longma.page.getByText("Good luck!").waitFor();
await longma.page.locator(".may-play").waitFor();
await draw(kirin, "page-game");
await draw(longma, "page-phone");
await turtle.page.locator(".small-stones").first().waitFor();
await turtle.page.locator(".offer", { hasText: "Ox" }).waitFor(); // the lists are read each 5 s
await turtle.page.getByText(/121/).waitFor();
await draw(turtle, "page-lobby");
await turtle.page.setViewportSize(PHONE.viewport);
await draw(turtle, "page-phone-lobby");
await kirin.page.emulateMedia({ colorScheme: "dark" });
await draw(kirin, "page-dark");
await kirin.page.emulateMedia({ colorScheme: "light" });
const rest = MOVES.slice(121);
await play(longma, kirin, rest);
await kirin.page.locator(".may-mark").waitFor();
for (const vertex of DEAD) {
  await kirin.point(vertex).click();
  await kirin.sees(`${vertex} black, dead`);
}
await draw(kirin, "page-scoring");
await draw(longma, "page-phone-scoring");
await browser.close();
