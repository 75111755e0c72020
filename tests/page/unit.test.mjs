// What needs no browser: clocks, the look back, words, and what the files of the page promise.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, "../../server/web");
const locales = join(here, "../../protocol/locales");
const module = (path) => import(join(web, path));
const read = (path) => readFileSync(join(web, path), "utf8");
const files = readdirSync(web, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(web, join(entry.parentPath, entry.name)))
  .sort();
const scripts = files.filter((path) => path.endsWith(".js"));
const sources = scripts.filter((path) => !path.startsWith("vendor/"));

const NINE = { width: 9, height: 9 };

test("points are GTP vertices", async () => {
  const { indexOf, vertexOf, stars } = await module("game/vertex.js");
  const size = { width: 25, height: 19 };
  for (let index = 0; index < 25 * 19; index += 1) assert.equal(indexOf(size, vertexOf(size, index)), index);
  assert.equal(vertexOf(size, 0), "A19");
  assert.equal(indexOf(size, "J1"), 18 * 25 + 8, "I is skipped");
  for (const bad of ["", "I5", "A0", "A20", "pass", "Z01", "A-1", "AA1"]) assert.equal(indexOf(size, bad), -1, bad);
  const named = (side) => stars({ width: side, height: side }).map((at) => vertexOf({ width: side, height: side }, at));
  assert.deepEqual(named(19).sort(), ["D10", "D16", "D4", "K10", "K16", "K4", "Q10", "Q16", "Q4"]);
  assert.deepEqual(named(9).sort(), ["C3", "C7", "E5", "G3", "G7"]);
  assert.deepEqual(named(13).length, 9);
});

test("what is asked for while it is being done is done once more", async () => {
  const { oneAtATime } = await module("session/one_at_a_time.js");
  const begun = [];
  const work = oneAtATime(() => new Promise((resolve, reject) => begun.push({ resolve, reject })));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = work();
  const [second, third] = [work(), work()];
  await turn();
  assert.equal(begun.length, 1, "one at a time");
  assert.equal(second, third, "and once for all who asked meanwhile");
  begun[0].reject(new Error("no answer"));
  await assert.rejects(first, /no answer/);
  await turn();
  assert.equal(begun.length, 2, "whatever came of the first");
  const fourth = work();
  begun[1].resolve();
  await second;
  await turn();
  assert.equal(begun.length, 3, "again for what came then");
  begun[2].resolve();
  await fourth;
  await turn();
  assert.equal(begun.length, 3, "and not without being asked");
});

test("hashes are those of the protocol", async () => {
  const { hashOf } = await module("game/board.js");
  assert.equal(hashOf("........."), "39fc3d1d");
  assert.equal(hashOf("....X...."), "4f6e2872");
  assert.equal(hashOf(".......XO..XO.O..XO......"), "62a660d3");
});

test("stones are captured, one's own too, and chains have liberties", async () => {
  const { area, chain, empty, play, put } = await module("game/board.js");
  const { indexOf } = await module("game/vertex.js");
  const at = (...vertices) => vertices.map((vertex) => indexOf(NINE, vertex));
  let rows = put(put(empty(NINE), at("A1", "B1"), "O"), at("A2", "B2"), "X");
  rows = play(NINE, rows, "black", at("C1")[0]);
  assert.equal(rows, put(empty(NINE), at("A2", "B2", "C1"), "X"));
  const own = play(NINE, put(empty(NINE), at("A2", "B1"), "O"), "black", at("A1")[0]);
  assert.equal(own, put(empty(NINE), at("A2", "B1"), "O"), "suicide takes one's own");
  const found = chain(NINE, rows, at("A2")[0]);
  assert.deepEqual([found.stones.length, found.liberties.length], [2, 5]);
  const wall = put(empty(NINE), [...Array(9).keys()].map((x) => 9 * 4 + x), "X");
  assert.equal(area(NINE, wall, []), "X".repeat(81));
  const split = put(wall, at("A1"), "O");
  assert.equal(area(NINE, split, [])[at("E1")[0]], ".", "touches both");
  assert.equal(area(NINE, split, at("A1")), "X".repeat(81), "dead stones are removed");
});

