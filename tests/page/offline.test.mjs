// Without a network for a while: what was played then is sent when there is one again, once.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Person, Wire, begun, launch, until } from "./browser.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

async function offline(person, wire) {
  wire.gone = true;
  await person.context.setOffline(true);
  await wire.cut();
  await person.page.locator("header[data-link=down]").waitFor();
}

async function online(person, wire) {
  wire.gone = false;
  await person.context.setOffline(false);
  await person.page.locator("header[data-link=up]").waitFor();
}

test("a move made while offline is sent once, and what was missed is there", async () => {
  const wire = new Wire();
  const [ann, bob] = await begun(browser, { wire });
  const plays = () => wire.sent.filter(({ type }) => type === "play");

  await offline(ann, wire);
  await ann.point("E5").click();
  await ann.says(/E5.*connection/i);
  // impatience is no second move
  await ann.point("E5").click();
  await ann.point("C7").click();
  assert.deepEqual(plays(), []);
  assert.equal((await bob.snapshot()).moves, "");
  await online(ann, wire);
  await bob.sees("E5 black, last move");
  await ann.sees("E5 black, last move");
  assert.deepEqual(plays().map(({ vertex }) => vertex), ["E5"]);

  // the opponent plays while she is away
  await offline(ann, wire);
  await bob.point("G7").click();
  await bob.sees("G7 white, last move");
  await ann.sees("E5 black, last move");
  await online(ann, wire);
  await ann.sees("G7 white, last move");

  // what the opponent did meanwhile makes a resignation no less one
  await offline(ann, wire);
  await ann.press("Resign");
  await ann.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await online(ann, wire);
  await bob.says("White wins by resignation");
  await ann.says("White wins by resignation");
  const { moves } = await until(() => ann.snapshot());
  assert.equal(moves, "E5 G7");
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("a page that cannot be had is there as soon as there is a connection", async () => {
  const wire = new Wire();
  const ann = await Person.at(browser, { wire });
  await ann.page.locator("header[data-link=up]").waitFor();
  await offline(ann, wire);
  await ann.page.getByRole("link", { name: "Finished games", exact: true }).first().click();
  await ann.says("The server cannot be reached.");
  await online(ann, wire);
  await ann.page.locator("main.archive").waitFor();
  assert.deepEqual(ann.faults, []);
});
