// @ts-check
/** What each event does to a view, as the server's own fold does it: outcomes are taken, nothing is judged. */

import { running } from "../clock/clock.js";
import * as board from "./board.js";
import { adjourn, endBreaks, endPause, propose } from "./breaks.js";
import { lapse } from "./lapse.js";
import { goOn, run, stand, wait } from "./stand.js";
import { indexOf, other } from "./vertex.js";

/**
 * @typedef {import("./view.js").View} View
 * @typedef {import("../protocol.js").Colour} Colour
 * @typedef {import("../protocol.js").Clock} Clock
 * @typedef {import("../protocol.js").Event} Event
 */

/** Why an event cannot follow the view. */
export class Misfit extends Error {
  /** @param {"seen" | "gap" | "forked" | "board" | "snapshot"} kind */
  constructor(kind) {
    super(`the event does not fit: ${kind}`);
    this.kind = kind;
  }
}

/**
 * Changes the view by an event; throws a {@link Misfit} when it does not fit.
 * @param {View} view
 * @param {Event} event
 * @param {number} t the game's time of the event, ms
 */
export function fold(view, event, t) {
  switch (event.kind) {
    case "arrived":
      view.arrived[event.by] = true;
      if (view.clocks && event.late?.clocks) Object.assign(view.clocks, event.late.clocks);
      if (view.arrived.black && view.arrived.white) {
        view.phase = "playing";
        run(view, view.toMove, t);
      }
      end(view, event.outcome, t);
      break;
    case "handicap":
      place(view, event);
      view.handicapStones.push(event.vertex);
      view.handicapLeft = event.left;
      moved(view, event, event.left === 0 ? other(event.by) : event.by, t);
      check(view, event.hash);
      break;
    case "play":
      place(view, event);
      take(view, event.captures ?? []);
      view.moves.push({ by: event.by, vertex: event.vertex, used: event.used ?? 0 });
      moved(view, event, other(event.by), t);
      check(view, event.hash);
      wait(view, event.awaits, t);
      end(view, event.outcome, t);
      break;
    case "pass":
    case "illegal":
    case "overran":
      check(view, event.hash);
      if (event.kind === "pass" || event.led_to === "pass") passed(view, event, t);
      else lapse(view, event, t);
      wait(view, event.awaits, t);
      end(view, event.outcome, t);
      break;
    case "undo_requested":
      view.undoRequest = { by: event.by, moves: event.moves };
      break;
    case "undo_answered":
      view.undoRequest = null;
      if (event.undone) {
        view.proposal = null;
        takeBack(view, event.undone, t);
      }
      break;
    case "marked":
      mark(view, event, t);
      break;
    case "accepted":
      scoringOf(view).accepted[event.by] = true;
      end(view, event.outcome, t);
      break;
    case "resumed":
      view.scoring = null;
      view.nextStopFinal = event.next_stop_final ?? false;
      view.phase = "playing";
      view.toMove = event.to_move;
      run(view, event.to_move, t);
      break;
    case "proposed":
      propose(view, event);
      break;
    case "declined":
      view.proposal = null;
      break;
    case "paused":
      stand(view, event, t);
      view.phase = "paused";
      view.pause = { since: t, until: t + event.lasts };
      break;
    case "went_on":
      goOn(view, event.to_move, t);
      break;
    case "count_agreed":
      stand(view, event, t);
      if (event.stop) stop(view, event.stop, t);
      end(view, event.outcome, t);
      break;
    case "adjournment_agreed":
      adjourn(view, event);
      break;
    case "sealed":
      if (!view.adjournment) throw new Misfit("snapshot");
      view.adjournment.sealed = { by: event.by, digest: event.digest };
      stand(view, event, t);
      view.phase = "adjourned";
      break;
    case "unsealed": {
      const { sealed_by: by, vertex } = event;
      if (vertex !== "pass") place(view, { by, vertex });
      take(view, event.captures ?? []);
      view.moves.push({ by, vertex });
      goOn(view, other(by), t);
      check(view, event.hash);
      if (event.stop) stop(view, event.stop, t);
      wait(view, event.awaits, t);
      end(view, event.outcome, t);
      break;
    }
    case "resume_requested":
      scoringOf(view).resume_asked[event.by] = true;
      break;
    case "credited":
      if (view.clocks && view.clocks.running === event.to) view.clocks.since += event.ms;
      break;
    case "warned":
      view.warnings[event.warned] += 1;
      if (event.revised) revise(view, event.revised.revision, t + event.revised.deadline);
      end(view, event.outcome, t);
      break;
    case "settled":
      if (view.scoring) view.scoring.dead = [];
      end(view, event.outcome, t);
      break;
    case "resigned":
    case "timed_out":
    case "cancelled":
      end(view, event.outcome, t);
      break;
    case "ruled":
      ruled(view, event, t);
      break;
    // the beginning of a log, and what a newer server may write
    default:
      throw new Misfit("snapshot");
  }
}

/**
 * Stones that stood before the first move: handicap, or what a referee has set up.
 * @param {Pick<View, "start" | "handicapStones">} view
 */
export function givenStones({ start, handicapStones }) {
  if (!start) return { black: handicapStones.length, white: 0 };
  return { black: start.board.split("X").length - 1, white: start.board.split("O").length - 1 };
}

/**
 * @param {View} view
 * @param {Extract<Event, {kind: "ruled"}>} event
 * @param {number} t
 */
