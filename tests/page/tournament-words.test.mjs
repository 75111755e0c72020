// What the pages of tournaments show, without a browser: tables, brackets, explanations, settings as fields and back,
// pairs that are typed, what referees mark.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const schema = (name) => JSON.parse(readFileSync(join(root, `protocol/schema/${name}.json`), "utf8"));
const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];
const module = (path) => import(join(root, "server/web", path));
const tournament = (name) => module(`tournament/${name}.js`);

let words;
before(async () => {
  globalThis.document = { baseURI: "http://x/", documentElement: {} };
  globalThis.Node = class {};
  globalThis.fetch = async (url) => {
    const path = join(root, "protocol", decodeURIComponent(new URL(url).pathname));
    return { ok: true, text: async () => readFileSync(path, "utf8") };
  };
  words = await module("words/words.js");
  await words.speak("en");
  await words.alsoRead("page-tournament.ftl");
});

const STAGE = { system: { system: "swiss", rounds: 3 }, bout: { bout: "game" }, draws: "stands", colours: "nigiri", lineups: "kept", pace: { pace: "by_hand" } };
const TERMS = {
  size: { width: 19, height: 19 }, rules: "chinese", time: { system: "byo_yomi", main: 600_000, periods: 3, period: 30_000 },
  handicap: 0, placement: "fixed", colour: "nigiri", undo: false, visibility: "public",
};
const SETTINGS = {
  name: "Spring", description: "", organisers: ["a1"], referees: [], entry: "open", entry_limit: 100, stages: [STAGE], terms: TERMS, lateness: "doubled",
};
const VIEW = {
  tournament: "t1", seq: 9, head: "0", now: 0, phase: "running", settings: SETTINGS, officials: [["a1", "ann"]],
  entries: [
    { no: 1, name: "Li Ming", account: "p1", rank: "5d", club: "West" },
    { no: 2, name: "Wang", account: "p2", rating: 1800 },
    { no: 3, name: "evil\u202ename", rank: "3k", gone: true },
  ],
  stages: [{ stage: 1, began: 0, field: [1, 2, 3].map((entry) => ({ entry, seed: entry })), rounds: 2, complete: 1 }],
  you: { entry: 2 },
};
const whole = (n) => ({ n });
const text = (cell) => (typeof cell === "string" ? cell : cell.text);
const plain = ({ rows }) => rows.map(({ cells }) => cells.map(text));
const names = async (view = VIEW) => new (await tournament("words")).Names(view);

test("exact numbers are read as the server writes them", async () => {
  const { exactText, fractionText } = await tournament("figures");
  for (const [n, d, said] of [[101, 7, "14.4286"], [17, 2, "8.5"], [120, 1, "120"], [-1, 3, "-0.3333"], [-1, 30_000, "0"], [0, 1, "0"]]) {
    assert.equal(exactText({ n, d }), said);
  }
  assert.equal(exactText({ n: 5 }), "5");
  assert.equal(fractionText({ n: 101, d: 7 }), "101/7");
  assert.equal(fractionText({ n: 17, d: 2 }), "8.5");
});

test("addresses name a tournament, a part of it, a stage and a round", async () => {
  const { placeOf, addressOf, numberOf } = await tournament("address");
  assert.deepEqual(placeOf("#/tournament/ab_-1"), { id: "ab_-1", tab: "overview", search: {} });
  assert.deepEqual(placeOf("#/tournament/a/pairings?stage=1&round=2"), { id: "a", tab: "pairings", search: { stage: "1", round: "2" } });
  assert.equal(placeOf("#/tournament/a/nonsense").tab, "overview");
  for (const other of ["#/", "#/tournament/", "#/tournament/a/b/c", `#/tournament/${"x".repeat(25)}`, "#/tournament/%2e"]) assert.equal(placeOf(other), null, other);
  assert.equal(addressOf("a", "explain", { entry: 3, stage: undefined }), "#/tournament/a/explain?entry=3");
  assert.deepEqual(["2", "0", "9", "x", undefined].map((given) => numberOf(given, 5, 5)), [2, 5, 5, 5, 5]);
});

