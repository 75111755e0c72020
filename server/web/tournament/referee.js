// @ts-check
/** The referee's panel: boards in trouble first, one tap from each; rulings on results and on people. */

import { button, el, say } from "../dom.js";
import { phaseText } from "../words/game.js";
import { within } from "../words/time.js";
import { t } from "../words/words.js";
import { openOrder, openOrderToAll } from "./orders.js";
import { openRuling, peopleButtons } from "./rulings.js";
import { DataTable } from "./tables.js";
import { named, timeIn } from "./words.js";

/** Boards are looked at again after so long, ms. */
const EVERY = 5_000;
/** What nobody needs to look at. @type {Board["trouble"][]} */
const QUIET = ["scoring", "warned", "playing"];

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("../protocol.js").BoardView} Board
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
    const isOpen = view.phase === "running" && (view.stages?.at(-1)?.rounds ?? 0) > 0;
    this.table.element.hidden = this.all.hidden = !isOpen;
    if (!isOpen) return say(this.state, t("contest-no-round"));
    await this.#look(turn);
    return undefined;
  }

  /**
   * Looks at the boards, and again in a while, whatever comes of it.
   * @param {number} turn
   */
  async #look(turn) {
    if (turn !== this.turn) return;
    try {
      const { boards } = await this.page.source.boards();
      if (turn !== this.turn) return;
      this.boards = boards;
      this.#draw();
    } finally {
      if (turn === this.turn) {
        this.timer = window.setTimeout(() => void this.#look(turn).catch((error) => this.page.failed(error)), EVERY);
      }
    }
  }

  #draw() {
    const names = /** @type {import("./words.js").Names} */ (this.page.names);
    const troubled = this.boards.filter(({ trouble }) => !QUIET.includes(trouble)).length;
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
      rows: this.boards.map((board) => ({
        key: board.game,
        kind: QUIET.includes(board.trouble) ? "" : "trouble",
        cells: [
          stateOf(board, names),
          { text: `${board.table}${this.#hasOthers(board) ? `.${board.board}` : ""}`, kind: "number" },
          {
            text: t("page-game-between", { black: names.seat(board.black), white: names.seat(board.white) }),
            kind: "head",
            ...(board.trouble !== "missing" && { href: `#/game/${board.game}` }),
          },
          whenText(board),
          {
            text: t("contest-order"),
            press: "order",
            said: t("contest-order-of", { table: board.table }),
            more: [{ text: t("contest-rule"), press: "rule", said: t("contest-rule-of", { table: board.table }) }],
          },
        ],
      })),
    });
  }

  /**
   * Whether its bout has more than one board.
   * @param {Board} board
   */
  #hasOthers({ stage, round, table, board }) {
    return board > 1 || this.boards.some((one) => one.stage === stage && one.round === round && one.table === table && one.board > 1);
  }

  /**
   * @param {string} key
   * @param {string} what
   */
  #act(key, what) {
    const board = this.boards.find(({ game }) => game === key);
    if (!board) return;
    const opened = what === "order" ? openOrder(this.page, board) : this.#openRuling(board);
    opened.catch((error) => this.page.failed(error));
  }

  /** @param {Board} board */
  async #openRuling({ stage, round, table }) {
    const { page } = this;
    const read = await page.source.round(stage, round);
    const bout = read.bouts.find((one) => one.table === table);
    if (bout && !page.gone) openRuling(page, read, bout);
  }
}

/**
 * What is the matter at a board, and with whom.
 * @param {Board} board
 * @param {import("./words.js").Names} names
 */
function stateOf(board, names) {
  const { trouble, phase = "playing", absent = [] } = board;
  if (trouble === "playing") return phaseText(phase);
  const said = named("contest-trouble", trouble);
  const who = absent.map((colour) => names.seat(board[colour])).join(t("contest-and-who"));
  const whole = who === "" ? said : t("contest-trouble-of", { trouble: said, who });
  return QUIET.includes(trouble) ? whole : `⚠ ${whole}`;
}

/** When it ends by itself, or when it began. @param {Board} board */
function whenText({ until, since }) {
  if (until !== undefined && until > Date.now()) return t("contest-ends-in", { time: within(until - Date.now()) });
  return since === undefined ? "" : timeIn(since);
}