test("a clock rolls its periods over as the server's does", async () => {
  const { calls, face, running } = await module("clock/clock.js");
  const time = { system: "byo_yomi", main: 10_000, periods: 3, period: 60_000 };
  const whole = { main: 10_000, periods: 3, period: 60_000 };
  const shows = (ms) => running(time, whole, ms);
  assert.deepEqual(shows(9_999), { main: 1, periods: 3, period: 60_000 });
  assert.deepEqual(shows(69_999), { main: 0, periods: 3, period: 1 });
  assert.deepEqual(shows(70_000), { main: 0, periods: 2, period: 60_000 });
  assert.deepEqual(shows(189_999), { main: 0, periods: 1, period: 1 });
  assert.deepEqual(shows(190_000), { main: 0, periods: 0, period: 0 });
  assert.deepEqual(running({ system: "absolute", main: 5 }, { main: 5 }, 9), { main: 0 });
  const block = { system: "canadian", main: 0, stones: 5, block: 60_000 };
  assert.deepEqual(running(block, { main: 0, stones: 2, period: 9_000 }, 4_000), { main: 0, stones: 2, period: 5_000 });
  assert.deepEqual([0, 1, 1_000, 59_001, 3_600_000].map(face), ["0:00", "0:01", "0:01", "1:00", "1:00:00"]);
  const heard = [];
  for (let ms = 0; ms < 200_000; ms += 200) {
    for (const call of calls(time, shows(ms), shows(ms + 200))) heard.push([(ms + 200) / 1000, call.call, call.seconds ?? call.periods]);
  }
  const period = (start) => [30, 40, 50, 55, 58].map((s) => [start + s, "seconds", s]);
  const expected = [[10, "begins", 3], ...period(10), [70, "left", 2], ...period(70), [130, "left", 1]];
  expected.push([160, "seconds", 30], [170, "seconds", 40]);
  for (let n = 10; n >= 1; n -= 1) expected.push([190 - n, "last", n]);
  assert.deepEqual(heard, expected);
});

test("what a referee does to pauses and marks is folded as the server does it", async () => {
  const { fold } = await module("game/fold.js");
  const { isSuspended, proposable } = await module("game/breaks.js");
  const time = { system: "absolute", main: 60_000 };
  const clocks = { black: { main: 60_000 }, white: { main: 60_000 }, running: "black", since: 0 };
  const view = {
    setup: { size: { width: 9, height: 9 }, time }, phase: "playing", toMove: "black", handicapLeft: 0, moves: [],
    clocks, proposal: null, undoRequest: null, pause: null, pauseLeft: 1000, adjournment: null, scoring: null,
    warnings: { black: 0, white: 0 }, noRepetition: { black: false, white: false },
  };
  assert.deepEqual(proposable(view), ["pause", "count", "adjourn"]);
  fold(view, { kind: "paused", by: "white", clock: { main: 59_900 }, lasts: 1000 }, 100);
  assert.deepEqual([view.clocks.black.main, view.pause, proposable(view)], [59_900, { since: 100, until: 1100 }, ["go_on"]]);
  fold(view, { kind: "ruled", ruling: "suspended", until: 9_999_999 }, 300);
  assert.deepEqual([view.pauseLeft, isSuspended(view), proposable(view)], [800, true, []]);
  fold(view, { kind: "ruled", ruling: "resumed", to_move: "black" }, 5_000_000);
  assert.deepEqual([view.pauseLeft, view.phase, view.pause, view.clocks.running], [800, "playing", null, "black"]);
  fold(view, { kind: "count_agreed", stop: { number: 1, revision: 4, deadline: 50 } }, 5_000_100);
  view.scoring.accepted.black = true;
  fold(view, { kind: "warned", warned: "white", revised: { revision: 5, deadline: 60 } }, 5_000_200);
  const { revision, accepted, deadline } = view.scoring;
  assert.deepEqual([revision, accepted, deadline], [5, { black: false, white: false }, 5_000_260]);
});

