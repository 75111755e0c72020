// @ts-check
/** Time in words: time controls, what a clock shows, what a time keeper calls out. */

import { face } from "../clock/clock.js";
import { language, t } from "./words.js";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Below this a duration is said in seconds: players say "60 seconds" and not "1 minute". */
const SECONDS_BELOW = 2 * MINUTE;

/**
 * A duration of a setting, in ms: `10 min`, `1 h 30 min`, `60 s`.
 * @param {number} ms
 */
export function duration(ms) {
  /** @type {[number, (n: number) => string][]} */
  const units = [
    [DAY, (n) => t("duration-days", { n })],
    [HOUR, (n) => t("duration-hours", { n })],
    [MINUTE, (n) => t("duration-minutes", { n })],
    [SECOND, (n) => t("duration-seconds", { n })],
    [1, (n) => t("duration-milliseconds", { n })],
  ];
  let left = ms;
  let said = "";
  for (const [unit, words] of units) {
    const n = Math.floor(left / unit);
    if (n === 0 || (ms < SECONDS_BELOW && unit > SECOND)) continue;
    left %= unit;
    const smaller = words(n);
    said = said === "" ? smaller : t("duration-and", { larger: said, smaller });
  }
  return said === "" ? t("duration-seconds", { n: 0 }) : said;
}

/**
 * A time control for people: `10 min + 3x30 s`, `10 分，读秒 3 次×30 秒`.
 * @param {import("../clock/clock.js").TimeControl} time
 */
export function timeControl(time) {
  const main = duration(time.main ?? 0);
  const period = duration(time.period ?? 0);
  const block = duration(time.block ?? 0);
  const allowance = duration(time.allowance ?? 0);
  const increment = duration(time.increment ?? 0);
  const [periods, stones] = [time.periods ?? 0, time.stones ?? 0];
  switch (time.system) {
    case "absolute":
      return t("time-absolute", { main });
    case "byo_yomi":
      return time.main ? t("time-byo_yomi", { main, periods, period }) : t("time-byo_yomi-only", { periods, period });
    case "canadian":
      return time.main ? t("time-canadian", { main, stones, block }) : t("time-canadian-only", { stones, block });
    case "fischer":
      return time.cap
        ? t("time-fischer-cap", { main, increment, cap: duration(time.cap) })
        : t("time-fischer", { main, increment });
    case "simple":
      return t("time-simple", { allowance });
    case "correspondence":
      return t("time-correspondence", { allowance });
    default:
      return t("time-none");
  }
}

/**
 * The time of a clock's face, days in words.
 * @param {number} ms
 */
export function clockFace(ms) {
  const seconds = Math.ceil(ms / SECOND);
  const days = Math.floor(seconds / 86_400);
  if (days === 0) return face(ms);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const rest = seconds % 86_400;
  const time = `${Math.floor(rest / 3600)}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return t("clock-days", { days, time });
}

/**
 * A call in words: `30 seconds`, `2 periods left`, `nine`.
 * @param {import("../clock/clock.js").Call} call
 */
export function calledOut(call) {
  switch (call.call) {
    case "begins":
      return t("call-begins", { periods: call.periods });
    case "left":
      return t("call-left", { periods: call.periods });
    case "seconds":
      return t("call-seconds", { seconds: call.seconds });
    case "last":
      return t("call-last", { seconds: call.seconds });
  }
}

/**
 * For how long something still may last, rounded up: `5 minutes`, `90 seconds`.
 * @param {number} ms
 */
export function within(ms) {
  const seconds = Math.ceil(ms / SECOND);
  if (seconds <= 180) return t("within-seconds", { n: seconds });
  if (seconds <= 10_800) return t("within-minutes", { n: Math.ceil(seconds / 60) });
  if (seconds <= 259_200) return t("within-hours", { n: Math.ceil(seconds / 3_600) });
  return t("within-days", { n: Math.ceil(seconds / 86_400) });
}

/** @type {Intl.DateTimeFormatOptions} */
const DATE_AND_TIME = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" };

/**
 * A date with its time, where this machine is.
 * @param {number} at ms since 1970
 */
export const dateAndTime = (at) => new Date(at).toLocaleString(language(), DATE_AND_TIME);

/**
 * When an adjourned game goes on: as it is where this machine is, and as it was said where that is another time
 * of day.
 * @param {number} at ms since 1970
 * @param {string} [zone] the name of a time zone
 */
export function setTime(at, zone) {
  const here = dateAndTime(at);
  if (zone === undefined) return here;
  try {
    const there = new Date(at).toLocaleString(language(), { ...DATE_AND_TIME, timeZone: zone });
    return there === here ? here : `${here} (${there} ${zone})`;
  } catch {
    // a zone that this browser does not know says nothing to this person
    return here;
  }
}
