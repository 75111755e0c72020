// @ts-check
/**
 * What stops a game beside its end: proposals, pauses, suspensions, adjournments. As the server's own fold does
 * it; and what of it a player may ask for, so that no button is shown in vain. Pure.
 */

import { onWallTime } from "../clock/clock.js";

/**
 * @typedef {import("./view.js").View} View
 * @typedef {import("./vertex.js").Colour} Colour
 * @typedef {"pause" | "count" | "adjourn" | "go_on"} Proposal
 */

/**
 * @param {View} view
 * @param {{by: Colour, proposal: Proposal, resume_at?: number, zone?: string}} event
 */
export function propose(view, { by, proposal, resume_at, zone }) {
  view.proposal = { by, proposal, ...(resume_at !== undefined && { resume_at }), ...(zone !== undefined && { zone }) };
}

/**
 * A pause that was agreed on is paid for from the budget, what a referee has suspended is not.
 * @param {View} view
 * @param {number} t
 */
export function endPause(view, t) {
  if (view.pause && view.pause.suspended_until === undefined) {
    view.pauseLeft = Math.max(0, view.pauseLeft - Math.max(0, t - view.pause.since));
  }
  view.pause = null;
}

/**
 * Moves are made again: nothing of all this is left.
 * @param {View} view
 * @param {number} t
 */
export function endBreaks(view, t) {
  endPause(view, t);
  view.proposal = null;
  view.adjournment = null;
}

/**
 * An adjournment is agreed on, or another time at which the game goes on.
 * @param {View} view
 * @param {{resume_at: number, zone?: string}} event
 */
export function adjourn(view, { resume_at, zone }) {
  const sealed = view.adjournment?.sealed;
  view.adjournment = { resume_at, ...(zone !== undefined && { zone }), ...(sealed && { sealed }) };
  view.proposal = null;
  view.undoRequest = null;
}

/**
 * Whether the side to move has to seal its move.
 * @param {View} view
 */
export const isSealing = (view) => view.phase === "playing" && view.adjournment !== null;

/**
 * Whether a referee has suspended the game: he alone lets it go on.
 * @param {View} view
 */
export const isSuspended = (view) => view.phase === "paused" && view.pause?.suspended_until !== undefined;

/**
 * What can be proposed now.
 * @param {View} view
 * @returns {Proposal[]}
 */
export function proposable(view) {
  if (view.proposal || isSuspended(view)) return [];
  if (view.phase === "paused") return ["go_on"];
  if (view.phase === "adjourned") return ["go_on", "adjourn"];
  if (view.phase !== "playing" || isSealing(view)) return [];
  /** @type {Proposal[]} */
  const found = view.pauseLeft > 0 ? ["pause"] : [];
  if (view.handicapLeft > 0) return found;
  return onWallTime(view.setup.time) ? [...found, "count"] : [...found, "count", "adjourn"];
}