test("play that waits for a referee's ruling is folded as the server does it", async () => {
  const { after, viewOf } = await module("game/view.js");
  const board = await module("game/board.js");
  const { isSuspended, proposable } = await module("game/breaks.js");
  const empty = ".".repeat(81);
  const stone = board.put(empty, [0], "X");
  const clocks = { black: { main: 60_000 }, white: { main: 60_000 }, running: "black", since: 0 };
  const snapshot = {
    seq: 3, head: "a", setup: { size: NINE, time: { system: "absolute", main: 60_000 } }, names: {}, created_at: 0, phase: "playing",
    arrived: { black: true, white: true }, moves: "", board: empty, hash: board.hashOf(empty), to_move: "black",
    captures: { black: 0, white: 0 }, clocks,
  };
  const next = (view, event, seq) => after(view, { seq, prev: view.head, head: `h${seq}`, t: 1_000 * seq, event });
  const play = { kind: "play", by: "black", vertex: "A9", clock: { main: 59_000 }, hash: board.hashOf(stone) };
  const awaits = { on: "repetition", until: 9_999_999 };
  let view = next(viewOf(snapshot, 0, 0), { ...play, repeats: { move: 7, occurrence: 3 }, awaits }, 4);
  assert.deepEqual([view.phase, view.pause.awaits, view.clocks.running], ["paused", "repetition", undefined]);
  assert.deepEqual([isSuspended(view), proposable(view), view.clocks.black.main], [true, [], 59_000]);
  view = next(view, { kind: "ruled", ruling: "suspended", until: 10_000_000 }, 5);
  assert.equal(view.pause.awaits, "repetition", "it waits on");
  const undone = { moves: 1, board: empty, hash: board.hashOf(empty), to_move: "black" };
  view = next(view, { kind: "ruled", ruling: "taken_back", undone, forbids: "black" }, 6);
  assert.deepEqual([view.phase, view.pause, view.moves.length, view.noRepetition], ["playing", null, 0, { black: true, white: false }]);
  view = next(view, { ...play, outcome: { result: "0", reason: "repetition" } }, 7);
  assert.deepEqual([view.phase, view.outcome.result], ["finished", "0"]);
});

test("what refused plays and overtime lead to is folded as the server does it", async () => {
  const { fold } = await module("game/fold.js");
  const board = ".".repeat(81);
  const hash = (await module("game/board.js")).hashOf(board);
  const clock = { main: 0, periods: 1, period: 10_000 };
  const view = {
    setup: { size: { width: 9, height: 9 }, time: { system: "byo_yomi", main: 0, periods: 1, period: 10_000 } },
    phase: "playing", toMove: "black", handicapLeft: 0, moves: [], board, proposal: { by: "white" }, undoRequest: null,
    clocks: { black: { ...clock }, white: { ...clock }, running: "black", since: 0 },
    warnings: { black: 0, white: 0 }, penalties: { black: 0, white: 0 }, outcome: null,
  };
  const illegal = { kind: "illegal", by: "black", vertex: "E5", code: "occupied", hash };
  fold(view, { ...illegal, led_to: "warn" }, 1_000);
  assert.deepEqual([view.warnings.black, view.toMove, view.clocks.since, view.proposal], [1, "black", 0, { by: "white" }]);
  fold(view, { kind: "overran", by: "black", led_to: "penalty", used: 10_000, clock, hash }, 10_350);
  assert.deepEqual([view.penalties.black, view.toMove, view.clocks.since, view.clocks.running], [1, "black", 10_350, "black"]);
  fold(view, { ...illegal, led_to: "pass", used: 2_000, clock }, 12_400);
  assert.deepEqual([view.moves, view.toMove, view.clocks.since, view.proposal], [[{ by: "black", vertex: "pass", used: 2_000 }], "white", 12_400, null]);
  const stop = { number: 1, revision: 0, deadline: 50 };
  fold(view, { kind: "overran", by: "white", led_to: "pass", used: 10_000, clock, hash, stop }, 22_800);
  assert.deepEqual([view.phase, view.moves.length, view.clocks.running, view.scoring.deadline], ["scoring", 2, undefined, 22_850]);
  const lost = structuredClone({ ...view, phase: "playing" });
  fold(lost, { ...illegal, led_to: "lose", outcome: { result: "W+F", reason: "forfeit", winner: "white" } }, 23_000);
  assert.deepEqual([lost.phase, lost.outcome.winner], ["finished", "white"]);
});

test("a page's session sends again what was not answered, once", async () => {
  const { Session } = await module("session/session.js");
  const session = new Session("x");
  const sent = () => {
    const texts = [];
    for (let effect = session.poll(); effect; effect = session.poll()) if (effect.do === "send") texts.push(JSON.parse(effect.text));
    return texts;
  };
  const answer = (re, ok) => session.received(JSON.stringify({ re, ok }), 0);
  session.opened("t");
  session.submit("x-9", { type: "resign", game: "g" });
  const [hello] = sent();
  assert.deepEqual([hello.type, hello.token], ["hello", "t"]);
  answer(hello.id, { server: "s", games: [] });
  assert.deepEqual(sent().map(({ id }) => id), ["x-9"]);
  session.closed();
  session.opened("t");
  answer(sent()[0].id, { server: "s", games: [] });
  assert.deepEqual(sent(), [{ id: "x-9", type: "resign", game: "g" }], "the same id and body");
  session.received(JSON.stringify({ re: "x-9", error: { code: "unavailable", message: "", retry_after: 50 } }), 1_000);
  assert.ok(session.nextDue() >= 1_050);
  session.due(session.nextDue());
  assert.equal(sent().length, 1, "again after the wait");
  session.received(JSON.stringify({ re: "x-9", ok: { seq: 4 } }), 2_000);
  assert.equal(session.poll().update.type, "answer");
  session.closed();
  session.opened("t");
  answer(sent()[0].id, { server: "s", games: [] });
  assert.deepEqual(sent(), [], "what was answered is not sent again");
});

