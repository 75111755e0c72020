// The page below a path of another site: nothing outside the path is asked for.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { URL_OF_PAGE, begun, launch } from "./browser.mjs";

const { origin, pathname } = new URL(URL_OF_PAGE);
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("without the last slash one is sent on", async () => {
  assert.ok(pathname.length > 2, "this server has no path");
  const answer = await fetch(`${origin}${pathname.slice(0, -1)}?a=b`, { redirect: "manual" });
  assert.equal(answer.status, 308);
  assert.equal(new URL(answer.headers.get("location"), origin).href, `${URL_OF_PAGE}?a=b`);
});

test("a game is played, and a reload keeps one logged in", async () => {
  const addresses = [];
  const prepare = async (context) => {
    context.on("request", (request) => addresses.push(request.url()));
    context.on("page", (page) => page.on("websocket", (socket) => addresses.push(socket.url())));
  };
  const [ann, bob] = await begun(browser, { prepare }, { prepare });
  await ann.point("E5").click();
  await bob.sees("E5 black, last move");
  await bob.page.reload();
  await bob.sees("E5 black, last move");
  await bob.point("C3").click();
  await ann.sees("C3 white, last move");
  for (const { path } of await bob.context.cookies(`${URL_OF_PAGE}api/v1/browser/refresh`)) {
    assert.equal(path.replace(/\/$/, ""), `${pathname}api/v1/browser`);
  }
  await ann.press("Resign");
  await ann.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await bob.says("White wins by resignation");
  const record = bob.page.waitForEvent("download");
  await bob.page.getByText("SGF").first().click();
  assert.match((await record).suggestedFilename(), /\.sgf$/);
  assert.ok(addresses.includes(`${URL_OF_PAGE}api/v1/games/${bob.game}.sgf`), "the record");
  const outside = addresses.filter((at) => !new URL(at).pathname.startsWith(pathname));
  assert.deepEqual(outside, []);
  assert.ok(addresses.some((at) => at.startsWith("ws:")));
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});