test("standings have a column a criterion, points once, and say who left", async () => {
  const { standingsTable } = await tournament("rows");
  const rows = [
    { entry: 2, place: 1, points: 4, values: [{ criterion: "points", number: whole(4) }, { criterion: "sos", number: { n: 7, d: 3 } }] },
    { entry: 1, place: 2, points: 2, values: [{ criterion: "points", number: whole(2) }, { criterion: "sos" }] },
    { entry: 3, points: 0, values: [{ criterion: "points", number: whole(0) }, { criterion: "sos", number: whole(6) }] },
  ];
  const table = standingsTable(VIEW, await names(), 1, { criteria: ["points", "sos"], rows });
  assert.deepEqual(table.heads.map(text), ["Place", "Name", "Club", "Rank", "Pts", "SOS"]);
  assert.deepEqual(plain(table), [
    ["1", "Wang", "", "", "4", "2.3333"],
    ["2", "Li Ming", "West", "5 dan", "2", "–"],
    ["–", "evil\ufffdname", "", "3 kyu", "0", "6"],
  ]);
  assert.equal(table.rows[0].cells[1].kind, "head you");
  assert.equal(table.rows[0].cells[1].href, "#/tournament/t1/explain?entry=2&stage=1");
  assert.deepEqual(table.rows[2].cells[1].more, [{ text: "withdrawn" }]);
});

test("the cross table says by line whom one met, and in words", async () => {
  const { crossTable } = await tournament("rows");
  const met = (opponent, colour, score, forfeit) => ({ cell: "met", opponent, colour, ...(score && { score }), ...(forfeit && { forfeit }) });
  const rows = [
    { entry: 2, place: 1, points: 4, values: [], cells: [met(1, "white", "win"), met(3, "black", "win", true)] },
    { entry: 1, place: 2, points: 2, values: [], cells: [met(2, "black", "loss"), { cell: "bye" }] },
    { entry: 3, points: 0, values: [], cells: [{ cell: "absent" }, met(2, "white")] },
  ];
  const table = crossTable(VIEW, await names(), 1, rows);
  assert.deepEqual(plain(table), [
    ["1", "Wang", "2+w", "3+!b", "4", "1"],
    ["2", "Li Ming", "1-b", "bye", "2", "2"],
    ["3", "evil\ufffdname", "·", "1?w", "0", "–"],
  ]);
  assert.equal(table.rows[0].cells[2].said, "won against Li Ming with white");
  assert.match(table.rows[0].cells[3].said, /^won against evil\ufffdname with black ?, by forfeit$/);
  assert.equal(table.rows[2].cells[3].said, "meets Wang with white");
});

test("pairings lead to games, and officials to rulings", async () => {
  const { pairingsTable, remarksOf, scoresText } = await tournament("rows");
  const seat = (entry, member) => ({ entry, ...(member && { member }) });
  const round = {
    tournament: "t1", seq: 9, stage: 1, round: 2, paired: 1, begun: 2,
    bouts: [
      { table: 1, first: 1, second: 2, games: [{ game: "g1", board: 1, black: seat(1), white: seat(2), created: true, warnings: [0, 0] }] },
      {
        table: 2, first: 2, second: 3, fixed: true, result: { first: "win", second: "loss", forfeit: true },
        games: [{ game: "g2", board: 1, black: seat(2), white: seat(3), elsewhere: true, score: { scores: { first: "win", second: "loss", forfeit: true } }, ruled: true }],
      },
    ],
    byes: [3], remarks: [{ remark: "rematch", first: 1, second: 2, times: 2 }, { remark: "bye_again", entry: 3, times: 2 }],
  };
  const said = await names();
  const table = pairingsTable(VIEW, said, round, { rule: false, swap: false });
  assert.deepEqual(plain(table), [
    ["1", "Li Ming", "Wang", "", "in play"],
    ["2", "Wang", "evil\ufffdname", "2:0 by forfeit", "2:0 by forfeit (ruled)"],
  ]);
  assert.equal(table.rows[0].cells[4].href, "#/game/g1");
  assert.equal(table.rows[1].cells[4].href, undefined, "what is played elsewhere is not here");
  const official = pairingsTable(VIEW, said, { ...round, begun: undefined }, { rule: true, swap: true });
  assert.equal(official.rows[0].cells[5].press, "swap", "before the round colours are exchanged");
  assert.equal(pairingsTable(VIEW, said, round, { rule: true, swap: true }).rows[0].cells[5].press, "rule");
  assert.equal(remarksOf(said, round).length, 2);
  assert.equal(scoresText({ first: "loss", second: "loss" }), "0:0, both lose");
});

