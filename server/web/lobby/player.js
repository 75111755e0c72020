// @ts-check
/** The page of a player: who it is, the games that go on, those that ended. */

import { button, el, printable, say } from "../dom.js";
import { Refused } from "../session/accounts.js";
import { failure } from "../shell/account.js";
import { refusal } from "../words/refusal.js";
import { t } from "../words/words.js";
import { toAddress } from "./archive.js";
import { gameCard } from "./cards.js";
import { Finished, dateText } from "./finished.js";
import { openOfferForm } from "./form.js";
import { gamesOf, playerOf } from "./players.js";

/** Games that go on and are shown. */
const LIVE = 12;

export class PlayerPage {
  /**
   * @param {import("../app.js").App} app
   * @param {string} who a name, or the id of an account
   * @param {Record<string, string>} search
   */
  constructor(app, who, search) {
    this.app = app;
    this.search = search;
    this.name = printable(who);
    this.gone = false;
    /** @type {Finished | null} */
    this.finished = null;
    this.heading = el("h1", { class: "name" });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.facts = el("p", { class: "parts" });
    this.deeds = el("div", { class: "buttons" });
    this.live = el("section", { hidden: true, "aria-labelledby": "live-title" });
    this.element = el("main", { id: "main", class: "archive" });
    this.element.append(this.heading, this.problem, this.facts, this.deeds, this.live);
    void this.#read(who);
  }

  title() {
    return `${this.name} · ${t("page-title")}`;
  }

  end() {
    this.gone = true;
    this.finished?.end();
    this.unheard?.();
  }

  /** @param {string} who */
  async #read(who) {
    let player;
    try {
      // a session of an earlier visit says who looks
      await this.app.accounts.current().catch(() => null);
      player = await playerOf(who);
    } catch (error) {
      return isNobody(error) ? this.#readGone(who) : say(this.problem, failure(error));
    }
    if (this.gone) return undefined;
    // who has ended has no name any more
    if (player.name === player.account) return this.#readGone(player.account);
    this.name = printable(player.name);
    document.title = this.title();
    say(this.heading, this.name);
    this.#facts(player);
    this.unheard = this.app.mutes.listen(() => this.#deeds(player));
    this.#deeds(player);
    void this.app.mutes.read();
    this.#list(player.account);
    return this.#live(player.account);
  }

  /**
   * The account has ended, as a guest's does; its games are still there.
   * @param {string} account
   */
  async #readGone(account) {
    let games;
    try {
      ({ games } = await gamesOf({ status: "finished", player: account, limit: 1 }));
    } catch (error) {
      return say(this.problem, isNobody(error) ? t("page-nobody") : failure(error));
    }
    const [game] = games;
    if (this.gone) return undefined;
    if (!game) return say(this.problem, t("page-nobody"));
    this.name = printable(game.setup.players.black === account ? game.names.black : game.names.white);
    document.title = this.title();
    say(this.heading, this.name);
    this.facts.replaceChildren(t("page-has-ended"));
    return this.#list(account);
  }

  /** @param {string} account */
  #list(account) {
    const searched = (/** @type {import("./finished.js").Search} */ wanted) => toAddress(`player/${account}`, wanted);
    this.finished = new Finished(this.app, this.search, { player: account, searched });
    this.element.append(el("h2", {}, t("page-finished-games")), this.finished.element);
  }

  /** @param {import("./players.js").Player} player */
  #facts({ guest, since, finished, won, lost, other }) {
    const facts = [guest ? t("page-is-guest") : t("page-since", { date: dateText(since) })];
    if (finished > 0) facts.push(t("page-record-of", { finished, won, lost, other }));
    this.facts.replaceChildren(...facts.map((fact) => el("span", {}, fact)));
  }

  /** @param {import("./players.js").Player} player */
  #deeds({ account, name }) {
    const { app } = this;
    const own = app.accounts.account;
    if (own === null || own === account) return this.deeds.replaceChildren();
    const muted = app.mutes.has(account);
    const offered = () => {
      location.hash = "#/";
    };
    const mute = async () => {
      const error = await app.mutes.set(account, name, !muted);
      say(this.problem, error ? refusal(error) : "");
    };
    return this.deeds.replaceChildren(
      button(t("page-challenge"), () => openOfferForm(app, offered, { account, name }), { class: "main" }),
      button(muted ? t("page-unmute") : t("page-mute"), () => void mute()),
    );
  }

  /** @param {string} account */
  async #live(account) {
    const { ask } = this.app.accounts;
    try {
      const { games } = await gamesOf({ status: "live", player: account, limit: LIVE }, ask);
      if (this.gone || games.length === 0) return;
      const cards = games.map((summary) => ({ game: summary.game, card: gameCard(summary) }));
      this.live.replaceChildren(
        el("h2", { id: "live-title" }, t("page-games-now")),
        el("ul", { class: "games" }, ...cards.map(({ card }) => el("li", {}, card.element))),
      );
      this.live.hidden = false;
      for (const { game, card } of cards) {
        const { snapshot } = await (await ask(`games/${game}`)).json();
        const moves = snapshot.moves.split(" ").filter((/** @type {string} */ text) => text !== "");
        card.show({ ...snapshot, last: moves.at(-1), moves: moves.length });
      }
    } catch (error) {
      // what ended is shown all the same
      say(this.problem, failure(error));
    }
  }
}

/** @param {unknown} error */
const isNobody = (error) => error instanceof Refused && error.error.code === "not_found";
