// @ts-check
/** A list of finished games that is searched and goes on page by page: of everybody, or of one player. */

import { button, el, printable, say } from "../dom.js";
import { Refused } from "../session/accounts.js";
import { failure } from "../shell/account.js";
import { download } from "../table/record.js";
import { colourName, outcomeText, sizeText } from "../words/game.js";
import { timeControl } from "../words/time.js";
import { t } from "../words/words.js";
import { bare, input, select } from "./fields.js";
import { gamesOf } from "./players.js";
import { OTHER, SIDE, sizeOf } from "./terms.js";

/** Games of one request .. */
const PAGE = 50;
/** .. and as many at least are looked for at a time .. */
const WANTED = 20;
/** .. with so many requests: a page of a search may be short, or empty. */
const REQUESTS = 10;

/**
 * @typedef {import("./players.js").Summary} Summary
 * @typedef {{player?: string, opponent?: string, size?: string, result?: string}} Search
 */

export class Finished {
  /**
   * @param {import("../app.js").App} app
   * @param {Search} search
   * @param {{player: string | null, searched: (search: Search) => void}} of the account whose games they are, if
   *   it is of one
   */
  constructor(app, search, { player, searched }) {
    this.app = app;
    this.player = player;
    this.searched = searched;
    this.turn = 0;
    /** @type {string | undefined} */
    this.next = undefined;
    const any = /** @type {[string, string]} */ (["", t("page-any")]);
    const text = { type: "search", maxlength: 64, autocomplete: "off", enterkeyhint: "search" };
    const sizes = ["9", "13", "19"].map((side) => /** @type {[string, string]} */ ([side, `${side}×${side}`]));
    const { size = "", width, height } = sidesOf(search.size);
    const side = { type: "number", min: SIDE.min, max: SIDE.max, step: 1, inputmode: "numeric" };
    this.width = bare(t("page-width"), { ...side, placeholder: t("page-width"), value: width });
    this.height = bare(t("page-height"), { ...side, placeholder: t("page-height"), value: height });
    this.sides = el("div", { class: "other sides-of" }, this.width, el("span", { "aria-hidden": "true" }, "×"), this.height);
    this.fields = {
      player: input(t("page-search-player"), { ...text, value: player === null ? (search.player ?? "") : "" }),
      opponent: input(t("page-search-opponent"), { ...text, value: search.opponent ?? "" }),
      size: select(t("page-offer-size"), [any, ...sizes, [OTHER, t("page-other")]], size, [this.sides]),
      result: select(
        t("page-result"),
        [any, ["won", t("page-result-won")], ["lost", t("page-result-lost")], ["other", t("page-result-other")]],
        search.result ?? "",
      ),
    };
    this.fields.player.element.hidden = player !== null;
    const form = el("form", {
      class: "search",
      role: "search",
      on: {
        submit: (/** @type {Event} */ event) => event.preventDefault(),
        change: () => this.#search(),
      },
    });
    form.append(...Object.values(this.fields).map(({ element }) => element));
    this.problem = el("p", { class: "problem", role: "alert" });
    const heads = [colourName("black"), colourName("white"), t("page-result"), t("page-game"), t("page-date"), t("page-record")];
    const head = el("thead", {}, el("tr", {}, ...heads.map((name) => el("th", { scope: "col" }, name))));
    this.rows = el("tbody");
    this.list = el("table", {}, head, this.rows);
    this.hint = el("p", { class: "hint", role: "status" });
    this.more = button(t("page-more"), () => void this.#read(this.turn), { class: "more-games" });
    this.element = el("div", { class: "finished" }, form, this.problem, this.list, this.hint, this.more);
    this.#search();
  }

  end() {
    this.turn += 1;
  }

  /** What is searched for. @returns {Search} */
  get search() {
    const { player, opponent, size, result } = this.fields;
    const of = this.player === null ? player.box.value.trim() : this.player;
    // of whose games a result or an opponent is asked must be said
    const about = of === "" ? {} : { player: of, opponent: opponent.box.value.trim(), result: result.box.value };
    const search = { ...about, size: size.box.value === OTHER ? (this.#board() ?? "") : size.box.value };
    return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ""));
  }

  /** Another board that was typed, as the server reads it; null while it is none. */
  #board() {
    const board = sizeOf({ size: OTHER, width: this.width.value, height: this.height.value });
    return board && `${board.width}x${board.height}`;
  }

