// @ts-check
/**
 * A followed game: joining it, folding its events in order, and what a rollback means for own moves.
 *
 * An event is told only when it fits what was told before; everything else leads to a new `join`.
 */

import { Misfit } from "../game/fold.js";
import { after, timeOf, viewOf } from "../game/view.js";
import { bound, mayBeRepeated } from "./backoff.js";
import { Channels } from "./channels.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Result} Result
 * @typedef {import("./session.js").Pending} Pending
 * @typedef {import("../game/view.js").View} View
 */

/** Own moves that are remembered for the case of a rollback. */
const KEPT_MOVES = 64;
/** Rejoins in a row without a fitting event that are made at once. */
const QUICK_REJOINS = 2;
/** Earlier heads that a server looks at. */
const HAVE_HEADS = 16;

export class Followed {
  /**
   * @param {Session} session
   * @param {string} game
   */
  constructor(session, game) {
    this.session = session;
    this.game = game;
    /** @type {View | null} */
    this.view = null;
    /** The heads before the view's, the newest first. @type {string[]} */
    this.heads = [];
    /** The `join` that is on its way. @type {string | null} */
    this.joining = null;
    this.joined = false;
    /** It is left as soon as what was done at it is answered. */
    this.leaving = false;
    /** The next `join` asks for a snapshot. */
    this.fresh = false;
    /** Events up to this one are repeated and say nothing about the present time. */
    this.replayedTo = 0;
    this.misfits = 0;
    /** @type {number} */
    this.rejoinAt = Infinity;
    /** Own moves that were acknowledged. @type {{pending: Pending, seq: number}[]} */
    this.moves = [];
    /** Own moves that the server has lost, and that is not told yet. @type {string[]} */
    this.lost = [];
    this.talk = new Channels(this);
  }

  isWaiting() {
    return this.joining !== null || this.talk.isAsked();
  }

  closed() {
    this.joining = null;
    this.joined = false;
    this.rejoinAt = Infinity;
    this.talk.closed();
  }

  nextDue() {
    return Math.min(this.rejoinAt, this.talk.nextDue());
  }

  /** @param {number} now */
  due(now) {
    if (this.rejoinAt <= now) this.join();
    this.talk.due(now);
  }

  join() {
    if (!this.session.ready || this.joining !== null) return;
    this.rejoinAt = Infinity;
    const known = this.fresh ? null : this.view;
    const have = known && { seq: known.seq, head: known.head, heads: this.heads };
    this.joining = this.session.sendNew({ type: "join", game: this.game, ...(have && { have }) });
  }

  /**
   * Joins again because something did not fit: at once, but not for ever in a tight circle.
   * @param {number} now
   */
  rejoin(now) {
    this.misfits += 1;
    if (this.misfits <= QUICK_REJOINS) this.join();
    else this.rejoinAt = Math.min(this.rejoinAt, now + bound(this.misfits - QUICK_REJOINS));
  }

  /**
   * Takes the answer to what this game has asked; whether it was one.
   * @param {string} re
   * @param {Result} result
   * @param {number} now
   */
  answered(re, result, now) {
    if (re !== this.joining) return this.talk.answered(re, result, now);
    this.joining = null;
    if (result.error) this.notJoined(result.error, now);
    else this.hasJoined(result.ok, now);
    return true;
  }

  /**
   * @param {import("./session.js").WireError} error
   * @param {number} now
   */
  notJoined(error, now) {
    if (mayBeRepeated(error) || error.code === "unreadable") {
      this.misfits += 1;
      this.rejoinAt = now + (error.retry_after ?? bound(this.misfits));
      return;
    }
    this.session.games.delete(this.game);
    this.session.tell({ type: "not_followed", game: this.game, error });
  }

  /**
   * @param {any} answer
   * @param {number} now
   */
  hasJoined(answer, now) {
    this.session.progress = true;
    this.joined = true;
    if (answer.join === "snapshot") {
      this.replace(answer.snapshot, answer.now, now);
    } else if (answer.join === "rollback") {
      this.rollBack(answer, now);
    } else if (this.view) {
      if (answer.join === "events") this.replayedTo = answer.seq;
      this.view = { ...this.view, synced: { time: answer.now, at: now } };
      this.tell({ kind: "up_to_date" });
    }
    this.talk.ask();
    this.session.flush();
  }

  /** @param {any} news */
  tell(news) {
    this.session.tell({ type: "game", game: this.game, view: this.view, news });
  }

  /**
   * Puts a snapshot in the place of what was known.
   * @param {any} snapshot
   * @param {number} time
   * @param {number} now
   * @param {string[]} [lost]
   */
  replace(snapshot, time, now, lost = []) {
    this.lost.push(...lost);
    try {
      this.view = viewOf(snapshot, time, now);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      this.fresh = true;
      this.rejoin(now);
      return;
    }
    this.fresh = false;
    // what did not fit is mended
    this.misfits = 0;
    this.heads = [];
    this.tellLost();
    this.talk.ask();
  }

  tellLost() {
    const { lost } = this;
    this.lost = [];
    this.tell({ kind: "snapshot", lost });
  }

  /**
   * Nothing after `seq` is left: sends the own move again that was made for exactly that head.
   * @param {{seq: number, head: string, now: number, snapshot: any}} stands
   * @param {number} now
   */
  rollBack(stands, now) {
    const lost = [];
    let again = null;
    while ((this.moves.at(-1)?.seq ?? 0) > stands.seq) {
      const last = this.moves.pop();
      if (!last) break;
      const { request } = last.pending;
      if (request.after === stands.seq && request.head === stands.head) again = last.pending;
      else lost.unshift(request.vertex);
    }
    this.replace(stands.snapshot, stands.now, now, lost);
    if (again) {
      this.session.pending.unshift({ ...again, sending: "held", tries: 0, again: true });
      this.session.flush();
    }
  }

  /**
   * Keeps an acknowledged move for the case that the server's store loses it.
   * @param {Pending} pending
   * @param {number} seq
   */
  remember(pending, seq) {
    if (this.moves.length >= KEPT_MOVES) this.moves.shift();
    this.moves.push({ pending, seq });
  }

  /**
   * @param {any} message
   * @param {number} now
   */
  event(message, now) {
    const { view } = this;
    if (!view || this.fresh) return;
    let next;
    try {
      next = after(view, message);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      if (error.kind === "seen") return;
      // a fork and a gap are mended by events, another board and an unknown event by a snapshot
      this.fresh = error.kind === "board" || error.kind === "snapshot";
      this.rejoin(now);
      return;
    }
    this.misfits = 0;
    if (message.seq > this.replayedTo) next.synced = { time: timeOf(view, message), at: now };
    this.heads = [view.head, ...this.heads].slice(0, HAVE_HEADS);
    this.view = next;
    this.tell({ kind: "event", event: message.event });
    if (next.phase === "finished") this.talk.ask();
  }
}
