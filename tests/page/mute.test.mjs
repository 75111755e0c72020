// Whoever talks can be muted, is shown as muted, also after a reload and in other games, and can be heard again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, launch } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("whom one has muted is not heard until that is taken back", async () => {
  const people = [];
  for (const _ of "1234") people.push(await Person.at(browser));
  const [ann, bob, eve, dan] = people;
  const names = [];
  for (const person of people) names.push(await person.guest());
  await ann.press("New offer");
  await ann.press("Offer");
  await bob.press(`Play: the offer of ${names[0]}`);
  await ann.page.waitForURL(/#\/game\//);
  const path = new URL(ann.page.url()).hash;
  const tell = async (person, text) => {
    await person.page.locator(".say input").fill(text);
    await person.page.keyboard.press("Enter");
    await person.says(text);
  };
  for (const person of [eve, dan]) await person.page.goto(URL_OF_PAGE + path);
  await tell(dan, "first of Dan");
  await eve.page.getByRole("button", { name: names[3], exact: true }).click();
  await eve.press("Mute");
  await eve.says("Muted: 1");
  const heard = (text) => eve.page.locator(".line", { hasText: text }).count();
  assert.equal(await heard("first of Dan"), 0, "what he has said goes");
  await tell(dan, "second of Dan");
  await tell(eve, "of Eve");
  await dan.says("of Eve");
  assert.equal(await heard("second of Dan"), 0);
  await eve.page.reload();
  await eve.says("of Eve");
  await eve.says("Muted: 1");
  await eve.page.locator(".muted summary").click();
  await eve.press(`Hear again: ${names[3]}`);
  await eve.says("first of Dan");
  await eve.says("second of Dan");
  const lines = await eve.page.locator(".line .text").allTextContents();
  assert.deepEqual(lines, ["first of Dan", "second of Dan", "of Eve"], "in order and once");
  await eve.page.locator(".muted").waitFor({ state: "hidden" });
  // a line has 300 characters (code points), of which each of these is two units of a browser's
  const field = eve.page.locator(".say input");
  await field.fill("𠮷".repeat(301));
  await eve.says("characters of a line: at most 300, not 301");
  await field.press("Enter");
  assert.equal(await field.inputValue(), "𠮷".repeat(301), "nothing is lost");
  await tell(eve, "𠮷".repeat(300));
  await dan.says("𠮷".repeat(300));
  await eve.page.locator(".talk .problem:not(:empty)").waitFor({ state: "detached" });
  // heaps of marks stay within their line
  await tell(eve, `Z${"\u0310\u0351".repeat(140)}`);
  assert.equal(await eve.page.locator(".line").last().evaluate((line) => getComputedStyle(line).overflowY), "clip");
  // nobody mutes himself
  assert.equal(await eve.page.getByRole("button", { name: names[2], exact: true }).count(), 0);
  for (const { faults } of people) assert.deepEqual(faults, []);
});
