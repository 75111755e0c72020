// @ts-check
/**
 * What people read about a refusal: made from the code and its parameters, never from the server's message
 * for developers, except where that quotes the place in what could not be read.
 */

import { printable } from "../dom.js";
import { colourName } from "./game.js";
import { duration } from "./time.js";
import { has, t } from "./words.js";

/** Limits whose numbers are durations in ms. */
const DURATIONS = ["main", "period", "block", "increment", "cap", "simple", "correspondence", "round_pause"];

/** @param {string} code */
function codeText(code) {
  // what a page says otherwise than a program, which names what to type
  const own = `page-refusal-${code}`;
  if (has(own)) return t(own);
  const key = `refusal-${code}`;
  return has(key) ? t(key) : t("refusal-internal");
}

/**
 * @param {import("../session/session.js").WireError} error
 * @returns {string}
 */
export function refusal(error) {
  return withParameters(error) ?? codeText(error.code);
}

/**
 * @param {import("../session/session.js").WireError} error
 * @returns {string | null}
 */
function withParameters(error) {
  const { code, limit } = error;
  if (code === "superko" && error.repeats_move !== undefined) {
    return error.repeats_move === 0 ? t("refusal-superko-start") : t("refusal-superko-move", { ply: error.repeats_move });
  }
  if (code === "stale_marks" && error.revision !== undefined) {
    return t("refusal-stale_marks-now", { revision: error.revision });
  }
  if (code === "not_your_turn" && error.to_move) {
    return t("refusal-not_your_turn-now", { colour: colourName(error.to_move) });
  }
  if (code === "pass_while_placing" && error.handicap_left !== undefined) {
    return t("refusal-pass_while_placing-left", { stones: error.handicap_left });
  }
  if (code === "no_such_moves" && limit) {
    return limit.max === 0 ? t("refusal-no_such_moves-none") : t("refusal-no_such_moves-most", { moves: limit.max });
  }
  if (code === "not_supported" && error.supported) {
    return t("refusal-not_supported-rules", { rules: error.supported.map(printable).join(", ") });
  }
  if (code === "muted" && error.retry_after !== undefined) {
    // to the minute, since nobody waits for a second of it
    return t("refusal-muted-for", { time: duration(Math.ceil(error.retry_after / 60_000) * 60_000) });
  }
  if (code === "rate_limited" && error.retry_after !== undefined) {
    return t("refusal-rate_limited-after", { seconds: Math.ceil(error.retry_after / 1000) });
  }
  const why = reason(error);
  return why === null ? null : t("refusal-because", { refusal: codeText(code), why });
}

/**
 * The limit where there is one, since that says all; else the cause. Only of what could not be read, and of
 * lists of entries, the message says where the mistake is.
 * @param {import("../session/session.js").WireError} error
 * @returns {string | null}
 */
export function reason({ code, limit, why, message }) {
  if (limit) return limitText(limit);
  if (why === "entry_list" && message) return printable(message);
  if (why !== undefined && has(`why-${why}`)) return t(`why-${why}`);
  return code === "bad_message" && message ? printable(message) : null;
}

/** @param {{of: string, min?: number, max: number, given?: number}} limit */
function limitText({ of, min, max, given }) {
  const value = (/** @type {number} */ n) => (DURATIONS.includes(of) ? duration(n) : String(n));
  const key = `limited-${of}`;
  const what = has(key) ? t(key) : printable(of);
  if (given === undefined) {
    return min === undefined
      ? t("limit-most", { what, max: value(max) })
      : t("limit-between", { what, min: value(min), max: value(max) });
  }
  if (min === undefined) return t("limit-given", { what, given: value(given), max: value(max) });
  return t("limit-range", { what, given: value(given), min: value(min), max: value(max) });
}
