// A bot offers a game, somebody at a page takes it, and they play to the end: GNU Go over `tengen bot`.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Person, URL_OF_PAGE, launch, until } from "./browser.mjs";

const CLIENT = process.env.TENGEN_CLIENT;
const ENGINE = "gnugo --mode gtp --chinese-rules --positional-superko --level 1";
const GAME = ["--size", "9", "--time", "30m", "--colour", "white", "--games", "1"];

// who is told to end runs no `after`
process.on("SIGTERM", () => process.exit(1));

let browser, home, bot, token;
before(async () => {
  home = mkdtempSync(join(tmpdir(), "tengen-bot-"));
  const env = { ...process.env, HOME: home, TENGEN_SERVER: URL_OF_PAGE, PATH: `${process.env.PATH}:/usr/games` };
  for (const name of ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"]) delete env[name];
  token = execFileSync(CLIENT, ["guest", "--print"], { env, encoding: "utf8" }).trim();
  bot = spawn(CLIENT, ["bot", "--engine", ENGINE, "--offer", ...GAME], {
    env: { ...env, TENGEN_TOKEN: token },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // whatever ends this file ends the bot: it would come back to the server for ever
  process.on("exit", () => bot.kill("SIGKILL"));
  bot.said = "";
  for (const stream of [bot.stdout, bot.stderr]) stream.on("data", (text) => (bot.said += text));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  if (bot?.exitCode === null) {
    bot.kill("SIGKILL");
    await once(bot, "close");
  }
  rmSync(home, { recursive: true });
});

/** Waits for something of the game; if it does not come, that is told with what the bot said. */
async function comes(person, is) {
  try {
    await until(async () => is(await person.snapshot()), 60_000);
  } catch (error) {
    const { phase, moves, to_move } = await person.snapshot();
    throw new Error(`${phase}, ${to_move} to play after ${moves}\n${bot.said}`, { cause: error });
  }
}

test("a bot is challenged, answers, passes, and agrees on what is dead", async () => {
  const me = await fetch(new URL("api/v1/me", URL_OF_PAGE), { headers: { authorization: `Bearer ${token}` } });
  const { name } = await me.json();
  const ann = await Person.at(browser);
  await ann.guest();
  await ann.press(`Play: the offer of ${name}`);
  let moves = "";
  for (const wishes of [["E5"], ["C3", "G7"]]) {
    // GNU Go's answer is its own choice: it may stand where the next stone was to go
    const vertex = wishes.find((wish) => !moves.split(" ").includes(wish));
    await ann.page.locator(".may-play").waitFor();
    await ann.point(vertex).click();
    const expected = [...moves.split(" ").filter(Boolean), vertex];
    await comes(ann, (now) => now.moves.split(" ").length === expected.length + 1);
    ({ moves } = await ann.snapshot());
    assert.deepEqual(moves.split(" ").slice(0, -1), expected, "the bot has answered");
    assert.match(moves, / [A-J][1-9]$/, "with a stone");
  }
  await ann.sees(`${moves.slice(-2)} white, last move`);

  for (;;) {
    const { phase, seq } = await ann.snapshot();
    if (phase === "scoring") break;
    await ann.pass();
    await comes(ann, (now) => now.seq > seq && (now.phase === "scoring" || now.to_move === "black"));
  }
  await ann.page.locator(".may-mark").waitFor();
  // White marks what it takes for dead and accepts that: then Black sees it, and may
  await comes(ann, ({ scoring }) => scoring?.accepted.white);
  await ann.press("Accept the marks");
  await ann.says(/White wins by .* zi/);
  const { outcome } = await ann.snapshot();
  assert.deepEqual([outcome.winner, outcome.reason], ["white", "count"]);
  if (bot.exitCode === null) await once(bot, "close");
  assert.equal(bot.exitCode, 0, bot.said);
  assert.deepEqual(ann.faults, []);
});
