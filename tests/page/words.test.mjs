// What people read, word for word, in each language; and that whatever the protocol names has a text.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const schema = (name) => JSON.parse(readFileSync(join(root, `protocol/schema/${name}.json`), "utf8"));
const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];

let game, refusals, time, words;
before(async () => {
  globalThis.document = { baseURI: "http://x/", documentElement: {} };
  globalThis.Node = class {};
  globalThis.fetch = async (url) => {
    const path = join(root, "protocol", decodeURIComponent(new URL(url).pathname));
    return { ok: true, text: async () => readFileSync(path, "utf8") };
  };
  const module = (path) => import(join(root, "server/web/words", path));
  [game, refusals, time, words] = await Promise.all(["game.js", "refusal.js", "time.js", "words.js"].map(module));
});

/** What a text is in each language. */
async function each(say) {
  const said = [];
  for (const language of LANGUAGES) {
    await words.speak(language);
    said.push(say());
  }
  return said;
}

const count = (quarter_zi) => ({
  result: "",
  reason: "count",
  ...(quarter_zi !== 0 && { winner: quarter_zi > 0 ? "black" : "white" }),
  count: { black: 185, white: 176, neutral: 0, quarter_zi },
});

test("results", async () => {
  for (const [outcome, expected] of [
    [count(3), ["Black wins by ¾ zi (1.5 points)", "黑胜 ¾ 子", "黑勝 ¾ 子"]],
    [count(-15), ["White wins by 3¾ zi (7.5 points)", "白胜 3¾ 子", "白勝 3¾ 子"]],
    [count(-2), ["White wins by ½ zi (1 point)", "白胜 ½ 子", "白勝 ½ 子"]],
    [count(8), ["Black wins by 2 zi (4 points)", "黑胜 2 子", "黑勝 2 子"]],
    [count(0), ["draw", "和棋", "和棋"]],
    [{ winner: "white", reason: "resignation" }, ["White wins by resignation", "白中盘胜", "白中盤勝"]],
    [
      { winner: "black", reason: "ruling", result: "B+3.5" },
      ["Black wins by 1¾ zi (3.5 points), by a ruling", "裁判判黑胜 1¾ 子", "裁判判黑勝 1¾ 子"],
    ],
    [{ winner: "black", reason: "ruling", result: "B+R" }, ["Black wins by a ruling", "裁判判黑胜", "裁判判黑勝"]],
    [{ winner: "white", reason: "time" }, ["White wins on time", "黑超时负", "黑超時負"]],
    [{ winner: "black", reason: "of a newer server" }, ["Black wins", "黑胜", "黑勝"]],
  ]) {
    assert.deepEqual(await each(() => game.outcomeText(outcome)), expected);
  }
  assert.equal((await each(() => game.outcomeWithArea(count(3))))[0], "Black wins by ¾ zi (1.5 points): area 185 to 176, 0 neutral");
});

test("a set time is shown as it is here and as it was said", async () => {
  await words.speak("en");
  const at = Date.UTC(2026, 11, 1, 2, 0);
  const here = time.dateAndTime(at);
  assert.equal(time.setTime(at), here);
  assert.equal(time.setTime(at, "Nowhere/City"), here);
  assert.equal(time.setTime(at, Intl.DateTimeFormat().resolvedOptions().timeZone), here);
  assert.equal(time.setTime(at, "Asia/Kathmandu"), `${here} (Dec 1, 2026, 07:45 Asia/Kathmandu)`);
});

test("settings", async () => {
  for (const [control, expected] of [
    [{ system: "none" }, ["no clock", "不限时"]],
    [{ system: "absolute", main: 5_400_000 }, ["1 h 30 min", "每方 1 小时 30 分"]],
    [{ system: "byo_yomi", main: 600_000, periods: 3, period: 30_000 }, ["10 min + 3x30 s", "10 分，读秒 3 次×30 秒"]],
    [{ system: "byo_yomi", main: 0, periods: 5, period: 60_000 }, ["5x60 s", "读秒 5 次×60 秒"]],
    [{ system: "canadian", main: 1_200_000, stones: 25, block: 600_000 }, ["20 min + 25 moves in 10 min", "20 分，之后每 10 分 25 手"]],
    [{ system: "fischer", main: 600_000, increment: 15_000, cap: 1_200_000 }, ["10 min + 15 s a move, at most 20 min", "10 分，每手加 15 秒，最多 20 分"]],
    [{ system: "correspondence", allowance: 259_200_000 }, ["3 days a move", "每手 3 天"]],
  ]) {
    assert.deepEqual((await each(() => time.timeControl(control))).slice(0, 2), expected);
  }
  const terms = { size: { width: 9, height: 13 }, rules: "aga", komi: -0.5, handicap: 2, placement: "free",
    time: { system: "none" }, colour: "white", undo: false, visibility: "private" };
  const said = await each(() => game.termsParts(terms).join(", "));
  assert.equal(
    said[0],
    "9×13, AGA rules, reverse komi 0.5 (¼ zi), handicap 2, handicap stones placed freely, no clock, plays White, no undo, private",
  );
});

