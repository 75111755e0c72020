// @ts-check
/**
 * The usual settings of a tournament as the fields of a form, and back. Pure.
 *
 * What the form has no field for stays as it was in the preset, or in the settings that are changed.
 */

import { readDuration, readTime, shortTime } from "../clock/short.js";

/**
 * @typedef {import("../protocol.js").EventSettings} EventSettings
 * @typedef {import("../protocol.js").StageSettings} StageSettings
 * @typedef {{name: string, description: string, prizes: string, teams: boolean, entry: string, limit: string, size: string, rules: string,
 *   time: string, komi: string, ko: string, unruled: string, moveLimit: string, lateness: string, illegal: string, overtime: string, hosted: boolean, organisers: string, referees: string}} Fields
 *   officials are names or ids, with commas between
 * @typedef {{system: string, count: string, bout: string, games: string, order: string, pace: string, pause: string,
 *   times: string, zone: string, first: string, carry: boolean}} StageFields
 *   `count` is the rounds, laps or losses; `games` those of a bout, or its boards
 * @typedef {{fault: string, field: string, stage?: number}} Fault the key of what is said of a field
 */

export const SYSTEMS = ["swiss", "round_robin", "elimination", "swiss_elimination"];
export const BOUTS = { players: ["game", "best_of"], teams: ["boards", "win_and_continue"] };
export const ORDERS = ["usual", "total", "points", "kept"];
export const PACES = ["by_hand", "at_once", "at"];
export const LATENESS = ["doubled", "quarter_hour", "none"];
/** What a repetition is on which nobody rules. */
export const UNRULED = ["no_result", "draw"];
/** Moves after which a referee can be asked to rule. */
export const MOVE_LIMIT = { min: 10, max: 2000 };
export const ILLEGAL_MOVES = ["reject", "pass", "warn", "lose"];
export const OVERTIMES = ["lose", "pass", "penalty"];
/** What the number of a system is called in the protocol. @type {Record<string, string>} */
const COUNTS = { swiss: "rounds", round_robin: "laps", elimination: "losses", swiss_elimination: "losses" };

/** S1.27 A and B: the total, or points and then opponents' points; then warnings (S1.28). */
const CRITERIA = { total: ["total", "warnings"], points: ["points", "sos", "warnings"] };

/**
 * @param {EventSettings} settings
 * @param {(account: string) => string} nameOf
 * @returns {Fields}
 */
export function fieldsOf(settings, nameOf) {
  const { terms } = settings;
  const people = (/** @type {string[]} */ ids = []) => ids.map(nameOf).join(", ");
  return {
    name: settings.name,
    description: settings.description ?? "",
    prizes: (settings.prizes ?? []).join("\n"),
    teams: settings.teams ?? false,
    entry: settings.entry ?? "open",
    limit: String(settings.entry_limit ?? ""),
    size: terms.size.width === terms.size.height ? String(terms.size.width) : `${terms.size.width}x${terms.size.height}`,
    rules: terms.rules ?? "chinese",
    time: shortTime(/** @type {any} */ (terms.time)),
    komi: terms.komi === undefined ? "" : String(terms.komi),
    ko: terms.ko ?? "",
    unruled: settings.unruled_repetition ?? "no_result",
    moveLimit: String(settings.move_limit ?? ""),
    lateness: settings.lateness ?? "doubled",
    illegal: settings.illegal_move ?? "reject",
    overtime: settings.overtime ?? "lose",
    hosted: settings.hosted ?? true,
    organisers: people(settings.organisers),
    referees: people(settings.referees),
  };
}

/**
 * @param {StageSettings} stage
 * @returns {StageFields}
 */
export function stageFieldsOf({ system, bout, order, pace = { pace: "by_hand" }, from }) {
  return {
    system: system.system,
    count: String(/** @type {any} */ (system)[COUNTS[system.system] ?? ""] ?? ""),
    bout: bout.bout,
    games: bout.bout === "best_of" ? String(bout.games) : bout.bout === "boards" ? String(bout.boards) : "3",
    order: order ? (nameOfOrder(order.criteria) ?? "kept") : "usual",
    pace: pace.pace,
    pause: pace.pace === "at_once" ? shortDuration(pace.pause ?? 0) : "1m",
    times: pace.pace === "at" ? pace.times.map((at) => localText(at, pace.zone)).join("\n") : "",
    zone: pace.pace === "at" ? (pace.zone ?? "") : "",
    first: String(from?.first ?? 8),
    carry: from?.carry_points ?? false,
  };
}

