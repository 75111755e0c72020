// @ts-check
/**
 * The page: reads the language, opens the connection, and shows what the address names: `#/` the lobby,
 * `#/game/ID` a game, `#/archive` those that ended, `#/player/NAME` a player, `#/tournaments` and
 * `#/tournament/ID` tournaments. Views are made anew when the address, the account or the language changes,
 * but for one that has several addresses; the connection and the games that it follows stay.
 */

import { el, printable } from "./dom.js";
import { gameOf } from "./first.js";
import { Challenges } from "./lobby/challenges.js";
import { Accounts } from "./session/accounts.js";
import { Connection } from "./session/connection.js";
import { failure, openAccount } from "./shell/account.js";
import { confirm } from "./shell/dialog.js";
import { header } from "./shell/header.js";
import { applySettings, settings } from "./shell/settings.js";
import { Lines } from "./talk/lines.js";
import { Mutes } from "./talk/mutes.js";
import { refusal } from "./words/refusal.js";
import { alsoRead, speak, t } from "./words/words.js";

/**
 * @typedef {{element: HTMLElement, title: () => string, end: () => void, goTo?: (hash: string) => boolean}} Shown a view
 *   that is shown; `goTo` shows another part of it, if the address names one
 */

export class App {
  constructor() {
    this.accounts = new Accounts();
    this.accounts.changed = () => void this.#changed();
    this.mutes = new Mutes(this);
    this.challenges = new Challenges(this);
    this.connection = this.#connect();
    document.addEventListener("visibilitychange", () => this.#looked());
    /** @type {ReturnType<typeof header> | null} */
    this.head = null;
    /** @type {Shown | null} */
    this.view = null;
    this.shows = 0;
    /** Dialogs lie beside it, so that they stay when a view is made anew. */
    this.place = el("div", { class: "page" });
  }

  #connect() {
    const connection = new Connection(this.accounts.tokens);
    this.lines = new Lines(connection);
    connection.listen((update) => this.#heard(update));
    return connection;
  }

  /** @param {any} update */
  #heard(update) {
    if (update.type === "state") this.head?.show();
    else if (update.type === "connected") this.#connected();
    else if (update.type === "login_ended") void this.#loginEnded();
    else if (update.type === "started") this.#began(update.game);
    else if (update.type === "called") this.#called(update.game);
    else if (update.type === "given_up") this.head?.problem(refusal(update.error));
    else if (update.type === "note") console.warn(`the server or this page did not understand: ${update.code}`);
  }

