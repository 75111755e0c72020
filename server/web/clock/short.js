// @ts-check
/**
 * The short form of time controls that people type, such as `10m+3x30s`: read and printed. Pure.
 *
 * The forms are those of the protocol. Limits are the server's: here only what is no form at all is refused.
 */

/** @typedef {import("./clock.js").TimeControl} TimeControl */

/** Units in ms, the largest first. @type {[string, number][]} */
const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
];
/** Below this a duration is printed in seconds, ms. */
const SECONDS_BELOW = 120_000;

/**
 * A duration such as `1h30m`, in ms: each unit at most once, the largest first; null for anything else.
 * @param {string} text
 */
export function readDuration(text) {
  if (text === "0") return 0;
  if (!/^(\d{1,9}(d|h|m|s|ms))+$/.test(text)) return null;
  let total = 0;
  let next = 0;
  for (const [, number, name] of text.matchAll(/(\d+)([a-z]+)/g)) {
    const at = UNITS.findIndex(([unit]) => unit === name);
    if (at < next) return null;
    next = at + 1;
    total += Number(number) * (UNITS[at]?.[1] ?? 0);
  }
  return total;
}

/** What people write in Chinese for the same, the longest first. @type {[RegExp, string][]} */
const CHINESE = [
  [/不限[时時]/g, "none"],
  [/每?手/g, "move"],
  [/天|日/g, "d"],
  [/小?[时時]/g, "h"],
  [/分[钟鐘]?/g, "m"],
  [/秒/g, "s"],
];

/** @param {string} text */
const readCount = (text) => (/^\d{1,6}$/.test(text) ? Number(text) : null);

/**
 * A time control; null when the text is none.
 * @param {string} typed
 * @returns {TimeControl | null}
 */
export function readTime(typed) {
  // as typed on other keyboards too: full width, and the sign of multiplication
  const plain = typed.normalize("NFKC").replaceAll("×", "x").replace(/\s/g, "").toLowerCase();
  const text = CHINESE.reduce((so, [said, short]) => so.replace(said, short), plain);
  if (text === "none") return { system: "none" };
  const reserved = /^([^(+/<]+)\(([^x]+)x([^)]+)\)$/.exec(text);
  if (reserved) return inside(readDuration(reserved[1] ?? ""), readCount(reserved[2] ?? ""), readDuration(reserved[3] ?? ""));
  const [first = "", overtime, ...more] = text.split("+");
  if (more.length > 0) return null;
  if (overtime === undefined) return alone(text);
  const main = readDuration(first);
  return main === null ? null : afterMain(main, overtime);
}

/**
 * Byo-yomi inside a limit: `2h(5x60s)`.
 * @param {number | null} limit
 * @param {number | null} periods
 * @param {number | null} period
 * @returns {TimeControl | null}
 */
function inside(limit, periods, period) {
  if (limit === null || periods === null || period === null || periods * period >= limit) return null;
  return { system: "byo_yomi", main: limit - periods * period, periods, period };
}

/**
 * One time alone, for the game or for each move.
 * @param {string} text
 * @returns {TimeControl | null}
 */
function alone(text) {
  const each = text.endsWith("/move") ? text.slice(0, -"/move".length) : null;
  const ms = readDuration(each ?? text);
  if (ms === null) return null;
  if (each === null) return { system: "absolute", main: ms };
  return { system: each.includes("d") ? "correspondence" : "simple", allowance: ms };
}

/**
 * @param {number} main
 * @param {string} overtime
 * @returns {TimeControl | null}
 */
function afterMain(main, overtime) {
  const fischer = /^([^/x<]+)\/move(?:<(.+))?$/.exec(overtime);
  if (fischer) {
    const increment = readDuration(fischer[1] ?? "");
    const cap = fischer[2] === undefined ? undefined : readDuration(fischer[2]);
    if (increment === null || cap === null) return null;
    return { system: "fischer", main, increment, ...(cap !== undefined && { cap }) };
  }
  const [, count = "", sign, length = ""] = /^(\d+)([x/])(.+)$/.exec(overtime) ?? [];
  const [number, ms] = [readCount(count), readDuration(length)];
  if (number === null || ms === null) return null;
  return sign === "x"
    ? { system: "byo_yomi", main, periods: number, period: ms }
    : { system: "canadian", main, stones: number, block: ms };
}

/** @param {number} ms */
function duration(ms) {
  const units = ms < SECONDS_BELOW ? UNITS.slice(3) : UNITS.slice(1);
  let left = ms;
  let said = "";
  for (const [name, unit] of units) {
    const n = Math.floor(left / unit);
    if (n > 0) said += `${n}${name}`;
    left %= unit;
  }
  return said === "" ? "0s" : said;
}

/**
 * The short form of a time control.
 * @param {TimeControl} time
 */
export function shortTime(time) {
  const main = duration(time.main ?? 0);
  switch (time.system) {
    case "absolute":
      return main;
    case "byo_yomi":
      return `${main}+${time.periods}x${duration(time.period ?? 0)}`;
    case "canadian":
      return `${main}+${time.stones}/${duration(time.block ?? 0)}`;
    case "fischer":
      return `${main}+${duration(time.increment ?? 0)}/move${time.cap === undefined ? "" : `<${duration(time.cap)}`}`;
    case "simple":
      return `${duration(time.allowance ?? 0)}/move`;
    case "correspondence": {
      const [day, ms] = [86_400_000, time.allowance ?? 0];
      return `${Math.floor(ms / day)}d${ms % day === 0 ? "" : duration(ms % day)}/move`;
    }
    default:
      return "none";
  }
}
