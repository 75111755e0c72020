// @ts-check
/**
 * A game as the page sees it: a pure fold of one snapshot and the events after it.
 *
 * Nothing here judges a move or asks for the time: events record outcomes, and the instant of each is an
 * argument. An event that does not fit changes nothing; the session then asks the server for what it lacks.
 */

import { onWallTime, running } from "../clock/clock.js";
import * as board from "./board.js";
import { Misfit, fold } from "./fold.js";
import { indexOf, other } from "./vertex.js";

/**
 * @typedef {import("../protocol.js").Colour} Colour
 * @typedef {import("../protocol.js").Clock} Clock
 * @typedef {import("../protocol.js").Snapshot} Snapshot
 * @typedef {import("../protocol.js").GameEvent} GameEvent
 * @typedef {{by: Colour, vertex: string, used?: number}} Move
 * @typedef {Pick<Snapshot, "seq" | "head" | "setup" | "names" | "phase" | "arrived" | "board" | "captures">} Same
 * @typedef {{createdAt: number, start: import("../protocol.js").Start | null, handicapStones: string[], handicapLeft: number, moves: Move[], toMove: Colour,
 *   warnings: {black: number, white: number}, penalties: {black: number, white: number}, noRepetition: {black: boolean, white: boolean}, undoRequest: import("../protocol.js").UndoRequest | null,
 *   proposal: {by: Colour, proposal: import("./breaks.js").Proposal, resume_at?: number, zone?: string} | null,
 *   pauseLeft: number, pause: import("../protocol.js").Pause | null,
 *   adjournment: {resume_at: number, zone?: string, sealed?: import("../protocol.js").Seal} | null,
 *   scoring: import("../protocol.js").Scoring | null, nextStopFinal: boolean,
 *   outcome: import("../protocol.js").Outcome | null, clocks: import("../protocol.js").Clocks | null,
 *   synced: {time: number, at: number}}} Own what is named or kept otherwise than in a snapshot; `synced` is the
 *   game's time at an instant of this page's monotonic clock
 * @typedef {Same & Own} View
 */

/**
 * The view of a snapshot that was received at `at`, when the game's time was `now`.
 * @param {Snapshot} snapshot
 * @param {number} now ms, the game's time
 * @param {number} at ms, this page's monotonic clock
 * @returns {View}
 */
export function viewOf(snapshot, now, at) {
  const size = snapshot.setup.size;
  if (!board.fits(size, snapshot.board) || board.hashOf(snapshot.board) !== snapshot.hash) throw new Misfit("board");
  const stones = snapshot.handicap_stones ?? [];
  /** @type {Colour} */
  let mover = snapshot.start?.to_move ?? (stones.length > 0 ? "white" : "black");
  const moves = [];
  for (const vertex of snapshot.moves.split(" ").filter((text) => text !== "")) {
    if (vertex !== "pass" && indexOf(size, vertex) < 0) throw new Misfit("board");
    moves.push({ by: mover, vertex });
    mover = other(mover);
  }
  return {
    seq: snapshot.seq,
    head: snapshot.head,
    setup: snapshot.setup,
    names: snapshot.names,
    createdAt: snapshot.created_at,
    phase: snapshot.phase,
    arrived: snapshot.arrived,
    start: snapshot.start ?? null,
    handicapStones: stones,
    handicapLeft: snapshot.handicap_left ?? 0,
    moves,
    board: snapshot.board,
    toMove: snapshot.to_move,
    captures: snapshot.captures,
    warnings: snapshot.warnings ?? { black: 0, white: 0 },
    noRepetition: snapshot.no_repetition ?? { black: false, white: false },
    penalties: snapshot.penalties ?? { black: 0, white: 0 },
    undoRequest: snapshot.undo_request ?? null,
    proposal: snapshot.proposal ?? null,
    pauseLeft: snapshot.pause_left ?? 0,
    pause: snapshot.pause ?? null,
    adjournment: snapshot.adjournment ?? null,
    scoring: snapshot.scoring ?? null,
    nextStopFinal: snapshot.next_stop_final ?? false,
    outcome: snapshot.outcome ?? null,
    clocks: snapshot.clocks ?? null,
    synced: { time: now, at },
  };
}

/**
 * The view after an event; throws a {@link Misfit} when it does not fit.
 * @param {View} view
 * @param {GameEvent} message
 * @returns {View}
 */
export function after(view, message) {
  if (message.seq <= view.seq) throw new Misfit("seen");
  if (message.seq !== view.seq + 1) throw new Misfit("gap");
  if (message.prev !== view.head) throw new Misfit("forked");
  const next = structuredClone(view);
  fold(next, message.event, timeOf(view, message));
  next.seq = message.seq;
  next.head = message.head;
  return next;
}

/**
 * The game's time of an event: wall time where clocks count days or there are none.
 * @param {View} view
 * @param {GameEvent} message
 * @returns {number}
 */
export const timeOf = (view, message) => (onWallTime(view.setup.time) ? message.at : message.t);

/**
 * The game's time at `at`, as far as a client can know.
 * @param {View} view
 * @param {number} at
 */
export const gameTime = (view, at) => view.synced.time + Math.max(0, at - view.synced.at);

/**
 * What both clocks show at `at`; null without a time control.
 * @param {View} view
 * @param {number} at
 * @returns {{black: Clock, white: Clock} | null}
 */
export function clocksAt(view, at) {
  const { clocks } = view;
  if (!clocks) return null;
  const shown = { black: clocks.black, white: clocks.white };
  if (clocks.running) {
    const elapsed = Math.max(0, gameTime(view, at) - clocks.since);
    shown[clocks.running] = running(view.setup.time, shown[clocks.running], elapsed);
  }
  return shown;
}

/**
 * ms until time itself acts: dead stones must be confirmed, or a pause is used up; null while nothing waits for that.
 * @param {View} view
 * @param {number} at
 */
export function untilDeadline(view, at) {
  const deadline = { scoring: view.scoring?.deadline, paused: view.pause?.until }[/** @type {string} */ (view.phase)];
  return deadline === undefined ? null : Math.max(0, deadline - gameTime(view, at));
}

/**
 * The side that an account plays.
 * @param {View} view
 * @param {string | null | undefined} account
 * @returns {Colour | null}
 */
export function sideOf(view, account) {
  if (!account) return null;
  const { black, white } = view.setup.players;
  return account === black ? "black" : account === white ? "white" : null;
}

/**
 * AGA rules: prisoners that a side got by the opponent's passes. Shown only.
 * @param {View} view
 * @param {Colour} side
 */
export function passPrisoners(view, side) {
  if (view.setup.rules.preset !== "aga") return 0;
  return view.moves.filter((move) => move.vertex === "pass" && move.by !== side).length;
}