test("a page's session hears of a tournament on each connection", async () => {
  const { Session } = await module("session/session.js");
  const session = new Session("x");
  const effects = () => {
    const found = { sent: [], told: [] };
    for (let effect = session.poll(); effect; effect = session.poll()) {
      if (effect.do === "send") found.sent.push(JSON.parse(effect.text));
      else found.told.push(effect.update);
    }
    return found;
  };
  const hears = (message) => session.received(JSON.stringify(message), 0);
  const welcome = () => {
    session.opened(null);
    const [hello] = effects().sent;
    hears({ re: hello.id, ok: { server: "s", games: [] } });
    return effects().sent;
  };
  session.followTournament("t", true);
  for (let connection = 0; connection < 2; connection += 1) {
    const [follow] = welcome();
    assert.deepEqual([follow.type, follow.tournament, follow.follow], ["follow_tournament", "t", true]);
    hears({ re: follow.id, ok: { tournament: "t", seq: 7 } });
    assert.deepEqual(effects().told, [{ type: "tournament", tournament: "t", heard: true, seq: 7 }]);
    hears({ notice: "tournament", tournament: "t", seq: 8, phase: "running", stage: 1, round: 1 });
    assert.deepEqual(effects().told.map(({ type, heard, seq }) => [type, heard, seq]), [["tournament", true, 8]]);
    session.closed();
  }
  const [refused] = welcome();
  hears({ re: refused.id, error: { code: "too_many", message: "" } });
  assert.equal(effects().told[0].heard, false, "it is read again now and then");
  hears({ notice: "tournament_game", tournament: "t", game: "g", bout: { stage: 1, round: 1, table: 1 } });
  assert.deepEqual(effects().told, [{ type: "called", game: "g" }]);
  session.followTournament("t", false);
  assert.equal(effects().sent[0].follow, false);
  session.closed();
  assert.deepEqual(welcome(), []);
});

const languages = ["en", "zh-Hans", "zh-Hant"];
const FILES_OF_TEXTS = ["game", "refusals", "page", "page-tournament"];
/** Keys and placeholders of a file of texts. */
function texts(path) {
  const found = new Map();
  for (const entry of readFileSync(path, "utf8").split(/\n(?=[a-z])/)) {
    const key = /^([a-zA-Z][\w-]*) =/.exec(entry)?.[1];
    if (key) found.set(key, [...new Set([...entry.matchAll(/\$(\w+)/g)].map((match) => match[1]))].sort());
  }
  return found;
}

/** Whether a text is named: by its key, by the part of it before a code, or by a template. */
function isNamed(all, key) {
  if (all.includes(`"${key}"`)) return true;
  const parts = key.split("-");
  const starts = parts.map((_, at) => parts.slice(0, at).join("-")).slice(2);
  return starts.some((start) => all.includes(`named("${start}", `) || all.includes(`"${start}", `) || all.includes(`\`${start}-\${`)) || /^contest-(ask-)?(suspend|resume)-all$/.test(key);
}