  #connected() {
    if (this.unmade) void this.show();
    this.challenges.look();
  }

  /**
   * A game of this account begins: from the lobby one goes there, and from a game that is over; from another one is told. To go there is
   * to arrive, and the newest to arrive has the seat: no window goes that nobody looks at.
   * @param {string} game
   */
  #began(game) {
    const at = `#/game/${game}`;
    if (location.hash === at) return;
    const hidden = document.visibilityState !== "visible";
    const shown = gameOf(location.hash);
    const isBusy = shown !== null && this.connection.session.games.get(shown)?.view?.phase !== "finished";
    if (!isBusy && !hidden) {
      location.hash = at;
      return;
    }
    this.head?.tell(t("page-game-began"), at);
    if (isBusy) return;
    this.waits = game;
    document.title = `● ${t("page-game-began")}`;
  }

  /** Somebody looks again, or no more. */
  #looked() {
    if (this.waits) void this.#come(this.waits);
    else if (document.visibilityState === "visible" && this.view) document.title = this.view.title();
  }

  /**
   * A game of a tournament waits for this account. To go there is to arrive, from which clocks and lateness are
   * reckoned: that is the player's own deed.
   * @param {string} game
   */
  #called(game) {
    const at = `#/game/${game}`;
    if (location.hash === at) return;
    this.head?.tell(t("page-game-began"), at);
    if (document.visibilityState !== "visible") document.title = `● ${t("page-game-began")}`;
  }

  /** A game that began while nobody looked. @type {string | null} */
  waits = null;

  /**
   * Somebody looks again: goes to the game that has begun, unless it is played in another window already.
   * @param {string} game
   */
  async #come(game) {
    if (document.visibilityState !== "visible") return;
    this.waits = null;
    const at = location.hash;
    if (this.view) document.title = this.view.title();
    try {
      const { snapshot } = await (await this.accounts.ask(`games/${game}`)).json();
      const { black, white } = snapshot.setup.players;
      const me = this.accounts.account;
      const side = me === black ? "black" : me === white ? "white" : null;
      if (side && !snapshot.arrived[side] && location.hash === at) location.hash = `#/game/${game}`;
    } catch {
      // the head leads there
    }
  }

  async #loginEnded() {
    void this.signedIn();
    const again = await confirm(t("page-login-ended"), t("page-log-in"));
    if (again && this.accounts.account === null) await openAccount(this);
  }

  /** Another window has logged in or out: what was begun here as somebody else must not go out as this one. */
  async #changed() {
    const { accounts, connection } = this;
    const before = connection.account;
    if (before === undefined || before === accounts.account) return;
    closeDialogs();
    if (accounts.account === null) return void this.#loginEnded();
    await this.signedIn();
    const name = printable(accounts.name);
    if (before !== null) this.head?.tell(t("page-account-changed", { name }), `#/player/${accounts.account}`);
  }

  /** Another account, or none: nothing of the old one is kept. */
  signedIn() {
    this.connection.end();
    this.connection = this.#connect();
    return this.show();
  }

  async logout() {
    try {
      await this.accounts.logout();
    } catch (error) {
      // whoever leaves a computer to others must not believe it
      const again = await confirm(t("page-still-logged-in", { why: failure(error) }), t("page-log-out"));
      if (again) await this.logout();
      return;
    }
    await this.signedIn();
  }

  /** @param {string} tag */
  async speak(tag) {
    await speak(tag);
    await this.show();
  }

  /** Shows what the address names. */
  async show() {
    this.shows += 1;
    const turn = this.shows;
    let make;
    try {
      make = await maker(this, location.hash);
    } catch (error) {
      if (turn === this.shows) this.#notMade(error);
      return;
    }
    if (turn !== this.shows) return;
    this.unmade = false;
    this.view?.end();
    this.head?.end();
    this.head = header(this);
    const view = make();
    this.view = view;
    const skip = el("a", { class: "skip", href: "#main" }, t("page-skip"));
    skip.addEventListener("click", (event) => {
      event.preventDefault();
      view.element.focus();
    });
    view.element.tabIndex = -1;
    const { activeElement } = document;
    const hadFocus = activeElement === document.body || this.place.contains(activeElement);
    this.place.replaceChildren(skip, this.head.element, view.element);
    if (!this.place.isConnected) document.body.replaceChildren(this.place);
    document.title = view.title();
    // whoever goes somewhere else starts reading there, and whoever is somebody else
    if (this.at !== null && (this.at !== location.hash || hadFocus)) view.element.focus({ preventScroll: true });
    if (this.at !== location.hash) this.challenges.look();
    this.at = location.hash;
    this.challenges.show();
  }

  /** Somebody goes to another address. */
  go() {
    if (!this.view?.goTo?.(location.hash)) return this.show();
    // a view that is on its way is not wanted any more
    this.shows += 1;
    this.at = location.hash;
    document.title = this.view.title();
    return undefined;
  }

  /**
   * A module cannot be had: nobody can be reached, or the page here is older than the server's.
   * @param {unknown} error
   */
  #notMade(error) {
    if (!this.view) throw error;
    if (this.connection.state === "up") return location.reload();
    this.unmade = true;
    return this.head?.problem(t("page-unreachable"));
  }

  /** What the address names is not shown yet. */
  unmade = false;

  /** The address that is shown. @type {string | null} */
  at = null;
}

/**
 * What makes the view that an address names; its module is read if it is not here.
 * @param {App} app
 * @param {string} hash
 * @returns {Promise<() => Shown>}
 */
async function maker(app, hash) {
  const game = gameOf(hash);
  if (game !== null) {
    const { Table } = await import("./table/table.js");
    return () => new Table(app, game);
  }
  const [path = "", query = ""] = hash.split("?", 2);
  const search = Object.fromEntries(new URLSearchParams(query));
  const player = /^#\/player\/([^/]+)$/.exec(path)?.[1];
  if (player !== undefined) {
    const { PlayerPage } = await import("./lobby/player.js");
    return () => new PlayerPage(app, decoded(player), search);
  }
  if (path === "#/archive") {
    const { Archive } = await import("./lobby/archive.js");
    return () => new Archive(app, search);
  }
  if (path === "#/tournaments") {
    const [{ Tournaments }] = await Promise.all([import("./tournament/list.js"), forTournaments()]);
    return () => new Tournaments(app, search);
  }
  if (path.startsWith("#/tournament/")) {
    const [{ TournamentPage }] = await Promise.all([import("./tournament/page.js"), forTournaments()]);
    return () => new TournamentPage(app, hash);
  }
  const { Lobby } = await import("./lobby/lobby.js");
  return () => new Lobby(app);
}

/** What the pages of tournaments need beside their modules. */
const forTournaments = () => Promise.all([alsoRead("page-tournament.ftl"), style("style/tournament.css")]);

/**
 * Reads a style sheet, once.
 * @param {string} href
 */
function style(href) {
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = el("link", { rel: "stylesheet", href });
  return new Promise((done, failed) => {
    link.addEventListener("load", done);
    link.addEventListener("error", () => {
      link.remove();
      failed(new Error(href));
    });
    document.head.append(link);
  });
}

/**
 * A part of an address as it was before it was written there.
 * @param {string} text
 */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

async function start() {
  applySettings();
  const app = new App();
  addEventListener("hashchange", () => {
    closeDialogs();
    void app.go();
  });
  try {
    await speak(settings.language);
    await app.show();
  } catch (error) {
    // without texts and modules there is nothing to say it with
    document.body.replaceChildren(el("p", { class: "broken" }, "Tengen cannot be loaded: try again later."));
    throw error;
  }
}

void start();
