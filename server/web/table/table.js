// @ts-check
/**
 * The page of a game: follows it and shows what the session tells. What a player does is in `deeds.js`.
 * Nothing judges a move here: the server does.
 */

import { Board } from "../board/board.js";
import { Touch } from "../board/touch.js";
import { calls, left } from "../clock/clock.js";
import { el, say } from "../dom.js";
import { first } from "../first.js";
import { area } from "../game/board.js";
import { captured, past } from "../game/past.js";
import { indexOf, vertexOf } from "../game/vertex.js";
import { Misfit } from "../game/fold.js";
import { clocksAt, sideOf, untilDeadline, viewOf } from "../game/view.js";
import { settings } from "../shell/settings.js";
import { knock, readOut } from "../shell/sound.js";
import { Talk } from "../talk/talk.js";
import { eventText, moveText } from "../words/game.js";
import { refusal } from "../words/refusal.js";
import { calledOut } from "../words/time.js";
import { t } from "../words/words.js";
import { aboutGame } from "./about.js";
import { Controls } from "./controls.js";
import { Deeds } from "./deeds.js";
import { Moves } from "./moves.js";
import { Review } from "./review.js";
import { Side } from "./side.js";
import { TOLD, libertiesText, pointName, titleOf } from "./spoken.js";
import { keepTimes, logOf, withTimes } from "./times.js";

/**
 * @typedef {import("../game/view.js").View} View
 * @typedef {import("../game/vertex.js").Colour} Colour
 */

/** The times of moves that a snapshot does not have are read after so many ms without news. */
const TIMES_AFTER = 600;
/** What the opponent has done can be answered after so many ms: nobody answers what he has not seen. */
const LOOKED_AT = 700;

/** The first look is of use once: later it is old. */
let firstUsed = false;