  /** Begins anew. */
  #search() {
    this.turn += 1;
    this.next = undefined;
    this.rows.replaceChildren();
    const { opponent, result, player } = this.fields;
    const nobody = this.player === null && player.box.value.trim() === "";
    opponent.box.disabled = nobody;
    result.box.disabled = nobody;
    for (const field of [player, opponent]) field.fault("");
    const { size } = this.fields;
    this.sides.hidden = size.box.value !== OTHER;
    // what is not filled in yet is not called wrong
    const isTyped = this.width.value !== "" && this.height.value !== "";
    size.fault(size.box.value === OTHER && isTyped && this.#board() === null ? t("page-wrong-size") : "");
    const { search } = this;
    const { player: _, ...rest } = search;
    this.searched(this.player === null ? search : rest);
    void this.#read(this.turn);
  }

  /**
   * Reads on.
   * @param {number} turn what was searched for when it was wanted
   */
  async #read(turn) {
    say(this.problem, "");
    say(this.hint, t("page-searching"));
    this.more.hidden = true;
    let found = 0;
    try {
      for (let asked = 0; asked < REQUESTS && found < WANTED; asked += 1) {
        const wanted = { status: "finished", ...this.search, limit: PAGE, before: this.next };
        const { games, next } = await gamesOf(wanted, this.app.accounts.ask);
        if (turn !== this.turn) return;
        found += games.length;
        this.next = next;
        this.rows.append(...games.map((game) => this.#row(game)));
        if (next === undefined) break;
      }
      say(this.hint, this.#summary());
    } catch (error) {
      if (turn !== this.turn) return;
      say(this.hint, "");
      this.#failed(error);
    }
    this.list.hidden = this.rows.children.length === 0;
    this.more.hidden = this.next === undefined;
  }

  #summary() {
    const count = this.rows.children.length;
    if (this.next !== undefined) return t("page-shown-more", { count });
    return count === 0 ? t("page-none-found") : t("page-shown-all", { count });
  }

  /** @param {unknown} error */
  #failed(error) {
    const isNobody = error instanceof Refused && error.error.code === "not_found";
    if (!isNobody) return say(this.problem, failure(error));
    const { opponent, player } = this.fields;
    if (!this.search.opponent) return player.fault(t("page-nobody"));
    // of two names either may be the one that is nobody's
    return this.player === null ? say(this.problem, t("page-nobody-either")) : opponent.fault(t("page-nobody"));
  }

  /** @param {Summary} summary */
  #row({ game, names, setup, outcome, created_at, ended_at }) {
    const { player } = this;
    const side = (/** @type {"black" | "white"} */ colour) => {
      const token = el("span", { class: `token ${colour}`, "aria-hidden": "true" });
      const name = printable(names[colour]);
      const account = setup.players[colour];
      const who = account === player ? el("b", {}, name) : el("a", { href: `#/player/${account}` }, name);
      const place = outcome?.winner === colour ? "player winner" : "player";
      return el("td", {}, el("span", { class: place }, token, who));
    };
    const result = outcome ? outcomeText(outcome) : t("state-finished");
    const sgf = button("SGF", () => void download(this.app, game).catch((error) => say(this.problem, failure(error))), {
      class: "quiet",
      "aria-label": t("page-sgf-of", { black: printable(names.black), white: printable(names.white) }),
    });
    return el(
      "tr",
      {},
      side("black"),
      side("white"),
      el("td", {}, el("a", { href: `#/game/${game}` }, result)),
      el("td", { class: "terms" }, `${sizeText(setup.size)} · ${timeControl(setup.time)}`),
      el("td", { class: "terms date" }, dateText(ended_at ?? created_at)),
      el("td", {}, sgf),
    );
  }
}

/**
 * A board of an address, `9` or `13x9`, as the fields have it.
 * @param {string} [text]
 * @returns {{size?: string, width: string, height: string}}
 */
function sidesOf(text = "") {
  const [width = "", height = width] = text.split("x");
  const isUsual = width === height && ["", "9", "13", "19"].includes(width);
  return isUsual ? { size: width, width: "", height: "" } : { size: OTHER, width, height };
}

/**
 * A day, here, as `2026-11-30`.
 * @param {number} ms
 */
export function dateText(ms) {
  const date = new Date(ms);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
