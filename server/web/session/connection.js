// @ts-check
/**
 * A session with the server that outlives its connections: owns the socket, waits, reads, writes and keeps
 * time for the state in `session.js`, and tells whoever listens what it says.
 */

import { Refused } from "./accounts.js";
import { Backoff } from "./backoff.js";
import { Session } from "./session.js";

/** A connection must be open and welcomed within this, ms. */
const CONNECT_WITHIN = 15_000;
/** After so much silence the server is asked whether it is there .. */
const PING_AFTER = 10_000;
/** .. or after so much while an answer is awaited. */
const PING_SOONER = 3_000;
/** Nothing was heard for so long after that: the connection is dead. */
const PONG_WITHIN = 8_000;
/** A connection that held so long is a good one: the next try after it is quick. */
const HELD = 10_000;
/** After so long without a tick the page has slept, and what it shows may be old. */
const SLEPT = 5_000;

const SUBPROTOCOL = "tengen.v1";

/** A random prefix: ids are never used for two commands. */
function randomPrefix() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, (c) => (c === "+" ? "a" : "b"));
}

/**
 * @typedef {{current: () => Promise<string | null>, renewed: () => Promise<string | null>, account?: () => string | null}} Tokens
 * `current` gives the token to say hello with, null to watch only; `renewed` a new one, null when the login
 * has ended. Both reject when nobody can be reached. `account` is whose they are.
 */

export class Connection {
  /**
   * @param {Tokens} tokens
   * @param {string} [base] the address that the socket's is relative to
   */
  constructor(tokens, base = document.baseURI) {
    this.tokens = tokens;
    const url = new URL("ws", base);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    url.search = "";
    this.url = url.href;
    this.session = new Session(randomPrefix());
    this.backoff = new Backoff();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {"connecting" | "up" | "down" | "ended"} */
    this.state = "connecting";
    /** When it is tried again, ms of the monotonic clock. */
    this.retryAt = 0;
    this.roundTrip = 0;
    this.heard = 0;
    this.openedAt = 0;
    /** The last question whether the server is there. @type {{id: string, at: number} | null} */
    this.ping = null;
    /** It is to be asked at once. */
    this.asks = false;
    this.hadToken = false;
    /** Tokens that were refused in a row. */
    this.refusals = 0;
    /** Games of this account that are played in another window. @type {Set<string>} */
    this.displaced = new Set();
    /** As whom it speaks, null for nobody; undefined until it does. @type {string | null | undefined} */
    this.account = undefined;
    this.ticked = performance.now();
    /** @type {Set<(update: any) => void>} */
    this.listeners = new Set();
    /** @type {Map<string, (result: any) => void>} */
    this.waiting = new Map();
    this.timer = 0;
    this.online = () => this.hurry();
    this.seen = () => document.visibilityState === "visible" && this.hurry();
    addEventListener("online", this.online);
    document.addEventListener("visibilitychange", this.seen);
    void this.connect();
  }

  /**
   * Hears every update; the answer ends that.
   * @param {(update: any) => void} listener
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * @param {string} game
   * @param {import("../game/view.js").View | null} [known] what is known of it from elsewhere
   */
  follow(game, known) {
    this.session.follow(game, known);
    this.carryOut();
  }

  /** @param {string} game */
  leave(game) {
    this.session.leave(game);
    this.carryOut();
  }

  /**
   * @param {string} tournament
   * @param {boolean} follow from now on, or no more
   */
  followTournament(tournament, follow) {
    this.session.followTournament(tournament, follow);
    this.carryOut();
  }

  /** Asks again for what was said beside the games that are followed: who was muted is heard again. */
  hearAgain() {
    for (const followed of this.session.games.values()) followed.talk.anew();
    this.carryOut();
  }

