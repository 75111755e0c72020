// @ts-check
/**
 * The state of a session with a server, over as many connections as it takes; no input or output.
 *
 * The driver (`connection.js`) tells it what happened, each with the instant (ms of a monotonic clock), and
 * carries out the effects that it then finds in `poll`. What holds:
 * - a command is told one answer, however often it was sent: until then it is kept and sent again on each
 *   new connection with the same id and the same body, in its old order and after the answer to `join` of
 *   its game;
 * - events of a followed game are told in order and each once; what does not fit (gap, other head, other
 *   board) leads to a new `join` and is not told;
 * - after a rollback the own move that was made for exactly the head that stands is sent again with its old
 *   id; own later moves are told as lost.
 */

import { bound, jitter, mayBeRepeated } from "./backoff.js";
import { Followed } from "./followed.js";

/**
 * @typedef {{code: string, message?: string, retry_after?: number, [field: string]: any}} WireError
 * @typedef {{ok: any, error?: undefined} | {ok?: undefined, error: WireError}} Result
 * @typedef {{do: "send", text: string} | {do: "tell", update: any} | {do: "fetch_token"}
 *   | {do: "token_refused", error: WireError} | {do: "close", after: number | null}
 *   | {do: "give_up", error: WireError}} Effect
 * @typedef {{id: string, request: any, text: string, sending: "held" | "sent" | number, tries: number, again?: boolean}} Pending
 */

/** Commands that may wait for their answer; more are refused at once. */
const PENDING = 256;
/** A command that must first be preceded by `join` is tried so often. */
const JOIN_TRIES = 5;

export class Session {
  /** @param {string} prefix of the ids of commands: random for each start of the page */
  constructor(prefix) {
    this.prefix = prefix;
    this.numbered = 0;
    /** @type {Map<string, Followed>} */
    this.games = new Map();
    /** @type {Pending[]} */
    this.pending = [];
    /** @type {Effect[]} */
    this.effects = [];
    /** @type {string | null} */
    this.hello = null;
    /** @type {string | null} */
    this.refresh = null;
    this.ready = false;
    this.progress = false;
    /** @type {string | null} */
    this.account = null;
    this.talkOff = false;
    /** Tournaments that are heard of, each with the request for it that is on its way. @type {Map<string, string | null>} */
    this.tournaments = new Map();
  }

  poll() {
    return this.effects.shift();
  }

  /** Whether the server has done something for us since this was last asked. */
  takeProgress() {
    const progress = this.progress;
    this.progress = false;
    return progress;
  }

  /** Whether a command or a `join` waits for its answer. */
  isWaiting() {
    return (
      this.hello !== null ||
      this.pending.some((pending) => pending.sending === "sent") ||
      [...this.games.values()].some((game) => game.isWaiting())
    );
  }

  newId() {
    this.numbered += 1;
    return `${this.prefix}-${this.numbered}`;
  }

  /** @param {string | null} token */
  opened(token) {
    const who = token === null ? { anonymous: true } : { token };
    this.hello = this.sendNew({ type: "hello", ...who, client: "tengen page" });
  }

  /** The connection is gone. Everything that was not answered is kept. */
  closed() {
    this.ready = false;
    this.hello = null;
    this.refresh = null;
    this.effects = this.effects.filter((effect) => effect.do === "tell");
    for (const game of this.games.values()) game.closed();
    for (const pending of this.pending) pending.sending = "held";
  }

  /**
   * @param {string} game
   * @param {import("../game/view.js").View | null} [known] what is known of it from elsewhere
   */
  follow(game, known = null) {
    const followed = this.games.get(game) ?? new Followed(this, game);
    followed.view ??= known;
    followed.leaving = false;
    this.games.set(game, followed);
    if (!followed.joined) followed.join();
  }

  /**
   * What was done at a game and was not answered still goes out: until then it is followed.
   * @param {string} game
   */
  leave(game) {
    const followed = this.games.get(game);
    if (followed && this.pending.some(({ request }) => request.game === game)) followed.leaving = true;
    else if (this.games.delete(game) && this.ready) this.sendNew({ type: "leave", game });
  }

  /**
   * Hears of a tournament from now on, on each connection, or no more.
   * @param {string} tournament
   * @param {boolean} follow
   */
  followTournament(tournament, follow) {
    if (follow) this.tournaments.set(tournament, null);
    else this.tournaments.delete(tournament);
    if (!this.ready) return;
    const id = this.sendNew({ type: "follow_tournament", tournament, follow });
    if (follow) this.tournaments.set(tournament, id);
  }

  /** @param {string} token */
  refreshed(token) {
    if (this.ready) this.refresh = this.sendNew({ type: "refresh", token });
  }

  /**
   * @param {string} id
   * @param {any} request
   */
  submit(id, request) {
    if (this.pending.length >= PENDING) {
      return this.tell({ type: "answer", id, result: { error: { code: "rate_limited" } } });
    }
    const text = JSON.stringify({ id, ...request });
    this.pending.push({ id, request, text, sending: "held", tries: 0 });
    return this.flush();
  }

  /** When `due` must be called next; Infinity if not at all. */
  nextDue() {
    const commands = this.pending.map(({ sending }) => (typeof sending === "number" ? sending : Infinity));
    const games = [...this.games.values()].map((game) => game.nextDue());
    return Math.min(Infinity, ...commands, ...games);
  }