function ruled(view, event, t) {
  switch (event.ruling) {
    case "result":
      if (view.scoring && event.dead) view.scoring.dead = event.dead;
      end(view, event.outcome, t);
      break;
    case "clocks":
      if (view.clocks) Object.assign(view.clocks, { black: event.black, white: event.white, since: t });
      break;
    case "taken_back":
      view.undoRequest = null;
      view.scoring = null;
      view.phase = "playing";
      if (event.forbids) view.noRepetition[event.forbids] = true;
      endBreaks(view, t);
      takeBack(view, event.undone, t);
      break;
    case "suspended": {
      const awaits = view.pause?.awaits;
      endPause(view, t);
      stand(view, event, t);
      view.phase = "paused";
      view.pause = { since: t, suspended_until: event.until, ...(awaits && { awaits }) };
      break;
    }
    case "resumed":
      goOn(view, event.to_move, t);
      break;
    // another board and another history: the server tells them whole
    default:
      throw new Misfit("snapshot");
  }
}

/** @param {View} view */
function scoringOf(view) {
  if (!view.scoring) throw new Misfit("snapshot");
  return view.scoring;
}

/**
 * @param {View} view
 * @param {{by: Colour, vertex: string}} event
 */
function place(view, event) {
  const index = indexOf(view.setup.size, event.vertex);
  if (index < 0) throw new Misfit("board");
  view.board = board.put(view.board, [index], board.letterOf(event.by));
}

/**
 * Removes captured stones and counts them for the other side.
 * @param {View} view
 * @param {string[]} captures
 */
function take(view, captures) {
  const points = captures.map((vertex) => indexOf(view.setup.size, vertex));
  for (const point of points) {
    const colour = board.stoneAt(view.board, point);
    if (colour === null) throw new Misfit("board");
    view.captures[other(colour)] += 1;
  }
  view.board = board.put(view.board, points, ".");
}

/**
 * The clocks and the turn after a move; any move cancels a request for undo and a proposal.
 * @param {View} view
 * @param {{by: Colour, clock?: Clock}} event
 * @param {Colour} next
 * @param {number} t
 */
function moved(view, event, next, t) {
  view.undoRequest = null;
  view.proposal = null;
  view.toMove = next;
  if (view.clocks && event.clock) view.clocks[event.by] = event.clock;
  run(view, next, t);
}

/**
 * A pass, of whatever it came.
 * @param {View} view
 * @param {{by: Colour, used?: number, clock?: Clock, stop?: import("../protocol.js").Stop}} event
 * @param {number} t
 */
function passed(view, event, t) {
  view.moves.push({ by: event.by, vertex: "pass", used: event.used ?? 0 });
  moved(view, event, other(event.by), t);
  if (event.stop) stop(view, event.stop, t);
}

/**
 * Two passes: the clocks stand as they were after the pass.
 * @param {View} view
 * @param {import("../protocol.js").Stop} stopped
 * @param {number} t
 */
function stop(view, stopped, t) {
  if (stopped.closing_pass) {
    view.moves.push({ by: view.toMove, vertex: "pass" });
    view.toMove = other(view.toMove);
  }
  run(view, null, t);
  view.phase = "scoring";
  view.scoring = {
    stop: stopped.number,
    final: stopped.final ?? false,
    revision: stopped.revision ?? 0,
    dead: [],
    accepted: { black: false, white: false },
    resume_asked: { black: false, white: false },
    deadline: t + stopped.deadline,
  };
}

/**
 * @param {View} view
 * @param {import("../protocol.js").Outcome | undefined} outcome
 * @param {number} t
 */
function end(view, outcome, t) {
  if (!outcome) return;
  const { clocks } = view;
  if (clocks?.running) {
    const elapsed = Math.max(0, t - clocks.since);
    clocks[clocks.running] = running(view.setup.time, clocks[clocks.running], elapsed);
  }
  run(view, null, t);
  view.phase = "finished";
  view.undoRequest = null;
  view.proposal = null;
  view.pause = null;
  view.adjournment = null;
  view.outcome = outcome;
}

/**
 * @param {View} view
 * @param {Extract<Event, {kind: "marked"}>} event
 * @param {number} t
 */
function mark(view, event, t) {
  const scoring = scoringOf(view);
  const dead = scoring.dead.filter((point) => !event.stones.includes(point));
  scoring.dead = event.dead ? [...dead, ...event.stones] : dead;
  revise(view, event.revision, t + event.deadline);
}

/**
 * A new revision of the marks, which nobody has accepted.
 * @param {View} view
 * @param {number} revision
 * @param {number} deadline
 */
function revise(view, revision, deadline) {
  Object.assign(scoringOf(view), { revision, deadline, accepted: { black: false, white: false } });
}

/**
 * @param {View} view
 * @param {import("../protocol.js").Undone} undone
 * @param {number} t
 */
function takeBack(view, undone, t) {
  if (undone.moves > view.moves.length) throw new Misfit("snapshot");
  if (!board.fits(view.setup.size, undone.board)) throw new Misfit("board");
  view.moves.length -= undone.moves;
  view.board = undone.board;
  view.toMove = undone.to_move;
  // Stones that a side has placed and that are no longer there were captured.
  const put = (/** @type {Colour} */ by) => view.moves.filter((m) => m.by === by && m.vertex !== "pass").length;
  const on = (/** @type {string} */ letter) => view.board.split(letter).length - 1;
  const given = givenStones(view);
  view.captures = {
    black: Math.max(0, put("white") + given.white - on("O")),
    white: Math.max(0, put("black") + given.black - on("X")),
  };
  if (view.clocks && undone.black && undone.white) Object.assign(view.clocks, { black: undone.black, white: undone.white });
  run(view, undone.to_move, t);
  check(view, undone.hash);
}

/**
 * @param {View} view
 * @param {string} hash
 */
function check(view, hash) {
  if (board.hashOf(view.board) !== hash) throw new Misfit("board");
}
