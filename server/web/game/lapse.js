// @ts-check
/** What a refused play or overtime does to a view where it is no pass. */

/**
 * A warning, or one more period for one zi; the same side moves.
 * @param {import("./view.js").View} view
 * @param {Extract<import("../protocol.js").Event, {kind: "illegal" | "overran"}>} event
 * @param {number} t the game's time of the event, ms
 */
export function lapse(view, event, t) {
  const { by } = event;
  if (event.led_to === "warn") view.warnings[by] += 1;
  if (event.led_to !== "penalty") return;
  view.penalties[by] += 1;
  if (!view.clocks || !event.clock) return;
  view.clocks[by] = event.clock;
  view.clocks.since = t;
}
