// @ts-check
/**
 * The lobby: one's own games, open offers, games to watch with small boards, games that ended.
 *
 * Boards of others' games are followed on the socket; one's own are only read, since to join a game is to
 * arrive at it and to take the seat.
 */

import { arrange, button, el, say } from "../dom.js";
import { oneAtATime } from "../session/one_at_a_time.js";
import { failure, openAccount } from "../shell/account.js";
import { refusal } from "../words/refusal.js";
import { t } from "../words/words.js";
import { gameCard, offerRow } from "./cards.js";
import { openOfferForm } from "./form.js";
import { gamesOf, playerOf } from "./players.js";

/** Games whose boards are followed at a time; a connection may follow 16. */
const FOLLOWED = 12;
/** Games in the list of those that go on, and of those that ended. */
const LISTED = { live: 24, finished: 8 };
/** The lists are read again after so many ms. */
const EVERY = 5_000;
/** For so long, ms, nobody can press an offer that has moved: who aims has aimed at another. */
const MOVED = 400;

export class Lobby {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Set<string>} */
    this.followed = new Set();
    this.notice = el("p", { class: "notice", role: "alert" });
    /** What became of something that was done here: it stays when the lists are read again. */
    this.refused = el("p", { class: "notice", role: "alert" });
    this.offers = el("ul", { class: "offers" });
    /** What can be done where there are no offers, and what becomes of one's own. */
    this.noOffers = el("p", { class: "hint" });
    this.make = button(t("page-new-offer"), () => this.#offer(), { class: "main" });
    this.own = section("page-own-games");
    this.live = section("page-live-games");
    this.ended = section("page-finished-games");
    this.own.element.hidden = true;
    // where the head has no room for them
    const tournaments = el("a", { href: "#/tournaments" }, t("page-tournaments"));
    this.ended.element.append(el("p", { class: "all" }, el("a", { href: "#/archive" }, t("page-all-finished"))));
    const offers = el("section", { class: "card offers-card", "aria-labelledby": "offers-title" });
    offers.append(
      el("div", { class: "row" }, el("h2", { id: "offers-title" }, t("page-offers")), this.make),
      this.offers,
      this.noOffers,
      el("p", { class: "all" }, tournaments),
    );
    this.element = el("main", { id: "main", class: "lobby" });
    this.element.append(
      el("h1", { class: "unseen" }, t("page-lobby")),
      this.notice,
      this.refused,
      this.own.element,
      offers,
      this.live.element,
      this.ended.element,
    );
    /** Games whose cards can be seen. @type {Set<string>} */
    this.visible = new Set();
    this.observer = new IntersectionObserver((entries) => this.#looked(entries), { rootMargin: "100px" });
    /** Games of others that go on. @type {string[]} */
    this.others = [];
    this.stop = app.connection.listen((update) => this.#heard(update));
    this.timer = 0;
    this.seen = () => document.visibilityState === "visible" && void this.#read();
    document.addEventListener("visibilitychange", this.seen);
    void this.#read();
  }

  title() {
    return t("page-title");
  }

  end() {
    this.gone = true;
    this.stop();
    this.observer.disconnect();
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.seen);
    for (const game of this.followed) this.app.connection.leave(game);
  }

  gone = false;

  /** @param {any} update */
  #heard(update) {
    if (update.type === "connected") void this.#read();
    else if (update.type === "game") this.#showBoard(update.game, update.view);
  }

  /** An older answer never comes after a newer one. */
  #readOnce = oneAtATime(async () => {
    if (document.visibilityState === "visible") await Promise.all([this.#readGames(), this.#readOffers()]);
  });

  async #read() {
    clearTimeout(this.timer);
    await this.#readOnce().catch((error) => say(this.notice, failure(error)));
    clearTimeout(this.timer);
    if (!this.gone) this.timer = window.setTimeout(() => void this.#read(), EVERY);
  }

  async #readOffers() {
    const { connection, accounts } = this.app;
    if (accounts.account === null) {
      this.#showOffers([]);
      say(this.noOffers, t("page-offers-log-in"));
      return;
    }
    if (connection.state !== "up") return;
    const { ok, error } = await connection.ask({ type: "offers" });
    if (error || this.gone) return;
    /** @type {import("../protocol.js").Offer[]} */
    const offers = ok.offers;
    // those for one person alone come first
    offers.sort((a, b) => Number(b.terms.to !== undefined) - Number(a.terms.to !== undefined));
    await Promise.all(offers.map((offer) => this.#learn(offer)));
    if (this.gone) return;
    const own = offers.some(({ by }) => by === this.app.accounts.account);
    say(this.noOffers, offers.length === 0 ? t("page-no-offers") : own ? t("page-offer-waits") : "");
    this.#showOffers(offers);
    this.app.challenges.seen(offers);
  }

  /** @param {import("../protocol.js").Offer[]} offers */
  #showOffers(offers) {
    /** @type {typeof this.rows} */
    const rows = new Map();
    for (const offer of offers) {
      const own = offer.by === this.app.accounts.account;
      const whom = this.names.get(offer.terms.to ?? "") ?? null;
      const key = JSON.stringify([offer, own, whom]);
      const old = this.rows.get(offer.offer);
      const act = () => void this.#act(offer.offer, own);
      rows.set(offer.offer, old?.key === key ? old : { key, element: offerRow(offer, own, act, whom) });
    }
    const hadFocus = this.offers.contains(document.activeElement);
    this.rows = rows;
    if (arrange(this.offers, [...rows.values()].map(({ element }) => element))) {
      this.offers.classList.add("moved");
      clearTimeout(this.moving);
      this.moving = window.setTimeout(() => this.offers.classList.remove("moved"), MOVED);
    }
    if (hadFocus && !this.offers.contains(document.activeElement)) this.make.focus();
  }

  /** The offers that are shown, by id. @type {Map<string, {key: string, element: HTMLElement}>} */
  rows = new Map();

  moving = 0;

  /**
   * Asks for the name of whom one has challenged.
   * @param {import("../protocol.js").Offer} offer
   */
  async #learn({ by, terms: { to } }) {
    if (to === undefined || by !== this.app.accounts.account || this.names.has(to)) return;
    try {
      this.names.set(to, (await playerOf(to)).name);
    } catch {
      // it is shown without
    }
  }

  /** Names by account. @type {Map<string, string>} */
  names = new Map();

  /**
   * @param {string} offer
   * @param {boolean} own
   */
  async #act(offer, own) {
    say(this.refused, "");
    const { ok, error } = await this.app.connection.ask({ type: own ? "withdraw_offer" : "accept_offer", offer });
    if (error) say(this.refused, refusal(error));
    else if (ok.game) location.hash = `#/game/${ok.game}`;
    await this.#readOffers();
  }

  #offer() {
    if (this.app.accounts.account === null) void openAccount(this.app);
    else openOfferForm(this.app, () => void this.#readOffers());
  }

  async #readGames() {
    const { accounts } = this.app;
    // a session of an earlier visit says who looks
    await accounts.current();
    const me = accounts.account;
    const list = async (/** @type {"live" | "finished"} */ status) =>
      (await gamesOf({ status, limit: LISTED[status] }, accounts.ask)).games;
    // one's own that are not for everybody are in no other list
    const ofMine = async () =>
      me === null ? [] : (await gamesOf({ status: "live", player: me, limit: FOLLOWED }, accounts.ask)).games;
    const [live, finished, mine] = await Promise.all([list("live"), list("finished"), ofMine()]);
    if (this.gone) return;
    say(this.notice, "");
    const others = live.filter(({ setup: { players } }) => me === null || ![players.black, players.white].includes(me));
    this.#list(this.own, mine);
    this.own.element.hidden = mine.length === 0;
    this.#list(this.live, others);
    say(this.live.none, others.length === 0 ? t("page-no-games") : "");
    this.#list(this.ended, finished);
    this.ended.element.hidden = finished.length === 0;
    this.others = others.map((one) => one.game);
    this.#follow();
    const seen = mine.filter(({ game }) => this.visible.has(game));
    await Promise.all(seen.map(({ game }) => this.#readBoard(game)));
  }

  /**
   * Cards came into sight or went out of it: only boards that are seen are followed or read.
   * @param {IntersectionObserverEntry[]} entries
   */
  #looked(entries) {
    for (const { target, isIntersecting } of entries) {
      const game = target.getAttribute("data-game") ?? "";
      if (!isIntersecting) {
        this.visible.delete(game);
      } else {
        this.visible.add(game);
        if (!this.others.includes(game) && !this.boards.has(game)) void this.#readBoard(game);
      }
    }
    this.#follow();
  }

  /** Finished games whose boards were read. @type {Set<string>} */
  boards = new Set();

  /** @param {string} game */
  async #summary(game) {
    try {
      const { snapshot } = await (await this.app.accounts.ask(`games/${game}`)).json();
      return { game, ...snapshot };
    } catch {
      return null;
    }
  }

  /** @param {string} game */
  async #readBoard(game) {
    const snapshot = await this.#summary(game);
    if (!snapshot || this.gone) return;
    if (snapshot.phase === "finished") this.boards.add(game);
    const moves = snapshot.moves.split(" ").filter((/** @type {string} */ text) => text !== "");
    this.#show(game, { ...snapshot, last: moves.at(-1), moves: moves.length });
  }

  /**
   * @param {string} game
   * @param {import("../game/view.js").View} view
   */
  #showBoard(game, view) {
    this.#show(game, { ...view, last: view.moves.at(-1)?.vertex, moves: view.moves.length });
  }

  /**
   * @param {string} game
   * @param {any} now
   */
  #show(game, now) {
    for (const { cards } of [this.own, this.live, this.ended]) cards.get(game)?.card.show(now);
  }

  /**
   * Shows these games and no others; of those that leave nothing is kept.
   * @param {ReturnType<typeof section>} of
   * @param {import("./players.js").Summary[]} games
   */
  #list(of, games) {
    const stay = new Set(games.map(({ game }) => game));
    for (const [game, { element }] of of.cards) {
      if (stay.has(game)) continue;
      this.observer.unobserve(element);
      this.visible.delete(game);
      this.boards.delete(game);
      of.cards.delete(game);
    }
    const elements = games.map((summary) => {
      const { game, phase } = summary;
      const old = of.cards.get(game);
      if (old) {
        if (old.phase !== phase) old.card.state(summary);
        old.phase = phase;
        return old.element;
      }
      const card = gameCard(summary);
      const element = el("li", { "data-game": game }, card.element);
      of.cards.set(game, { card, element, phase });
      this.observer.observe(element);
      const known = this.app.connection.session.games.get(game)?.view;
      if (known) this.#showBoard(game, known);
      return element;
    });
    arrange(of.list, elements);
  }

  #follow() {
    const { connection } = this.app;
    const games = this.others.filter((game) => this.visible.has(game)).slice(0, FOLLOWED);
    for (const game of this.followed) if (!games.includes(game)) connection.leave(game);
    for (const game of games) if (!this.followed.has(game)) connection.follow(game);
    this.followed = new Set(games);
  }
}

/** @param {string} key */
function section(key) {
  const list = el("ul", { class: "games" });
  const none = el("p", { class: "hint" });
  const element = el("section", { "aria-labelledby": key }, el("h2", { id: key }, t(key)), list, none);
  /** @type {Map<string, {card: ReturnType<typeof gameCard>, element: HTMLElement, phase: string}>} */
  const cards = new Map();
  return { element, list, none, cards };
}
