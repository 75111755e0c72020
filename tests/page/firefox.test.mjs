// Firefox: a whole short game, watched, in two languages. In the long tier alone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Firefox } from "./bidi.mjs";
import { launch } from "./browser.mjs";
import { smoke } from "./smoke.mjs";

let chromium, firefox;
before(async () => {
  [chromium, firefox] = await Promise.all([launch(), Firefox.launch()]);
});
after(() => Promise.all([chromium?.close(), firefox?.close()]));

test("a game between a Chromium and a Firefox, and another Firefox watches", async () => {
  await smoke(chromium, (url) => firefox.page(url));
  assert.deepEqual(firefox.faults, []);
});