test("every text of the page is there in each language, with the same placeholders, and is used", async () => {
  const all = sources.map(read).join("\n");
  for (const file of ["page.ftl", "page-tournament.ftl"]) {
    const english = texts(join(locales, "en", file));
    assert.ok(english.size > 100);
    for (const language of languages.slice(1)) {
      const other = texts(join(locales, language, file));
      assert.deepEqual([...other.keys()], [...english.keys()], language);
      for (const [key, placeholders] of english) assert.deepEqual(other.get(key), placeholders, `${language} ${key}`);
    }
    const unused = [...english.keys()].filter((key) => !isNamed(all, key) && !key.startsWith("page-refusal-"));
    assert.deepEqual(unused, []);
  }
  const known = new Set(FILES_OF_TEXTS.flatMap((file) => [...texts(join(locales, `en/${file}.ftl`)).keys()]));
  const written = [...all.matchAll(/\bt\("([^"]+)"/g)].map((match) => match[1]);
  assert.ok(written.length > 150);
  assert.deepEqual(written.filter((key) => !known.has(key)), []);
});

test("every file of texts is read whole", async () => {
  const { FluentBundle, FluentResource } = await module("vendor/fluent.js");
  for (const language of languages) {
    const bundle = new FluentBundle(language, { useIsolating: false });
    for (const file of FILES_OF_TEXTS) {
      const path = join(locales, language, `${file}.ftl`);
      assert.deepEqual(bundle.addResource(new FluentResource(readFileSync(path, "utf8"))), []);
      for (const key of texts(path).keys()) assert.ok(bundle.getMessage(key)?.value, `${language} ${key}`);
    }
  }
});

test("nothing is read as markup, run from a string or fetched from elsewhere", () => {
  const bad = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|javascript:|srcdoc|DOMParser/;
  for (const path of sources) {
    assert.doesNotMatch(read(path), bad, path);
    assert.doesNotMatch(read(path).replace("http://www.w3.org/2000/svg", ""), /https?:\/\//, path);
    assert.match(read(path), /^\/\/ @ts-check\n\/\*\*/, `${path} says what it is for`);
    assert.ok(read(path).split("\n").length <= 400, `${path} is long`);
  }
  const page = read("index.html");
  assert.doesNotMatch(page, /\sstyle=|\son\w+=|<script(?![^>]*src=)|<style/, "the policy allows nothing inline");
  assert.doesNotMatch(page, /(?:href|src)="\//, "every address is relative, for servers below a path");
});

/** The modules that a module imports without being asked, its own first. */
function imported(first, seen = []) {
  for (const queue = [first]; queue.length > 0; ) {
    const path = queue.shift();
    if (seen.includes(path)) continue;
    seen.push(path);
    for (const match of read(path).matchAll(/from "(\.[^"]+)"/g)) queue.push(normalize(join(dirname(path), match[1])));
  }
  return seen;
}

test("the page asks at once for the modules that a game needs", () => {
  const page = read("index.html");
  const named = [...page.matchAll(/(?:modulepreload"[^>]*href|<script[^>]*src)="([^"]+)"/g)].map((match) => match[1]);
  assert.deepEqual([...named].sort(), imported("table/table.js", imported("app.js", imported("first.js"))).sort());
  const looks = named.slice(0, named.indexOf("first.js") + 1);
  assert.deepEqual([...looks].sort(), imported("first.js").sort(), "those of the first look come first");
  for (const first of ["lobby/lobby.js", "tournament/list.js", "tournament/page.js"]) {
    for (const path of imported(first)) assert.ok(files.includes(path), path);
  }
});

test("what is not ours is as it was made", () => {
  const digest = createHash("sha256").update(read("vendor/fluent.js")).digest("hex");
  assert.ok(read("vendor/ORIGIN.md").includes(`| ${digest} |`));
  const installed = join(here, "node_modules/@fluent/bundle");
  if (existsSync(installed)) execFileSync("node", [join(here, "vendor.mjs"), installed, "--check"]);
});

/** A file as it is served: comments that fill lines are left out, but of what is not ours. */
function served(path) {
  const text = readFileSync(path, "utf8");
  if (!/\.(js|css)$/.test(path) || path.includes("/vendor/")) return text;
  let inside = false;
  const lines = text.split("\n").map((line) => {
    const bare = line.trim();
    const begins = bare.startsWith("//") || (bare.startsWith("/*") && [-1, bare.length - 2].includes(bare.indexOf("*/")));
    if (!inside && !begins) return line;
    inside = !bare.startsWith("//") && !bare.endsWith("*/");
    return "";
  });
  return lines.join("\n");
}

test("the page has less than 200 KiB compressed", () => {
  const paths = files.filter((path) => !/\.(md|d\.ts)$/.test(path)).map((path) => join(web, path));
  for (const language of languages) {
    for (const file of FILES_OF_TEXTS) paths.push(join(locales, language, `${file}.ftl`));
  }
  const bytes = paths.map((path) => gzipSync(served(path), { level: 9 }).length).reduce((a, b) => a + b);
  console.log(`${paths.length} files, ${bytes} bytes compressed`);
  assert.ok(bytes < 200 * 1024);
});

test("the types are those of the schema, and the checker finds nothing", () => {
  execFileSync("node", [join(here, "types.mjs"), "--check"]);
  const checker = join(here, "node_modules/typescript/bin/tsc");
  assert.ok(existsSync(checker), "npm ci in tests/page installs it");
  let said = "";
  try {
    execFileSync("node", [checker, "-p", join(here, "tsconfig.json"), "--pretty", "false"], { encoding: "utf8" });
  } catch (error) {
    said = error.stdout;
  }
  // what is vendored has no types
  assert.deepEqual(said.split("\n").filter((line) => line !== "" && !line.includes("/vendor/")), []);
});
