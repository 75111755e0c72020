// @ts-check
/** Play stands, and goes on: the clocks, the phase and whose turn it is. As the server's own fold does it. */

import { endBreaks } from "./breaks.js";

/**
 * @typedef {import("./view.js").View} View
 * @typedef {import("../protocol.js").Colour} Colour
 * @typedef {import("../protocol.js").Clock} Clock
 */

/**
 * Play stands: the running clock at what the event says.
 * @param {View} view
 * @param {{clock?: Clock}} event
 * @param {number} t
 */
export function stand(view, event, t) {
  const side = view.clocks?.running;
  if (view.clocks && side && event.clock) view.clocks[side] = event.clock;
  run(view, null, t);
  view.undoRequest = null;
  view.proposal = null;
}

/**
 * After a move play stands still until a referee rules.
 * @param {View} view
 * @param {import("../protocol.js").Awaits | undefined} awaits
 * @param {number} t
 */
export function wait(view, awaits, t) {
  if (!awaits) return;
  stand(view, {}, t);
  view.phase = "paused";
  view.pause = { since: t, suspended_until: awaits.until, awaits: awaits.on };
}

/**
 * Play goes on after it stood.
 * @param {View} view
 * @param {Colour} toMove
 * @param {number} t
 */
export function goOn(view, toMove, t) {
  endBreaks(view, t);
  view.phase = "playing";
  view.toMove = toMove;
  run(view, toMove, t);
}

/**
 * @param {View} view
 * @param {Colour | null} side
 * @param {number} since
 */
export function run(view, side, since) {
  if (!view.clocks) return;
  if (side) view.clocks.running = side;
  else delete view.clocks.running;
  view.clocks.since = since;
}
