// Nothing is said by colour alone: the last move and dead stones are told by light and dark, however colours are seen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begun, launch } from "./browser.mjs";

const SIGHTS = ["achromatopsia", "deuteranopia", "protanopia", "tritanopia"];
/**
 * The ring that is looked at, in spaces of two lines: inside of a stone without its rim, and without its middle, where
 * a dead stone shows whose the point is.
 */
const RING = [0.18, 0.33];
/** A mark is so much lighter or darker than its stone at least (WCAG 2.2 asks 4.5 of letters) .. */
const MARKED = 4.5;
/** .. and a stone without one, however it shines, has no more in it. */
const PLAIN = 3.5;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/**
 * The contrast (WCAG 2.2) within rings of a picture: of the light and the dark parts, 3 of 100 being left out at each end.
 * This runs in a blank page.
 */
async function contrasts({ png, rings }) {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const linear = (at) => (data[at] <= 10 ? data[at] / 255 / 12.92 : ((data[at] / 255 + 0.055) / 1.055) ** 2.4);
  return rings.map(({ x, y, from, to }) => {
    const light = [];
    for (let v = Math.ceil(y - to); v <= y + to; v += 1) {
      for (let u = Math.ceil(x - to); u <= x + to; u += 1) {
        const at = 4 * (v * width + u);
        const distance = Math.hypot(u - x, v - y);
        if (distance < from || distance > to) continue;
        light.push(0.2126 * linear(at) + 0.7152 * linear(at + 1) + 0.0722 * linear(at + 2));
      }
    }
    light.sort((a, b) => a - b);
    const part = (of) => light[Math.floor(of * (light.length - 1))] + 0.05;
    return part(0.97) / part(0.03);
  });
}

test("the last move and dead stones are seen without colours", async () => {
  const small = { reducedMotion: "reduce", viewport: { width: 480, height: 640 } };
  const [ann, bob] = await begun(browser, small);
  const blank = await (await browser.newContext()).newPage();
  const cdp = await ann.context.newCDPSession(ann.page);
  const board = ann.page.locator(".board:not(.small)");

  /** What is seen of some stones, by each sight: the contrast in a stone that is marked or is not. */
  const look = async (marked, plain) => {
    // no pointer, no focus: only what everybody sees
    await ann.page.mouse.move(2, 2);
    await ann.page.locator("main").focus();
    const around = await board.boundingBox();
    const rings = [];
    for (const vertex of [...marked, ...plain]) {
      const box = await ann.point(vertex).boundingBox();
      const [from, to] = RING.map((of) => of * box.width);
      rings.push({ x: box.x - around.x + box.width / 2, y: box.y - around.y + box.height / 2, from, to });
    }
    for (const type of SIGHTS) {
      await cdp.send("Emulation.setEmulatedVisionDeficiency", { type });
      const png = (await ann.page.screenshot({ clip: around })).toString("base64");
      const found = await blank.evaluate(contrasts, { png, rings });
      for (const [at, vertex] of [...marked, ...plain].entries()) {
        const isMarked = at < marked.length;
        const said = `${vertex} ${isMarked ? "marked" : "plain"}, ${type}: ${found[at].toFixed(2)}`;
        if (process.env.TENGEN_SIGHTS) console.log(said);
        assert.ok(isMarked ? found[at] >= MARKED : found[at] <= PLAIN, said);
      }
    }
  };

  await ann.point("C3").click();
  await bob.page.locator(".may-play").waitFor();
  await bob.point("G7").click();
  await ann.sees("G7 white, last move");
  await look(["G7"], ["C3"]);
  await ann.point("E5").click();
  await ann.sees("E5 black, last move");
  await look(["E5"], ["C3", "G7"]);
  await bob.pass();
  await ann.pass();
  await ann.page.locator(".may-mark").waitFor();
  await ann.point("E5").click();
  await ann.sees("E5 black, dead");
  await ann.point("G7").click();
  await ann.sees("G7 white, dead");
  await look(["E5", "G7"], ["C3"]);
  await blank.context().close();
});