  /** @param {number} now */
  due(now) {
    for (const pending of this.pending) {
      if (typeof pending.sending === "number" && pending.sending <= now) pending.sending = "held";
    }
    for (const game of this.games.values()) game.due(now);
    this.flush();
  }

  /**
   * A text frame came.
   * @param {string} text
   * @param {number} now
   */
  received(text, now) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return this.tell({ type: "note", code: "bad_message" });
    }
    if (message.event !== undefined) return this.games.get(message.game)?.event(message, now);
    if (message.notice !== undefined) return this.noticed(message, now);
    return this.answered(message, now);
  }

  /** @param {any} update */
  tell(update) {
    this.effects.push({ do: "tell", update });
  }

  /**
   * Sends a request that is not repeated on another connection.
   * @param {any} request
   */
  sendNew(request) {
    const id = this.newId();
    this.effects.push({ do: "send", text: JSON.stringify({ id, ...request }) });
    return id;
  }

  /** Sends what is held and may be sent. */
  flush() {
    if (!this.ready) return;
    for (const pending of this.pending) {
      const followed = this.games.get(pending.request.game);
      if (pending.sending === "held" && (!followed || followed.joined)) {
        pending.sending = "sent";
        this.effects.push({ do: "send", text: pending.text });
      }
    }
  }

  /**
   * @param {any} answer
   * @param {number} now
   */
  answered(answer, now) {
    const { re } = answer;
    /** @type {Result} */
    const result = answer.error === undefined ? { ok: answer.ok } : { error: answer.error };
    if (re === undefined) {
      if (result.error) this.tell({ type: "note", code: result.error.code });
    } else if (re === this.hello) {
      this.hello = null;
      this.welcomed(result);
    } else if (re === this.refresh) {
      this.refresh = null;
      if (result.error) this.tell({ type: "note", code: result.error.code });
    } else {
      for (const game of [...this.games.values()]) if (game.answered(re, result, now)) return;
      for (const [tournament, id] of this.tournaments) {
        // without it one reads again now and then
        if (id === re) return this.tell({ type: "tournament", tournament, heard: !result.error, seq: result.ok?.seq ?? 0 });
      }
      const pending = this.pending.find((one) => one.id === re);
      if (pending) this.commandAnswered(pending, result, now);
    }
  }

  /** @param {Result} result */
  welcomed(result) {
    if (result.error) {
      const { error } = result;
      if (error.code === "unauthorized") this.effects.push({ do: "token_refused", error });
      else if (mayBeRepeated(error)) this.effects.push({ do: "close", after: error.retry_after ?? null });
      else this.effects.push({ do: "give_up", error });
      return;
    }
    this.ready = true;
    this.talkOff = false;
    this.account = result.ok.account ?? null;
    this.tell({ type: "connected", welcome: result.ok });
    for (const game of this.games.values()) game.join();
    for (const tournament of [...this.tournaments.keys()]) this.followTournament(tournament, true);
    this.flush();
  }

  /**
   * @param {Pending} pending
   * @param {Result} result
   * @param {number} now
   */
  commandAnswered(pending, result, now) {
    const followed = this.games.get(pending.request.game);
    if (result.error) {
      pending.tries += 1;
      if (mayBeRepeated(result.error)) {
        const pause = result.error.retry_after ?? bound(pending.tries);
        pending.sending = now + pause + jitter(pause / 4);
        return;
      }
      if (result.error.code === "not_joined" && followed && pending.tries <= JOIN_TRIES) {
        followed.joined = false;
        pending.sending = "held";
        followed.join();
        return;
      }
    }
    this.pending = this.pending.filter((one) => one !== pending);
    this.progress = true;
    if (result.error) {
      // whoever waited for the first answer was told that it was played
      if (pending.again && followed?.view) {
        followed.lost.push(pending.request.vertex);
        followed.tellLost();
      }
      // What was seen is not what stands: ask, so that there is always news to decide from.
      if (["stale", "rollback", "not_your_turn"].includes(result.error.code)) followed?.rejoin(now);
    } else if (pending.request.type === "play" && result.ok.seq !== undefined) {
      followed?.remember(pending, result.ok.seq);
    }
    this.tell({ type: "answer", id: pending.id, result });
    if (followed?.leaving) this.leave(followed.game);
  }

  /**
   * @param {any} notice
   * @param {number} now
   */
  noticed(notice, now) {
    const followed = this.games.get(notice.game);
    switch (notice.notice) {
      case "game_started":
        return this.tell({ type: "started", game: notice.game, offer: notice.offer });
      case "tournament_game":
        return this.tell({ type: "called", game: notice.game });
      case "seat_taken":
        return this.tell({ type: "seat_taken", game: notice.game });
      case "resync":
        return followed?.replace(notice.snapshot, notice.now, now);
      case "rollback":
        return followed?.rollBack(notice, now);
      case "talk":
        return followed?.talk.line(notice.channel, notice.line);
      case "tournament":
        return this.tell({ ...notice, type: "tournament", heard: true });
      case "token_expiring":
        return this.effects.push({ do: "fetch_token" });
      case "closing":
        return this.effects.push({ do: "close", after: notice.retry_after ?? null });
      // what a newer server may say
      default:
        return undefined;
    }
  }
}