export class Table {
  /**
   * @param {import("../app.js").App} app
   * @param {string} game
   */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    /** @type {View | null} */
    this.view = null;
    /** @type {ReturnType<typeof past>} */
    this.past = null;
    /** The number of moves of the board that is looked back at; null at the game itself. @type {number | null} */
    this.back = null;
    /** A stone that is not played yet. @type {import("./deeds.js").Choice | null} */
    this.choice = null;
    /** A command waits for its answer. */
    this.busy = false;
    /** At this instant the opponent has done what is to be answered. */
    this.askedAt = -Infinity;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Touch | null} */
    this.touch = null;
    this.sides = { black: new Side("black"), white: new Side("white") };
    this.review = new Review((number) => this.look(number));
    const wanted = () => {
      this.timesWanted = true;
      this.#readTimes();
    };
    this.moves = new Moves((number) => this.look(number), wanted);
    this.deeds = new Deeds(this);
    this.controls = new Controls(this.deeds.all());
    this.talk = new Talk(app, game);
    this.heard = el("p", { class: "unseen", role: "status" });
    this.notice = el("p", { class: "notice", role: "alert" });
    /** What is read out already. */
    this.told = el("p", { class: "hint" });
    this.place = el("div", { class: "board-place" }, el("p", { class: "hint" }, t("page-loading")));
    this.about = el("section", { class: "about-game card", "aria-label": t("page-about") });
    this.element = el("main", { id: "main", class: "table" });
    this.element.append(
      el("h1", { class: "unseen" }, t("page-game")),
      el("div", { class: "sides" }, this.sides.black.element, this.sides.white.element),
      el("div", { class: "middle" }, this.place, this.review.element),
      el("div", { class: "now" }, this.controls.element, this.notice, this.told),
      el("div", { class: "more" }, this.moves.element, this.talk.element, this.about),
      this.heard,
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.stop = app.connection.listen((update) => this.#heard(update));
    this.ticking = 0;
    this.reading = 0;
    /** @type {{side: Colour, clock: any} | null} */
    this.clockBefore = null;
    void this.#follow();
  }

  /** Follows the game, from what the first look has brought if it is of use. */
  async #follow() {
    const { connection } = this.app;
    if (connection.session.games.get(this.game)?.leaving !== false) {
      const seen = await first;
      const known = seen?.game === this.game && !firstUsed ? readable(seen) : null;
      firstUsed = true;
      if (this.ended) return;
      connection.follow(this.game, known);
    }
    const view = connection.session.games.get(this.game)?.view;
    if (view && !this.view) this.#take(view);
  }

  ended = false;

  title() {
    const { view, me } = this;
    if (!view) return t("page-title");
    return titleOf(view, view.phase === "playing" && view.toMove === me);
  }

  end() {
    this.ended = true;
    this.stop();
    this.talk.end();
    clearTimeout(this.ticking);
    clearTimeout(this.reading);
    document.removeEventListener("keydown", this.onKey);
    // a game that is shown again at once, in another language, is still followed
    setTimeout(() => {
      if (!(this.app.view instanceof Table) || this.app.view.game !== this.game) this.app.connection.leave(this.game);
    });
  }

  /** It is played in another window. */
  get seatTaken() {
    return this.app.connection.displaced.has(this.game);
  }

  get me() {
    return this.view && sideOf(this.view, this.app.accounts.account);
  }

  /** @param {any} update */
  #heard(update) {
    if (update.type === "state") return this.draw();
    if (update.game !== this.game) return undefined;
    if (update.type === "game") return this.#news(update.view, update.news);
    if (update.type === "not_followed") {
      this.place.replaceChildren(el("p", { class: "hint" }, refusal(update.error)));
    } else if (update.type === "seat_taken") {
      this.#forget();
      this.draw();
    }
    return undefined;
  }

  /**
   * @param {View} view
   * @param {any} news
   */
  #news(view, news) {
    const { kind, event } = news;
    if (kind === "event") {
      const text = eventText(event);
      say(this.heard, text);
      if (event.kind === "play" || event.kind === "pass" || event.kind === "handicap") {
        if (settings.sound && event.kind !== "pass") void knock();
        say(this.notice, "");
        say(this.told, event.repeats || event.awaits ? text : "");
        this.choice = null;
      } else if (TOLD.includes(event.kind)) {
        say(this.told, text);
      }
      if (["undo_answered", "sealed", "illegal", "overran"].includes(event.kind)) this.choice = null;
      const stops = view.phase === "scoring" && this.view?.phase !== "scoring";
      if (stops || (["marked", "undo_requested", "proposed"].includes(event.kind) && event.by !== this.me)) {
        this.askedAt = performance.now();
        setTimeout(() => this.draw(), LOOKED_AT + 20);
      }
    } else if (kind === "snapshot") {
      this.choice = null;
      if (news.lost.length > 0) say(this.notice, t("page-lost-moves", { moves: news.lost.join(" ") }));
    }
    this.#take(view);
  }

  /** @param {View} view */
  #take(view) {
    const before = this.view;
    this.view = keepTimes(before, view);
    this.past = past(this.view, this.past);
    if (this.back !== null && (!this.past || this.back >= view.moves.length)) this.back = null;
    this.#forget();
    if (!this.board) this.#makeBoard(view);
    if (!before) this.about.replaceChildren(...aboutGame(this.app, this.game, view, this.notice));
    document.title = this.title();
    this.draw();
    this.#tick();
    this.#readTimes();
  }

  /** A stone that cannot be played any more is not shown as chosen. */
  #forget() {
    const { view, choice } = this;
    if (!choice || choice.sent) return;
    if (this.seatTaken || view?.phase !== "playing" || view.toMove !== this.me) this.choice = null;
  }

  /** @param {View} view */
  #makeBoard(view) {
    const { size } = view.setup;
    this.board = new Board(size, {
      label: t("page-board", { width: size.width, height: size.height }),
      point: (index, how) => this.deeds.point(index, how),
      name: (index, shown) => pointName(/** @type {View} */ (this.view), index, shown),
      liberties: (index) => this.#sayLiberties(index),
      step: (by) => this.review.step(by),
    });
    this.touch = new Touch(this.board, { chosen: () => this.aimed(), moved: (point) => this.deeds.aim(point, "touch") });
    this.place.replaceChildren(this.board.element, this.touch.loupe);
    this.element.style.setProperty("--columns", String(size.width));
    this.element.style.setProperty("--rows", String(size.height));
  }

  draw() {
    const { view, board, me } = this;
    if (!view || !board) return;
    const number = this.back ?? view.moves.length;
    const rows = this.back === null ? view.board : (this.past?.boards[number] ?? view.board);
    const counted = view.scoring !== null && view.phase !== "playing" && this.back === null;
    const dead = counted ? new Set(view.scoring?.dead.map((v) => indexOf(view.setup.size, v))) : new Set();
    const last = number > 0 ? (view.moves[number - 1]?.vertex ?? "pass") : "pass";
    board.show({
      rows,
      last: last === "pass" ? -1 : indexOf(view.setup.size, last),
      dead,
      area: counted ? area(view.setup.size, rows, [...dead]) : null,
      hint: this.mayPlay() ? me : null,
      choice: this.back === null ? this.choice : null,
    });
    const captures = this.back === null ? view.captures : captured(view, rows, number);
    for (const side of [this.sides.black, this.sides.white]) side.show(view, { me, captures });
    this.element.dataset.me = me ?? "";
    this.element.classList.toggle("may-play", this.mayPlay());
    this.element.classList.toggle("may-mark", this.mayMark());
    this.element.classList.toggle("aiming", this.aimed() >= 0);
    this.touch?.show(this.aimed());
    this.review.show(number, view.moves.length);
    this.review.element.hidden = this.past === null;
    this.moves.show(view, number);
    const chosen = this.choice && !this.choice.sent ? vertexOf(view.setup.size, this.choice.point) : null;
    const unseen = performance.now() - this.askedAt < LOOKED_AT;
    const aims = this.aimed() >= 0;
    const now = { me, chosen, aims, unseen, busy: this.busy, seatTaken: this.seatTaken, looksBack: this.back !== null };
    this.controls.show(view, now);
    this.talk.show(view);
  }

  /** The point of a stone that was chosen by touch and not played yet; -1 for none. */
  aimed() {
    const { choice } = this;
    return choice && !choice.sent && choice.how === "touch" && this.back === null ? choice.point : -1;
  }

  mayPlay() {
    const { view } = this;
    const idle = this.back === null && !this.busy && !this.seatTaken && !this.choice?.sent;
    return view !== null && idle && view.phase === "playing" && view.toMove === this.me;
  }

  mayMark() {
    return this.view?.phase === "scoring" && this.me !== null && this.back === null && !this.seatTaken;
  }

  /** Shows what the clocks show, and comes again when that changes. */
  #tick() {
    clearTimeout(this.ticking);
    const { view } = this;
    if (!view) return;
    const now = performance.now();
    const clocks = clocksAt(view, now);
    const running = view.clocks?.running ?? null;
    for (const side of [this.sides.black, this.sides.white]) {
      side.tick(clocks?.[side.colour] ?? null, running === side.colour, now);
    }
    const deadline = untilDeadline(view, now);
    this.controls.tick(view, deadline);
    if (clocks && running) this.#call(view, running, clocks[running]);
    const remains = deadline ?? (clocks && running ? (left(view.setup.time, clocks[running]) ?? 0) : 0);
    if (remains > 0) this.ticking = window.setTimeout(() => this.#tick(), Math.max(20, (remains % 1000) + 5));
  }

  /**
   * Calls the byo-yomi.
   * @param {View} view
   * @param {Colour} side
   * @param {import("../clock/clock.js").Clock} clock
   */
  #call(view, side, clock) {
    const before = this.clockBefore;
    this.clockBefore = { side, clock };
    if (before?.side !== side) return;
    for (const call of calls(view.setup.time, before.clock, clock)) {
      const text = calledOut(call);
      this.sides[side].call(text, performance.now());
      // to whom it matters it is also said
      if (this.me === side) say(this.heard, text);
      if (settings.calls) readOut(text);
    }
  }

  /**
   * Reads from the log how long each move took that came with a snapshot: for players, after the end, and for
   * whoever looks at the list; ten thousand who watch do not all read the whole log.
   */
  #readTimes() {
    clearTimeout(this.reading);
    if (!this.timesWanted && !this.me && this.view?.phase !== "finished") return;
    const lacks = this.view?.moves.some((move) => move.used === undefined) ?? false;
    if (!lacks || this.timesRead === this.view?.head) return;
    this.reading = window.setTimeout(async () => {
      const { view } = this;
      if (!view) return;
      this.timesRead = view.head;
      let timed;
      try {
        timed = withTimes(view, await logOf(this.game, view.seq, this.app.accounts));
      } catch {
        // the list of moves is without times then
        return;
      }
      // the game may have gone on meanwhile
      this.view = keepTimes(timed, this.view ?? timed);
      this.draw();
    }, TIMES_AFTER);
  }

  timesWanted = false;

  /** The head for which times were read. @type {string | null} */
  timesRead = null;

  /** @param {number} number */
  look(number) {
    if (!this.view || !this.past) return;
    const to = Math.max(0, Math.min(number, this.view.moves.length));
    this.back = to === this.view.moves.length ? null : to;
    const move = to > 0 ? this.view.moves[to - 1] : null;
    say(this.heard, move ? moveText(to, move) : t("page-first"));
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const { target } = event;
    const typing = target instanceof Element && target.closest("input, select, textarea, dialog, [role=log]");
    if (typing) return;
    // elsewhere Home and End scroll the page
    const onBoard = target instanceof Element && target.closest(".middle") !== null;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by !== undefined && (Number.isFinite(by) || onBoard)) {
      if (this.review.step(by)) event.preventDefault();
    } else if (event.key === "Escape" && this.choice && !this.choice.sent) {
      this.choice = null;
      this.draw();
    }
  }

  /** @param {number} index */
  #sayLiberties(index) {
    const { view } = this;
    if (!view) return;
    const text = libertiesText(view, this.board?.shown.rows ?? view.board, index);
    say(this.heard, "");
    // said again even when it is the same
    setTimeout(() => say(this.heard, text));
    say(this.told, text);
  }
}

/**
 * What the first look has brought, unless it does not agree with itself: then the session asks again.
 * @param {import("../first.js").First} seen
 */
function readable({ snapshot, now, at }) {
  try {
    return viewOf(snapshot, now, at);
  } catch (error) {
    if (error instanceof Misfit) return null;
    throw error;
  }
}