test("a bracket is lists that say everything", async () => {
  const { layersOf } = await tournament("bracket");
  const taken = (entry) => ({ place: "taken", entry });
  const bracket = {
    layers: [
      { round: 1, matches: [
        { upper: taken(1), lower: { place: "empty" }, outcome: { outcome: "won", entry: 1 } },
        { upper: taken(2), lower: { place: "left", entry: 3 }, outcome: { outcome: "open" } },
      ] },
      { matches: [{ upper: taken(1), lower: { place: "open" }, outcome: { outcome: "open" } }] },
    ],
    outcome: { outcome: "open" },
  };
  const layers = layersOf(await names(), bracket);
  assert.deepEqual(layers.map(({ title }) => title), ["Semifinals (round 1)", "Final"]);
  assert.deepEqual(layers[0].matches.map(({ said }) => said), [
    "Li Ming against nobody: Li Ming goes on",
    "Wang against evil\ufffdname (left): not decided",
  ]);
  assert.equal(layers[0].matches[0].upper.won, true);
});

test("a place is explained with its formula", async () => {
  const { formulaText, termsTable, whyText } = await tournament("explain");
  const term = (round, opponent, counts, why = "played") => ({ round, ...(opponent && { opponent, score: "win" }), from: whole(counts), counts: whole(counts), why });
  const total = { criterion: "total", number: { n: 101, d: 7 }, level: 2, terms: [], formula: { formula: "total", points: whole(10), opponents: whole(80), highest: 14, rounds: 7, bracket: { n: 31, d: 7 } } };
  assert.equal(formulaText(total), "10 + [80 / (14 / 2) - 7] = 10 + 31/7 = 101/7");
  const sos = { criterion: "sos", number: whole(6), level: 1, formula: { formula: "sum" }, terms: [term(1, 1, 4), term(2, 3, 2)] };
  assert.equal(formulaText(sos), "4 + 2 = 6");
  assert.deepEqual(plain(termsTable(await names(), sos.terms, true))[0], ["1", "Li Ming", "won", "4", "4", "played"]);
  const side = (entry, points, more) => ({ entry, points, ...more });
  const why = { kind: "pair", first: side(2, 4, { natural: { opponent: 3, obstacle: { obstacle: "met", times: 1 } }, wish: { colour: "black", strength: "strong" } }), second: side(1, 2), colours: { reason: "alternate" }, costs: [] };
  const said = whyText(await names(), 2, { round: 3, why });
  assert.equal(said, "Round 3: with 4 points against Li Ming with 2. Half a group away stood evil\ufffdname, met before (1). Strongly due: black. Colours: each the other one than last.");
  assert.equal(whyText(await names(), 2, { round: 3, why: { of: "another system" } }), "", "what is not known is not guessed");
});

