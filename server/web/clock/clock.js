// @ts-check
/**
 * What a clock shows while it runs, and what a time keeper calls out. All durations are ms. Pure.
 */

/**
 * @typedef {{main: number, periods?: number, stones?: number, period?: number}} Clock
 * @typedef {{system: string, main?: number, periods?: number, period?: number, stones?: number, block?: number,
 *   increment?: number, cap?: number, allowance?: number}} TimeControl
 */

/**
 * What the clock shows after `elapsed` ms of thinking: periods are rolled over, nothing is below zero.
 * @param {TimeControl} time
 * @param {Clock} clock
 * @param {number} elapsed
 * @returns {Clock}
 */
export function running(time, clock, elapsed) {
  const shown = { ...clock };
  if (time.system === "none") return shown;
  const excess = Math.max(0, elapsed - clock.main);
  if (time.system === "byo_yomi") {
    Object.assign(shown, periodsAfter(clock, excess, time.periods ?? 0, time.period ?? 0));
  } else if (time.system === "canadian") {
    shown.stones = clock.stones ?? time.stones ?? 0;
    shown.period = Math.max(0, (clock.period ?? time.block ?? 0) - excess);
  }
  shown.main = Math.max(0, clock.main - elapsed);
  return shown;
}

/**
 * @param {Clock} clock
 * @param {number} spent
 * @param {number} periods
 * @param {number} period
 */
function periodsAfter(clock, spent, periods, period) {
  const count = clock.periods ?? periods;
  const current = count === 0 ? 0 : (clock.period ?? period);
  if (spent < current) return { periods: count, period: current - spent };
  const beyond = spent - current;
  const left = count - (period > 0 ? Math.floor(beyond / period) + 1 : count);
  return left > 0 ? { periods: left, period: period - (beyond % period) } : { periods: 0, period: 0 };
}

/**
 * Whether the game's time is wall time: where clocks count days, and where there is none.
 * @param {TimeControl} time
 */
export const onWallTime = (time) => time.system === "correspondence" || time.system === "none";

/**
 * A time left as on a clock's face, rounded up to whole seconds: `0:05`, `29:59`, `1:29:59`.
 * @param {number} ms
 */
export function face(ms) {
  const all = Math.ceil(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/**
 * How long, in ms, the side may still think about its move; null without a clock.
 * @param {TimeControl} time
 * @param {Clock} shown
 */
export function left(time, shown) {
  if (time.system === "none") return null;
  if (time.system === "byo_yomi") {
    const later = Math.max(0, (shown.periods ?? 0) - 1) * (time.period ?? 0);
    return shown.main + (shown.period ?? 0) + later;
  }
  return shown.main + (time.system === "canadian" ? (shown.period ?? 0) : 0);
}

/**
 * @typedef {{call: "begins" | "left", periods: number} | {call: "seconds" | "last", seconds: number}} Call
 */

/** What is left of a period, in seconds, when the seconds that have gone are called. */
const CALLED_AT_LEFT = [2, 5, 10, 20, 30];

/** The seconds of the last period that are counted one by one. */
const COUNTED = 10;

/**
 * What is to be called (读秒) between two looks at the same side's running clock. When several calls of
 * one period have passed between them only the last is due.
 * @param {TimeControl} time
 * @param {Clock} before
 * @param {Clock} now
 * @returns {Call[]}
 */
export function calls(time, before, now) {
  const period = time.period ?? 0;
  const [had, has, remains] = [before.periods, now.periods, now.period];
  if (time.system !== "byo_yomi" || had === undefined || has === undefined || remains === undefined) return [];
  if (now.main > 0 || has === 0) return [];
  /** @type {Call[]} */
  const due = [];
  if (has < had) due.push({ call: "left", periods: has });
  else if (before.main > 0) due.push({ call: "begins", periods: has });
  // A period that began in between was whole; after a move it is whole again.
  const was = due.length === 0 ? (before.period ?? period) : period;
  const passed = (/** @type {number} */ seconds) =>
    remains <= seconds * 1000 && seconds * 1000 < was && seconds * 1000 < period;
  if (has === 1) {
    for (let seconds = 1; seconds <= COUNTED; seconds += 1) {
      if (passed(seconds)) return [...due, { call: "last", seconds }];
    }
  }
  const at = CALLED_AT_LEFT.find((seconds) => passed(seconds) && (has > 1 || seconds > COUNTED));
  if (at !== undefined) due.push({ call: "seconds", seconds: Math.floor((period - at * 1000) / 1000) });
  return due;
}
