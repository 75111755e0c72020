// At 400 kbit/s and 400 ms for the way and back the board of a game is seen within 5 s. Bytes and round trips are
// counted and not seconds, which are those of the machine too.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, launch } from "./browser.mjs";

/** Bytes a second. */
const RATE = (400 * 1000) / 8;
/** For the way and back, ms. */
const LATENCY = 400;
/** Connections that a browser opens to one server. */
const CONNECTIONS = 6;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("the first board needs few bytes and few requests", async () => {
  const ann = await Person.at(browser);
  const bob = await Person.at(browser);
  const name = await ann.guest();
  await ann.press("New offer");
  await ann.page.locator("dialog select").nth(0).selectOption("19");
  await ann.page.locator("dialog select").nth(3).selectOption("black");
  await ann.page.locator("dialog button[type=submit]").click();
  await bob.guest();
  await bob.press(`Play: the offer of ${name}`);
  await ann.page.locator(".may-play").waitFor();
  await ann.page.locator('[data-point="60"]').click();
  await bob.page.locator(".may-play").waitFor();
  const address = ann.page.url();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const rates = { downloadThroughput: RATE, uploadThroughput: RATE };
  await network.send("Network.emulateNetworkConditions", { offline: false, latency: LATENCY, ...rates });
  // what is asked for when something has been answered is one round further
  const [rounds, begins] = [[], new Map()];
  let [bytes, answered] = [0, 0];
  network.on("Network.requestWillBeSent", ({ requestId }) => begins.set(requestId, answered));
  network.on("Network.responseReceived", ({ requestId }) => {
    answered = Math.max(answered, (begins.get(requestId) ?? 0) + 1);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const round = begins.get(requestId) ?? 0;
    rounds[round] = (rounds[round] ?? 0) + 1;
    bytes += encodedDataLength;
  });
  const said = () => `${rounds.reduce((a, b) => a + b, 0)} requests in rounds of ${rounds.join(", ")}, ${bytes} bytes`;
  const begun = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(".board .stone.black").first().waitFor();
  const trips = rounds.reduce((sum, requests) => sum + Math.ceil(requests / CONNECTIONS), 0);
  // to open the first connection is a round trip, and the others open beside it
  const ms = (1 + trips) * LATENCY + (bytes / RATE) * 1000;
  console.log(`the board after ${Math.round(performance.now() - begun)} ms here, ${Math.round(ms)} ms there: ${said()}`);
  assert.ok(ms < 5_000, `${ms} ms: ${said()}`);
  await page.locator(".controls .state:not(:empty)").waitFor({ timeout: 30_000 });
  console.log(`everything after ${Math.round(performance.now() - begun)} ms here: ${said()}`);
  assert.ok(address.startsWith(URL_OF_PAGE));
});