test("settings are fields and back, and what has no field stays", async () => {
  const { fieldsOf, settingsOf, stageFieldsOf } = await tournament("settings");
  const again = (settings, change = {}, stages = {}) => {
    const fields = { ...fieldsOf(settings, (id) => id), ...change };
    const parts = settings.stages.map((stage) => ({ ...stageFieldsOf(stage), ...stages }));
    return settingsOf(settings, fields, parts, { organisers: settings.organisers, referees: settings.referees });
  };
  const rich = {
    ...SETTINGS,
    teams: false,
    hosted: true,
    terms: { ...TERMS, komi: 5.5, suicide: "no", pause_budget: 60_000 },
    stages: [
      { ...STAGE, order: { criteria: ["total", "warnings"], bye_points: 2, drawn: [3] } },
      { ...STAGE, system: { system: "elimination", losses: 1 }, bout: { bout: "best_of", games: 3 }, draws: "replay", from: { first: 8, carry_points: true }, order: { criteria: ["wins"], bye_points: 0 } },
    ],
  };
  assert.deepEqual(again(rich).settings, rich);
  const at = { ...SETTINGS, teams: false, hosted: true, stages: [{ ...STAGE, pace: { pace: "at", times: [1_774_688_400_000, 1_774_774_800_000], zone: "Europe/Berlin" } }] };
  assert.deepEqual(again(at).settings, at, "across the change to summer time");
  assert.equal(again(SETTINGS, {}, { system: "round_robin", count: "2" }).settings.stages[0].system.laps, 2);
  const limited = { ...at, terms: { ...at.terms, ko: "referee" }, unruled_repetition: "draw", move_limit: 400 };
  assert.deepEqual(again(limited).settings, limited);
  assert.deepEqual(again(limited, { ko: "", unruled: "no_result", moveLimit: "" }).settings, at, "and taken away again");
  for (const moveLimit of ["9", "2001", "10.5", "x"]) assert.equal(again(at, { moveLimit }).fault?.field, "moveLimit", moveLimit);
  assert.equal(again(SETTINGS, { komi: "" }).settings.terms.komi, undefined);
  for (const [change, field] of [[{ name: " " }, "name"], [{ time: "soon" }, "time"], [{ size: "26" }, "size"], [{ komi: "6.3" }, "komi"], [{ limit: "1" }, "limit"]]) {
    assert.equal(again(SETTINGS, change).fault?.field, field);
  }
  const lapses = { ...SETTINGS, illegal_move: "pass", overtime: "penalty", terms: { ...TERMS, time: { system: "byo_yomi", main: 60_000, periods: 3, period: 10_000 } } };
  assert.deepEqual([again(lapses).settings.illegal_move, again(lapses).settings.overtime], ["pass", "penalty"]);
  assert.equal(again(lapses, { illegal: "reject", overtime: "lose" }).settings.overtime, undefined);
  assert.equal(again(lapses, { time: "1h" }).fault?.field, "overtime", "there is no period to be had again");
  assert.deepEqual(again(SETTINGS, {}, { count: "0" }).fault, { field: "count", fault: "contest-wrong-count", stage: 0 });
  assert.equal(again(SETTINGS, {}, { pace: "at", times: "2026-12-02 09:00\n2026-12-01 09:00", zone: "Asia/Shanghai" }).fault?.field, "times");
});

test("times are those of the event's zone", async () => {
  const { instantOf } = await tournament("settings");
  assert.equal(instantOf("2026-12-01 09:30", "Asia/Shanghai"), Date.parse("2026-12-01T01:30:00Z"));
  assert.equal(instantOf("2026-07-01 09:30", "America/New_York"), Date.parse("2026-07-01T13:30:00Z"));
  assert.equal(instantOf("2026-03-29 02:30", "Europe/Berlin"), null, "an hour that is skipped");
  assert.equal(instantOf("2026-10-25 02:30", "Europe/Berlin"), Date.parse("2026-10-25T00:30:00Z"), "the first of two");
  for (const bad of ["2026-02-30 10:00", "tomorrow", "2026-12-01", "2026-12-01 25:00"]) assert.equal(instantOf(bad, "UTC"), null, bad);
  assert.equal(instantOf("2026-12-01 09:30", "Mars/Olympus"), null);
});