/** @param {import("../protocol.js").Criterion[]} criteria */
function nameOfOrder(criteria) {
  const said = JSON.stringify(criteria);
  return Object.entries(CRITERIA).find(([, usual]) => JSON.stringify(usual) === said)?.[0];
}

/** @param {number} ms */
const shortDuration = (ms) => (ms === 0 ? "0" : shortTime({ system: "absolute", main: ms }));

/**
 * The settings that were chosen, or what is wrong. Officials are accounts that were looked up before.
 * @param {EventSettings} base
 * @param {Fields} fields
 * @param {StageFields[]} stages
 * @param {{organisers: string[], referees: string[]}} officials
 * @returns {{settings: EventSettings, fault?: undefined} | {settings?: undefined, fault: Fault}}
 */
export function settingsOf(base, fields, stages, officials) {
  const size = sizeOf(fields.size);
  const time = readTime(fields.time);
  const komi = Number(fields.komi);
  if (fields.name.trim() === "") return { fault: { field: "name", fault: "contest-wrong-name" } };
  if (!size) return { fault: { field: "size", fault: "page-wrong-size" } };
  if (!time) return { fault: { field: "time", fault: "page-wrong-time" } };
  if (fields.overtime !== "lose" && time.system !== "byo_yomi") {
    return { fault: { field: "overtime", fault: "why-overtime_without_periods" } };
  }
  if (!Number.isInteger(komi * 2)) return { fault: { field: "komi", fault: "page-wrong-komi" } };
  const limit = Number(fields.limit);
  if (!Number.isInteger(limit) || limit < 2) return { fault: { field: "limit", fault: "contest-wrong-limit" } };
  const moves = fields.moveLimit.trim() === "" ? null : Number(fields.moveLimit);
  if (moves !== null && !(Number.isInteger(moves) && moves >= MOVE_LIMIT.min && moves <= MOVE_LIMIT.max)) {
    return { fault: { field: "moveLimit", fault: "contest-wrong-move-limit" } };
  }
  const made = [];
  for (const [at, stage] of stages.entries()) {
    const one = stageOf(base.stages[at], stage, at === 0);
    if (one.fault) return { fault: { ...one.fault, stage: at } };
    made.push(one.settings);
  }
  const { komi: _, ko: __, ...terms } = base.terms;
  const prizes = fields.prizes.split("\n").map((prize) => prize.trim()).filter((prize) => prize !== "");
  const { prizes: _before, move_limit: ___, unruled_repetition: ____, illegal_move: _illegal, overtime: _overtime, ...rest } = base;
  const settings = {
    ...rest,
    name: fields.name.trim(),
    description: fields.description.trim(),
    ...(prizes.length > 0 && { prizes }),
    organisers: officials.organisers,
    referees: officials.referees,
    teams: fields.teams,
    entry: fields.entry,
    entry_limit: limit,
    lateness: fields.lateness,
    ...(fields.illegal !== "reject" && { illegal_move: fields.illegal }),
    ...(fields.overtime !== "lose" && { overtime: fields.overtime }),
    hosted: fields.hosted,
    ...(fields.unruled !== "no_result" && { unruled_repetition: fields.unruled }),
    ...(moves !== null && { move_limit: moves }),
    stages: made,
    terms: { ...terms, size, rules: fields.rules, time, ...(fields.komi.trim() !== "" && { komi }), ...(fields.ko && { ko: fields.ko }) },
  };
  return { settings: /** @type {any} */ (settings) };
}

/**
 * @param {StageSettings | undefined} base
 * @param {StageFields} fields
 * @param {boolean} isFirst
 * @returns {{settings: StageSettings, fault?: undefined} | {settings?: undefined, fault: Fault}}
 */
