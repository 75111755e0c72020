// @ts-check
/**
 * Tells whoever is elsewhere, in a game or among those that ended, that somebody has challenged him: the lobby
 * itself shows it.
 */

import { printable } from "../dom.js";
import { t } from "../words/words.js";

/** The offers are asked for again after so many ms: many sit in games, and a challenge waits for minutes. */
const EVERY = 20_000;

export class Challenges {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    /** The newest offer to this account alone. @type {import("../protocol.js").Offer | null} */
    this.newest = null;
    /** Offers that were there when the lobby was last looked at. @type {Set<string>} */
    this.known = new Set();
    /** What the head says of it. */
    this.said = "";
    document.addEventListener("visibilitychange", () => this.look());
    this.timer = 0;
  }

  /** Whether the lobby is shown, which tells of all offers. */
  get #inLobby() {
    return /^(#\/?)?$/.test(location.hash);
  }

  /** Asks at once, and then now and then, as long as there is somebody to tell. */
  look() {
    clearTimeout(this.timer);
    void this.#look();
  }

  async #look() {
    const { accounts, connection } = this.app;
    const { account } = accounts;
    const asks = account !== null && connection.state === "up" && document.visibilityState === "visible" && !this.#inLobby;
    if (asks) {
      const { ok } = await connection.ask({ type: "offers" });
      if (ok && account === accounts.account) {
        /** @type {import("../protocol.js").Offer[]} */
        const offers = ok.offers;
        this.newest = offers.findLast(({ by, terms }) => terms.to === account && by !== account) ?? null;
        this.show();
      }
    }
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.look(), EVERY);
  }

  /**
   * The lobby shows these: they are no news.
   * @param {import("../protocol.js").Offer[]} offers
   */
  seen(offers) {
    this.known = new Set(offers.map(({ offer }) => offer));
    this.show();
  }

  /** Tells of the newest one, unless the head has something else to say; of one that is gone nothing is said. */
  show() {
    const { head, accounts } = this.app;
    if (!head) return;
    const { newest } = this;
    const isNews = newest !== null && newest.terms.to === accounts.account && !this.known.has(newest.offer);
    const text = isNews ? t("page-challenged", { name: printable(newest.name) }) : "";
    const told = head.told();
    if (told !== "" && told !== this.said) return;
    this.said = text;
    if (told !== text) head.tell(text, "#/");
  }
}
