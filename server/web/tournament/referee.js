// @ts-check
/** The referee's panel: boards in trouble first, one tap from each; rulings on results and on people. */

import { button, el, say } from "../dom.js";
import { phaseText } from "../words/game.js";
import { within } from "../words/time.js";
import { t } from "../words/words.js";
import { boardsOf, isTroubled } from "./boards.js";
import { openOrder, openOrderToAll } from "./orders.js";
import { openRuling, peopleButtons } from "./rulings.js";
import { DataTable } from "./tables.js";
import { named, timeIn } from "./words.js";

/** Boards are looked at again after so long, ms. */
const EVERY = 5_000;

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("./boards.js").Board} Board
 */

export class Referee {
  /** @param {import("./page.js").TournamentPage} page */
  constructor(page) {
    this.page = page;
    this.state = el("p", { class: "hint", role: "status" });
    this.table = new DataTable(t("contest-boards"), (key, what) => this.#act(key, what));
    const people = el("div", { class: "buttons" }, ...peopleButtons(page));
    const results = el("p", {}, el("a", { href: page.to("pairings") }, t("contest-to-pairings")));
    this.all = el("div", { class: "buttons" });
    this.all.append(
      button(t("contest-suspend-all"), () => openOrderToAll(page, this.boards, "suspend")),
      button(t("contest-resume-all"), () => openOrderToAll(page, this.boards, "resume")),
    );
    this.element = el("div", {}, el("h2", {}, t("contest-boards")), this.state, this.table.element, this.all);
    this.element.append(el("h2", {}, t("contest-rule-results")), results, el("h2", {}, t("contest-rule-people")), people);
    /** @type {Board[]} */
    this.boards = [];
    this.timer = 0;
    this.turn = 0;
  }

  end() {
    this.turn += 1;
    clearTimeout(this.timer);
  }

  /** @param {TournamentView} view */
  async show(view) {
    this.turn += 1;
    const { turn } = this;
    clearTimeout(this.timer);
    const stage = view.stages?.at(-1);
    const isOpen = view.phase === "running" && stage && stage.rounds > 0;
    this.table.element.hidden = this.all.hidden = !isOpen;
    if (!isOpen) return say(this.state, t("contest-no-round"));
    this.round = await this.page.source.round(stage.stage, stage.rounds);
    await this.#look(turn);
    return undefined;
  }

  /** @type {import("../protocol.js").RoundView | null} */
  round = null;

  /**
   * Looks at the boards, and again in a while, whatever comes of it.
   * @param {number} turn
   */
  async #look(turn) {
    const { round } = this;
    if (!round || turn !== this.turn) return;
    try {
      await this.#lookAt(round, turn);
    } finally {
      if (turn === this.turn) {
        this.timer = window.setTimeout(() => void this.#look(turn).catch((error) => this.page.failed(error)), EVERY);
      }
    }
  }

  /**
   * @param {import("../protocol.js").RoundView} round
   * @param {number} turn
   */
  async #lookAt(round, turn) {
    const view = await this.page.source.boards();
    if (turn !== this.turn) return;
    this.boards = boardsOf(view, round);
    // a clock of this machine that goes wrong tells no wrong times
    this.ahead = Date.now() - view.now;
    this.#draw();
  }

  ahead = 0;

  #draw() {
    const names = /** @type {import("./words.js").Names} */ (this.page.names);
    const troubled = this.boards.filter(isTroubled).length;
    say(this.state, t("contest-boards-state", { open: this.boards.length, troubled }));
    this.table.element.hidden = this.boards.length === 0;
    this.table.show({
      heads: [
        t("contest-state"),
        { text: t("contest-table"), kind: "number" },
        t("contest-game"),
        t("contest-since"),
        { text: "", said: t("contest-officials") },
      ],
      rows: this.boards.map(({ bout, game, board, trouble }) => ({
        key: game.game,
        kind: isTroubled({ trouble }) ? "trouble" : "",
        cells: [
          troubleText(names, board),
          { text: `${bout.table}${(bout.games?.length ?? 0) > 1 ? `.${game.board}` : ""}`, kind: "number" },
          {
            text: t("page-game-between", { black: names.seat(game.black), white: names.seat(game.white) }),
            kind: "head",
            ...(game.created && { href: `#/game/${game.game}` }),
          },
          this.#timeText(board),
          {
            text: t("contest-order"),
            press: "order",
            said: t("contest-order-of", { table: bout.table }),
            more: [{ text: t("contest-rule"), press: "rule", said: t("contest-rule-of", { table: bout.table }) }],
          },
        ],
      })),
    });
  }

  /**
   * When something happens by itself, else since when it is so.
   * @param {import("../protocol.js").BoardView} board
   */
  #timeText({ since, until }) {
    const at = until ?? since;
    if (at === undefined) return "";
    const ms = at + this.ahead - Date.now();
    return ms > 0 ? t("contest-ends-in", { time: within(ms) }) : timeIn(at);
  }

  /**
   * @param {string} key
   * @param {string} what
   */
  #act(key, what) {
    const { page, round } = this;
    const board = this.boards.find(({ game }) => game.game === key);
    if (!board || !round) return;
    if (what === "order") openOrder(page, board);
    else openRuling(page, round, board.bout);
  }
}

/**
 * What is the matter, and who is missing.
 * @param {import("./words.js").Names} names
 * @param {import("../protocol.js").BoardView} board
 */
function troubleText(names, { trouble, absent = [], black, white, phase }) {
  const said = trouble === "playing" && phase ? phaseText(phase) : named("contest-trouble", trouble);
  const missing = absent.map((side) => names.seat(side === "black" ? black : white));
  const whole = missing.length > 0 ? t("contest-trouble-of", { trouble: said, names: missing.join(", ") }) : said;
  return isTroubled({ trouble }) ? `⚠ ${whole}` : whole;
}