test("pairs that are typed are read, with every mistake by its line", async () => {
  const { readPairs, writePairs } = await tournament("hand");
  const field = [1, 2, 3, 4, 5];
  assert.deepEqual(readPairs("1 - 2\n\n#4, 3\n5", field), {
    pairs: [{ first: 1, second: 2 }, { first: 4, second: 3 }], byes: [5], missing: [], faults: [],
  });
  const { faults, missing } = readPairs("1 2 3\n9 1\n1\nx y", field);
  assert.deepEqual(faults.map(({ line, fault }) => [line, fault]), [[1, "unreadable"], [2, "unknown"], [3, "twice"], [4, "unreadable"]]);
  assert.deepEqual(missing, [2, 3, 4, 5]);
  const read = { pairs: [{ first: 3, second: 1 }], byes: [2] };
  assert.equal(writePairs(read), "3 - 1\n2");
});

test("members of a team are read as they are written", async () => {
  const { readMembers, writeMembers } = await tournament("enter");
  const members = [{ name: "Li Ming", rank: "5d", account: "liming" }, { name: "Wang" }];
  assert.deepEqual(readMembers(writeMembers(members)), members);
  assert.throws(() => readMembers("Li, best"), /best/);
});

test("a line-up names members by number, each once", async () => {
  const { readNumbers } = await tournament("lineup");
  assert.deepEqual(readNumbers("3, 1 2", 3), [3, 1, 2]);
  assert.deepEqual(readNumbers(" ", 3), []);
  for (const bad of ["4", "0", "1 1", "x", "1.5"]) assert.equal(readNumbers(bad, 3), null, bad);
});

test("what is the matter at a board has words in each language", () => {
  const troubles = schema("http_tournament_boards").$defs.Trouble.oneOf.map((one) => one.const);
  assert.ok(troubles.includes("repetition") && troubles.length > 10);
  for (const language of LANGUAGES) {
    const said = readFileSync(join(root, `protocol/locales/${language}/page-tournament.ftl`), "utf8");
    for (const trouble of troubles.filter((one) => one !== "playing")) assert.match(said, new RegExp(`^contest-trouble-${trouble} = `, "m"), `${language} ${trouble}`);
  }
});

test("a referee marks chains, and changes a position by what differs", async () => {
  const { changesOf, markChain, putStone } = await tournament("position");
  const size = { width: 3, height: 3 };
  const rows = "XX.OO...X";
  const dead = markChain(size, rows, new Set(), 0);
  assert.deepEqual([...dead], [0, 1]);
  assert.deepEqual([...markChain(size, rows, dead, 1)], []);
  assert.deepEqual([...markChain(size, rows, dead, 2)], [0, 1], "an empty point is no chain");
  // put on an empty point, put again, put in place of another, taken away
  assert.equal(putStone(rows, 2, "white"), "XXOOO...X");
  assert.equal(putStone(rows, 0, "black"), ".X.OO...X");
  const after = putStone(putStone(putStone(rows, 0, "white"), 8, "none"), 2, "black");
  assert.equal(after, "OXXOO....");
  assert.deepEqual(changesOf(size, rows, after), { remove: ["A3", "C1"], black: ["C3"], white: ["A3"] });
  assert.deepEqual(changesOf(size, rows, rows), { remove: [], black: [], white: [] });
});

