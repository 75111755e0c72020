// WebKit, the engine of Safari: a whole short game, watched, in two languages. In the long tier alone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { smoke } from "./smoke.mjs";
import { WebKit } from "./webkit.mjs";

let chromium, webkit;
before(async () => {
  [chromium, webkit] = await Promise.all([launch(), WebKit.launch()]);
});
after(() => Promise.all([chromium?.close(), webkit?.close()]));

test("a game between a Chromium and a WebKit, and another WebKit watches", async () => {
  await smoke(chromium, (url) => webkit.page(url));
  assert.deepEqual(await webkit.faults(), []);
});
