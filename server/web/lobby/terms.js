// @ts-check
/**
 * What can be chosen for an offer, and the terms that are made of it. Pure, but for what is remembered.
 *
 * Whether terms fit together is the server's to say; here is only what the form itself can know.
 */

import { readTime } from "../clock/short.js";
import { keep, recall } from "../storage.js";

/**
 * @typedef {import("../clock/clock.js").TimeControl} TimeControl
 * @typedef {import("../protocol.js").Terms} Terms
 * @typedef {{size: string, width: string, height: string, rules: string, time: string, timeText: string,
 *   colour: string, handicap: string, komi: string, points: string, visibility: string, placement: string,
 *   ko: string, suicide: string, compensation: string, undo: boolean}} Choice what the fields of the form hold
 * @typedef {"size" | "time" | "colour" | "handicap" | "komi" | "to"} Field
 */

const KEY = "tengen-offer";
const [SECOND, MINUTE, DAY] = [1_000, 60_000, 86_400_000];

/** The choice that opens a field for something else. */
export const OTHER = "other";

export const SIZES = ["9", "13", "19", OTHER];
/** Lines of a side. */
export const SIDE = { min: 1, max: 25 };
export const RULES = ["chinese", "chinese-1988", "aga", "new-zealand", "tromp-taylor"];
export const COLOURS = ["nigiri", "black", "white"];
export const HANDICAPS = Array.from({ length: 10 }, (_, n) => String(n));
/** Points; the empty choice is what the rules say. */
export const KOMIS = ["", "0", "0.5", "5.5", "6.5", "7.5", OTHER];
/** Points that a komi may have, either way. */
export const MOST_KOMI = 999.5;
export const VISIBILITIES = ["public", "unlisted", "private"];
export const PLACEMENTS = ["fixed", "free"];
/** Knobs of the rules; the empty choice is what the rules say. */
export const KO = ["", "positional", "situational", "simple", "referee"];
export const SUICIDE = ["", "no", "multi"];
export const COMPENSATION = ["", "n", "n_minus_one", "none"];

/** Time controls to choose from. @type {TimeControl[]} */
export const TIMES = [
  { system: "byo_yomi", main: MINUTE, periods: 3, period: 20 * SECOND },
  { system: "byo_yomi", main: 10 * MINUTE, periods: 3, period: 30 * SECOND },
  { system: "byo_yomi", main: 30 * MINUTE, periods: 5, period: 60 * SECOND },
  { system: "byo_yomi", main: 60 * MINUTE, periods: 5, period: 60 * SECOND },
  { system: "fischer", main: 5 * MINUTE, increment: 10 * SECOND },
  { system: "canadian", main: 10 * MINUTE, stones: 25, block: 5 * MINUTE },
  { system: "absolute", main: 20 * MINUTE },
  { system: "correspondence", allowance: 3 * DAY },
  { system: "none" },
];

/** Boards and times that are often wanted, as places in the lists. @type {{size: string, time: string}[]} */
export const PRESETS = [
  { size: "9", time: "0" },
  { size: "9", time: "1" },
  { size: "13", time: "1" },
  { size: "19", time: "0" },
  { size: "19", time: "1" },
  { size: "19", time: "2" },
];

/** @type {Choice} */
const USUAL = {
  size: "19",
  width: "19",
  height: "19",
  rules: "chinese",
  time: "1",
  timeText: "10m+3x30s",
  colour: "nigiri",
  handicap: "0",
  komi: "",
  points: "7.5",
  visibility: "public",
  placement: "fixed",
  ko: "",
  suicide: "",
  compensation: "",
  undo: true,
};

/** What was offered last: for the next time, in this browser. */
export function lastChoice() {
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = Object(JSON.parse(recall(KEY) ?? "{}"));
  } catch {
    // somebody else has written there: what is usual holds
  }
  const fits = Object.entries(kept).filter(([name, value]) => name in USUAL && typeof value === typeof (/** @type {any} */ (USUAL)[name]));
  return /** @type {Choice} */ ({ ...USUAL, ...Object.fromEntries(fits) });
}

/** @param {Choice} choice */
export const remember = (choice) => keep(KEY, JSON.stringify(choice));

/**
 * The komi, in points, where none is set.
 * @param {string} rules
 * @param {number} handicap
 */
export function usualKomi(rules, handicap) {
  if (handicap > 0) return 0;
  return rules === "chinese-1988" ? 5.5 : rules === "new-zealand" ? 7 : 7.5;
}

/**
 * For how many handicap stones a board has places of its own (星).
 * @param {import("../game/vertex.js").Size} size
 */
export function fixedPlaces({ width, height }) {
  if (width !== height || width < 7) return 0;
  return width % 2 === 0 || width === 7 ? 4 : 9;
}

/**
 * The board that was chosen; null when it is none.
 * @param {Pick<Choice, "size" | "width" | "height">} choice
 */
export function sizeOf(choice) {
  const [width, height] = choice.size === OTHER ? [choice.width, choice.height] : [choice.size, choice.size];
  const isSide = (/** @type {string} */ text) => /^\d+$/.test(text) && Number(text) >= SIDE.min && Number(text) <= SIDE.max;
  return isSide(width) && isSide(height) ? { width: Number(width), height: Number(height) } : null;
}

/**
 * The terms, or the fields that are wrong with the keys of what is said of them.
 * @param {Choice} choice
 * @returns {{terms: Terms, faults?: undefined} | {terms?: undefined, faults: Partial<Record<Field, string>>}}
 */
export function termsOf(choice) {
  const size = sizeOf(choice);
  const time = choice.time === OTHER ? readTime(choice.timeText) : (TIMES[Number(choice.time)] ?? null);
  const handicap = Number(choice.handicap);
  const set = choice.komi === OTHER ? choice.points.trim() : choice.komi;
  const komi = Number(set);
  /** @type {Partial<Record<Field, string>>} */
  const faults = {};
  if (!size) faults.size = "page-wrong-size";
  if (!time) faults.time = "page-wrong-time";
  if (handicap > 0 && choice.colour === "nigiri") faults.colour = "page-wrong-colour";
  const isKomi = Number.isInteger(2 * komi) && Math.abs(komi) <= MOST_KOMI && !(choice.komi === OTHER && set === "");
  if (!isKomi) faults.komi = "page-wrong-komi";
  if (!size || !time || Object.keys(faults).length > 0) return { faults };
  const knob = (/** @type {"ko" | "suicide" | "compensation"} */ name) => choice[name] !== "" && { [name]: choice[name] };
  const terms = {
    size,
    rules: choice.rules,
    ...knob("ko"),
    ...knob("suicide"),
    ...knob("compensation"),
    ...(set !== "" && { komi }),
    handicap,
    ...(handicap > 1 && { placement: choice.placement }),
    time,
    colour: choice.colour,
    undo: choice.undo,
    visibility: choice.visibility,
  };
  return { terms: /** @type {Terms} */ (terms) };
}

/**
 * The field that a refusal is about; null when it is about none.
 * @param {import("../session/session.js").WireError} error
 * @returns {Field | null}
 */
export function fieldOf({ limit, why }) {
  if (why === "nigiri_with_handicap") return "colour";
  if (why === "same_player") return "to";
  if (limit?.of === "handicap") return "handicap";
  const times = ["main", "periods", "period", "stones", "block", "increment", "cap", "simple", "correspondence"];
  return times.includes(limit?.of) ? "time" : null;
}