test("an organiser is shown what comes next", async () => {
  const { nowOf } = await tournament("organise");
  const now = (phase, stage, round = null) => nowOf({ ...VIEW, phase, stages: stage ? [{ stage: 1, ...stage }] : [] }, round).state;
  assert.equal(now("entry"), "entry");
  assert.equal(now("drawn"), "drawn");
  assert.equal(now("running", { rounds: 0, complete: 0 }), "paired_next");
  assert.equal(now("running", { rounds: 1, complete: 0 }, {}), "waiting");
  assert.equal(now("running", { rounds: 1, complete: 0 }, { begun: 5 }), "open");
  assert.equal(now("running", { rounds: 1, complete: 1 }), "paired_next");
  assert.equal(now("finished", { rounds: 1, complete: 1 }), "over");
});

test("results are announced where games are played elsewhere, and overturned otherwise", async () => {
  const { askOf } = await tournament("rulings");
  const act = { reason: "other" };
  const scores = { first: "win", second: "loss" };
  assert.deepEqual(askOf({ game: "g", elsewhere: true }, "first", act), { ask: "announce", game: "g", score: { scores } });
  assert.deepEqual(askOf({ game: "g", elsewhere: true, score: {} }, "first", act), { ask: "overturn_game", game: "g", score: { scores }, act });
  assert.deepEqual(askOf({ game: "g" }, "none", act), { ask: "overturn_game", game: "g", score: {}, act });
  assert.deepEqual(askOf({ game: "g" }, "replay", act), { ask: "replay", game: "g", act });
});

/** Whatever a schema names under a property or as an enumeration. */
function codesOf(definition) {
  const codes = [];
  const look = (value) => {
    if (Array.isArray(value)) return value.forEach(look);
    if (value === null || typeof value !== "object") return undefined;
    if (typeof value.const === "string") codes.push(value.const);
    if (Array.isArray(value.enum)) codes.push(...value.enum);
    if (value.type === "object" && value.required?.length === 1 && value.additionalProperties === false) codes.push(value.required[0]);
    return Object.values(value).forEach(look);
  };
  look(definition);
  return [...new Set(codes)];
}

test("whatever the protocol names of tournaments has a text in each language", async () => {
  const { REASONS } = await tournament("act");
  const of = (file, name) => codesOf(schema(file).$defs[name]);
  const kinds = [
    ["contest-phase", of("http_tournament", "TournamentPhase"), 5],
    ["contest-system", of("http_tournament", "System"), 4],
    ["contest-bout", of("http_tournament", "BoutKind"), 4],
    ["contest-entry", of("http_tournament", "EntryRule"), 2],
    ["contest-lateness", of("http_tournament", "LatenessRule"), 3],
    ["contest-next", of("http_tournament", "Step"), 3],
    ["contest-sanction", of("http_tournament", "Sanction"), 4],
    ["contest-trouble", of("http_tournament_boards", "Trouble"), 14],
    ["contest-drawn", of("http_tournament", "DrawBy"), 5],
    ["contest-criterion", of("http_tournament", "Criterion"), 15],
    ["contest-short", of("http_tournament", "Criterion"), 15],
    ["contest-counted", of("http_tournament_explain", "Counted"), 11],
    ["contest-column", of("http_entry_list_check", "EntryField"), 9],
    ["reason", of("http_tournament", "Reason"), 10],
  ];
  for (const language of LANGUAGES) {
    await words.speak(language);
    for (const [prefix, codes, count] of kinds) {
      assert.equal(codes.length, count, `${prefix}: ${codes}`);
      for (const code of codes) assert.ok(words.has(`${prefix}-${code}`), `${language} ${prefix}-${code}`);
    }
  }
  assert.deepEqual([...REASONS].sort(), of("http_tournament", "Reason").sort());
  await words.speak("zh-Hans");
  const { systemText, rankText, stageParts } = await tournament("words");
  assert.equal(systemText({ system: "round_robin", laps: 2 }), "双循环赛");
  assert.equal(rankText("9p"), "职业 9 段");
  assert.deepEqual(stageParts(STAGE), ["积分编排制，3 轮", "一局定胜负", "各轮由组织者开始"]);
  await words.speak("en");
});