  /**
   * Sends a command, over as many connections as it takes.
   * @param {any} request
   * @returns {Promise<import("./session.js").Result>}
   */
  ask(request) {
    const id = this.session.newId();
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.session.submit(id, request);
      this.carryOut();
    });
  }

  /** Ends the session; what was not answered never will be. */
  end() {
    this.state = "ended";
    clearTimeout(this.timer);
    removeEventListener("online", this.online);
    document.removeEventListener("visibilitychange", this.seen);
    this.drop();
    for (const resolve of this.waiting.values()) resolve({ error: { code: "going_away" } });
    this.waiting.clear();
    this.listeners.clear();
  }

  /** @param {string | null} [fresh] a token that was made for this just now; null to watch only */
  async connect(fresh) {
    if (this.state === "ended") return undefined;
    this.state = "connecting";
    this.tell({ type: "state" });
    let token;
    try {
      // one that was refused is not good because it is new
      if (fresh !== undefined) token = fresh;
      else token = await (this.refusals > 0 ? this.tokens.renewed() : this.tokens.current());
    } catch (error) {
      return this.lost(error instanceof Refused ? (error.error.retry_after ?? null) : null);
    }
    if (this.state !== "connecting" || this.socket) return undefined;
    if (token === null && this.hadToken) this.tell({ type: "login_ended" });
    if (this.isEnded()) return undefined;
    this.hadToken = token !== null;
    this.account = this.tokens.account?.() ?? null;
    let socket;
    try {
      socket = new WebSocket(this.url, SUBPROTOCOL);
    } catch {
      // no socket may be opened from this page at all
      return this.lost(null);
    }
    this.socket = socket;
    this.openedAt = performance.now();
    this.heard = this.openedAt;
    this.ping = null;
    socket.onopen = () => {
      this.session.opened(token);
      this.carryOut();
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket || typeof event.data !== "string") return;
      this.heard = performance.now();
      if (this.ping && event.data.startsWith(`{"re":"${this.ping.id}"`)) {
        this.roundTrip = this.heard - this.ping.at;
        return;
      }
      this.session.received(event.data, this.heard);
      this.carryOut();
    };
    socket.onclose = () => socket === this.socket && this.lost(null);
    this.schedule();
    return undefined;
  }

  /** Whether somebody has ended it meanwhile. */
  isEnded() {
    return this.state === "ended";
  }

  /** Closes the socket without waiting for it. */
  drop() {
    const { socket } = this;
    this.socket = null;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  /**
   * The connection is gone: comes back after a while.
   * @param {number | null} asked ms that the server asks for
   */
  lost(asked) {
    if (this.state === "ended") return;
    const now = performance.now();
    const held = this.state === "up" && now - this.openedAt > HELD;
    this.drop();
    this.session.closed();
    if (this.session.takeProgress()) this.backoff.soften();
    if (held) this.backoff.reset();
    this.retryAt = now + this.backoff.next(asked);
    this.state = "down";
    this.carryOut();
    this.tell({ type: "state" });
    this.schedule();
  }

  /** The network or the person is back: no time to wait. */
  hurry() {
    const now = performance.now();
    if (this.state === "down") this.retryAt = Math.min(this.retryAt, now + 100);
    else this.asks = true;
    this.schedule();
  }

  schedule() {
    clearTimeout(this.timer);
    if (this.state === "ended") return;
    const now = performance.now();
    const next = this.state === "down" ? this.retryAt : Math.min(this.nextPing(), this.session.nextDue());
    // the monotonic clock may stand while the machine sleeps: look now and then
    this.timer = window.setTimeout(() => this.tick(), Math.max(0, Math.min(next - now, 1_000)));
  }

  /** When the server is to be asked, or given up; Infinity while no socket is there. */
  nextPing() {
    if (!this.socket) return Infinity;
    if (this.state === "connecting") return this.openedAt + CONNECT_WITHIN;
    if (this.isAsked()) return /** @type {{at: number}} */ (this.ping).at + PONG_WITHIN;
    // The first one goes out at once: it measures the round trip.
    if (this.asks || !this.ping) return this.openedAt;
    return this.heard + (this.session.isWaiting() ? PING_SOONER : PING_AFTER);
  }

  /** Whether nothing was heard since the server was asked. */
  isAsked() {
    return this.ping !== null && this.heard < this.ping.at;
  }

  tick() {
    const [now, wall] = [performance.now(), Date.now()];
    const slept = wall - this.wall > SLEPT + (now - this.ticked);
    this.ticked = now;
    this.wall = wall;
    if (this.state === "down") {
      if (now >= this.retryAt) return void this.connect();
      return this.schedule();
    }
    if (slept && this.state === "up") return this.lost(null);
    if (this.socket && now >= this.nextPing()) {
      if (this.state === "connecting" || this.isAsked()) return this.lost(null);
      const id = this.session.newId();
      this.ping = { id, at: now };
      this.asks = false;
      this.write(JSON.stringify({ id, type: "ping" }));
    }
    this.session.due(now);
    this.carryOut();
    return undefined;
  }

  /** Wall time of the last tick, ms. */
  wall = Date.now();

  /** @param {string} text */
  write(text) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  /** Does all that the session wants done. */
  carryOut() {
    for (let effect = this.session.poll(); effect; effect = this.session.poll()) {
      switch (effect.do) {
        case "send":
          this.write(effect.text);
          break;
        case "tell":
          this.told(effect.update);
          break;
        case "fetch_token":
          void this.renew(false);
          break;
        case "token_refused":
          this.refusals += 1;
          if (this.refusals > 1) {
            this.lost(null);
            return;
          }
          this.drop();
          this.session.closed();
          void this.renew(true);
          break;
        case "close":
          this.lost(effect.after);
          return;
        case "give_up":
          this.tell({ type: "given_up", error: effect.error });
          this.lost(60_000);
          return;
      }
    }
    this.schedule();
  }

  /** @param {boolean} refused the token was refused: without another one nothing goes on */
  async renew(refused) {
    let token;
    try {
      token = await this.tokens.renewed();
    } catch {
      if (refused) this.lost(null);
      return;
    }
    if (this.isEnded()) return;
    if (token === null) this.tell({ type: "login_ended" });
    else if (!refused) this.session.refreshed(token);
    if (this.isEnded()) return;
    this.hadToken = token !== null;
    if (refused) void this.connect(token);
    else this.carryOut();
  }

  /** @param {any} update */
  told(update) {
    if (update.type === "connected") {
      this.state = "up";
      this.refusals = 0;
      // the newest connection has the seat
      this.displaced.clear();
      this.tell({ type: "state" });
    } else if (update.type === "seat_taken") {
      this.displaced.add(update.game);
    } else if (update.type === "answer") {
      const resolve = this.waiting.get(update.id);
      this.waiting.delete(update.id);
      resolve?.(update.result);
      return;
    }
    this.tell(update);
  }

  /** @param {any} update */
  tell(update) {
    for (const listener of [...this.listeners]) {
      try {
        listener(update);
      } catch (error) {
        // whoever shows it has a fault: the connection goes on
        reportError(error);
      }
    }
  }
}