test("refusals are made of code and parameters", async () => {
  for (const [error, english] of [
    [{ code: "superko", repeats_move: 41 }, "that would repeat the position after move 41"],
    [{ code: "superko", repeats_move: 0 }, "that would repeat the position at the start of the game"],
    [{ code: "rate_limited", retry_after: 1_200 }, "too fast: try again in 2 s"],
    [{ code: "no_such_moves", limit: { of: "moves", max: 0 } }, "there is no move to take back"],
    [
      { code: "bad_terms", message: "", limit: { of: "period", min: 1_000, max: 3_600_000, given: 7_200_000 } },
      "the offer does not fit together: a byo-yomi period: 2 h does not fit, from 1 s to 1 h",
    ],
    [{ code: "bad_text", message: "not for people", why: "empty" }, "that cannot be said: it says nothing"],
    [{ code: "bad_text", message: "not for people", why: "of a newer server" }, "that cannot be said"],
    [
      { code: "bad_name", message: "", limit: { of: "name_characters", min: 2, max: 24 } },
      "that name is not allowed: characters of a name: from 2 to 24",
    ],
    [{ code: "bad_message", message: "a\u202eb" }, "the server did not understand: a\ufffdb"],
    [{ code: "of a newer server" }, "the server has failed; its log says how"],
  ]) {
    assert.equal((await each(() => refusals.refusal(error)))[0], english);
  }
});

test("whatever the protocol names has a text in each language", async () => {
  const codes = JSON.stringify(schema("error_code"));
  const all = [...codes.matchAll(/"const":"([a-z_]+)"|"enum":\[([^\]]+)\]/g)].flatMap((match) =>
    match[1] ? [match[1]] : match[2].replaceAll('"', "").split(","),
  );
  assert.ok(all.length > 50, `${all.length} codes`);
  const kinds = [...JSON.stringify(schema("game_event")).matchAll(/"kind":\{[^}]*?"const":"([a-z_]+)"/g)].map((match) => match[1]);
  assert.equal(new Set(kinds).size, 28);
  const event = {
    by: "black", to: "white", warned: "white", sealed_by: "white", vertex: "D4", left: 1, moves: 2, revision: 3, ms: 4,
    reason: "late", proposal: "count", lasts: 5, resume_at: 1_800_000_000_000,
  };
  for (const language of LANGUAGES) {
    await words.speak(language);
    const said = all.map((code) => refusals.refusal({ code }));
    assert.equal(new Set(said).size, new Set(all).size, "each code has words of its own");
    for (const kind of kinds) assert.match(game.eventText({ ...event, kind }), /\S/, kind);
    const rulings = [...JSON.stringify(schema("game_event")).matchAll(/"ruling":\{[^}]*?"const":"([a-z_]+)"/g)].map((match) => match[1]);
    const ruled = { ...event, kind: "ruled", outcome: { winner: "black", reason: "ruling" }, undone: { moves: 2 } };
    const texts = ["of a newer server", ...rulings].map((ruling) => game.eventText({ ...ruled, ruling }));
    const lapses = ["occupied", "suicide", "ko", "superko"].flatMap((code) =>
      ["pass", "warn", "lose"].map((led_to) => game.eventText({ ...event, kind: "illegal", code, led_to })),
    );
    for (const led_to of ["pass", "penalty"]) lapses.push(game.eventText({ ...event, kind: "overran", led_to }));
    lapses.push(game.eventText({ ...event, kind: "overran", led_to: "pass", stop: {} }));
    assert.equal(new Set(lapses).size, 15, "each lapse has words of its own");
    assert.doesNotMatch(lapses.join(), /⟨|\{/);
    assert.equal(new Set(rulings).size, 7);
    assert.equal(new Set(texts).size, 8, "each ruling has words of its own");
    assert.doesNotMatch([...said, ...kinds.map((kind) => game.eventText({ ...event, kind }))].join(), /⟨|\{/);
  }
  assert.deepEqual(["zh-TW", "zh-HK", "zh-SG", "zh", "en-AU", "ja", "?"].map(words.languageOf), [
    "zh-Hant", "zh-Hant", "zh-Hans", "zh-Hans", "en", null, null,
  ]);
});