function stageOf(base, fields, isFirst) {
  const count = Number(fields.count);
  if (!Number.isInteger(count) || count < 1) return { fault: { field: "count", fault: "contest-wrong-count" } };
  const games = Number(fields.games);
  const bout = {
    game: { bout: "game" },
    best_of: { bout: "best_of", games },
    boards: { bout: "boards", boards: games },
    win_and_continue: { bout: "win_and_continue" },
  }[fields.bout];
  if (!Number.isInteger(games) || games < 1) return { fault: { field: "games", fault: "contest-wrong-count" } };
  const pace = paceOf(fields);
  if (!pace) return { fault: fields.pace === "at" ? { field: "times", fault: "contest-wrong-times" } : { field: "pause", fault: "contest-wrong-pause" } };
  const first = Number(fields.first);
  if (!isFirst && (!Number.isInteger(first) || first < 2)) return { fault: { field: "first", fault: "contest-wrong-count" } };
  const { order: was, from: _, ...rest } = base ?? { draws: fields.system === "elimination" ? "replay" : "stands" };
  const same = base?.system.system === fields.system;
  const criteria = CRITERIA[/** @type {"total"} */ (fields.order)];
  // points for a bye are 2 in a Swiss, 0 in a round robin
  const fresh = { criteria, bye_points: fields.system.includes("swiss") ? 2 : 0 };
  const order = criteria ? { ...fresh, ...(same && was), criteria } : fields.order === "kept" ? was : undefined;
  const settings = {
    ...rest,
    system: { system: fields.system, [COUNTS[fields.system] ?? "rounds"]: count },
    // what else there is to a bout stays while it is one of the same kind
    bout: base?.bout.bout === fields.bout ? { ...base.bout, ...bout } : bout,
    ...(!same && { draws: fields.system === "elimination" ? "replay" : "stands" }),
    pace,
    ...(order && { order }),
    ...(!isFirst && { from: { first, ...(fields.carry && { carry_points: true }) } }),
  };
  return { settings: /** @type {any} */ (settings) };
}

/** @param {StageFields} fields */
function paceOf({ pace, pause, times, zone }) {
  if (pace === "by_hand") return { pace: "by_hand" };
  if (pace === "at_once") {
    const ms = readDuration(pause.trim().toLowerCase());
    return ms === null ? null : { pace: "at_once", pause: ms };
  }
  const lines = times.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const read = lines.map((line) => instantOf(line, zone.trim()));
  const ascend = read.every((at, index) => at !== null && (index === 0 || at > (read[index - 1] ?? 0)));
  if (read.length === 0 || !ascend) return null;
  return { pace: "at", times: read, ...(zone.trim() !== "" && { zone: zone.trim() }) };
}

/** A board: `19`, `13x9`. @param {string} text */
function sizeOf(text) {
  const [, width = "", height = width] = /^(\d{1,2})(?:[x×](\d{1,2}))?$/.exec(text.trim()) ?? [];
  const size = { width: Number(width), height: Number(height) };
  return Object.values(size).every((side) => side >= 1 && side <= 25) ? size : null;
}

/**
 * The wall time of a zone as it is typed: `2026-12-01 09:30`.
 * @param {number} at ms since 1970
 * @param {string | undefined} zone
 */
export function localText(at, zone) {
  const parts = partsIn(at, zone);
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
}

/**
 * @param {number} at
 * @param {string | undefined} zone
 * @returns {Record<string, string>}
 */
function partsIn(at, zone) {
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const format = new Intl.DateTimeFormat("en-GB", { ...how, ...(zone && { timeZone: zone }) });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

/**
 * The instant that clocks of a zone show so; null for what is no time there: a typo, an hour that is skipped in
 * spring, or no zone at all. Of an hour that comes twice the first is meant.
 * @param {string} text `2026-12-01 09:30`
 * @param {string} zone the IANA name; where this machine is if empty
 */
export function instantOf(text, zone) {
  const [, date, hour, minute] = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (date === undefined || hour === undefined) return null;
  const wanted = `${date} ${hour.padStart(2, "0")}:${minute}`;
  const asUtc = Date.parse(`${wanted.replace(" ", "T")}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  try {
    // no zone is further from UTC than this, and offsets are whole quarters of an hour
    for (let quarter = 14 * 4; quarter >= -14 * 4; quarter -= 1) {
      const at = asUtc - quarter * 900_000;
      if (localText(at, zone || undefined) === wanted) return at;
    }
  } catch {
    // no such zone is known here
  }
  return null;
}
