// @ts-check
/** The referee's panel: boards in trouble first, one tap from each; rulings on results and on people. */

import { button, el, say } from "../dom.js";
import { gamesOf } from "../lobby/players.js";
import { phaseText } from "../words/game.js";
import { within } from "../words/time.js";
import { t } from "../words/words.js";
import { openOrder, openOrderToAll } from "./orders.js";
import { openRuling, peopleButtons } from "./rulings.js";
import { DataTable } from "./tables.js";
import { inOrder, openGames, troubleOf } from "./trouble.js";
import { named, timeIn } from "./words.js";

/** Boards are looked at again after so long, ms. */
const EVERY = 5_000;
/** Pages of the server's list of games that are read. */
const PAGES = 5;
/** Games whose state is read one by one each time. */
const LOOKS = 24;

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("./trouble.js").Board} Board
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
    /** When a game was first seen to be counted, ms since 1970. @type {Map<string, number>} */
    this.scoring = new Map();
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
    const open = openGames(round);
    const phases = await this.#phases(new Set(open.map(({ game }) => game.game)));
    const boards = [];
    let looks = 0;
    for (const { bout, game } of open) {
      const known = phases.get(game.game);
      let phase = known ?? "playing";
      let read = null;
      const asks = game.created && (known === undefined || known !== "playing") && looks < LOOKS;
      if (asks) {
        looks += 1;
        read = await this.#read(game.game);
        phase = read?.snapshot.phase ?? phase;
      }
      if (turn !== this.turn) return;
      const now = Date.now();
      if (phase !== "scoring") this.scoring.delete(game.game);
      else if (!this.scoring.has(game.game)) this.scoring.set(game.game, now);
      // it is over, and the tournament will hear of it
      if (phase === "finished") continue;
      boards.push({ bout, game, phase, ...troubleOf(game, phase, read, this.scoring.get(game.game) ?? null, now) });
    }
    this.boards = inOrder(boards);
    this.#draw();
  }

  /**
   * The phases of the games that go on, from the server's list.
   * @param {Set<string>} wanted
   */
  async #phases(wanted) {
    /** @type {Map<string, string>} */
    const phases = new Map();
    let before;
    for (let pages = 0; pages < PAGES && phases.size < wanted.size; pages += 1) {
      const { games, next } = await gamesOf({ status: "live", limit: 100, before }, this.page.app.accounts.ask);
      for (const { game, phase } of games) if (wanted.has(game)) phases.set(game, phase);
      before = next;
      if (before === undefined) break;
    }
    return phases;
  }

  /**
   * @param {string} game
   * @returns {Promise<{now: number, snapshot: import("../protocol.js").Snapshot} | null>}
   */
  async #read(game) {
    try {
      return await (await this.page.app.accounts.ask(`games/${game}`)).json();
    } catch {
      // it is looked at again soon
      return null;
    }
  }

  #draw() {
    const names = /** @type {import("./words.js").Names} */ (this.page.names);
    const troubled = this.boards.filter(({ trouble }) => !["playing", "scoring"].includes(trouble)).length;
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
      rows: this.boards.map(({ bout, game, phase, trouble, since }) => ({
        key: game.game,
        kind: trouble === "playing" ? "" : "trouble",
        cells: [
          trouble === "playing" ? phaseText(phase) : `⚠ ${named("contest-trouble", trouble)}`,
          { text: `${bout.table}${(bout.games?.length ?? 0) > 1 ? `.${game.board}` : ""}`, kind: "number" },
          {
            text: t("page-game-between", { black: names.seat(game.black), white: names.seat(game.white) }),
            kind: "head",
            ...(game.created && { href: `#/game/${game.game}` }),
          },
          sinceText(since),
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

/** @param {number | null} at */
function sinceText(at) {
  if (at === null) return "";
  const ms = at - Date.now();
  return ms > 0 ? t("contest-ends-in", { time: within(ms) }) : timeIn(at);
}
