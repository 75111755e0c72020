// @ts-check
/** The list of tournaments, the newest first, and the way to a new one. */

import { button, el, printable, say } from "../dom.js";
import { dateText } from "../lobby/finished.js";
import { select } from "../lobby/fields.js";
import { failure, openAccount } from "../shell/account.js";
import { t } from "../words/words.js";
import { addressOf } from "./address.js";
import { listOf } from "./source.js";
import { DataTable } from "./tables.js";
import { phaseName } from "./words.js";

/** Tournaments of one request .. */
const PAGE = 50;
/** .. with so many requests at a time: a page of a search may be empty. */
const REQUESTS = 10;
const PHASES = ["entry", "drawn", "running", "finished", "cancelled"];

/** @typedef {import("../protocol.js").TournamentLine} Line */

export class Tournaments {
  /**
   * @param {import("../app.js").App} app
   * @param {Record<string, string>} search
   */
  constructor(app, search) {
    this.app = app;
    this.turn = 0;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {string | undefined} */
    this.next = undefined;
    const phases = PHASES.map((phase) => /** @type {[string, string]} */ ([phase, phaseName(phase)]));
    this.phase = select(t("contest-state"), [["", t("page-any")], ...phases], search.phase ?? "");
    this.phase.box.addEventListener("change", () => this.#search());
    this.problem = el("p", { class: "problem", role: "alert" });
    this.hint = el("p", { class: "hint", role: "status" });
    this.table = new DataTable(t("page-tournaments"));
    this.more = button(t("page-more"), () => void this.#read(this.turn));
    const make = button(t("contest-create"), () => void this.#create(), { class: "main" });
    this.element = el(
      "main",
      { id: "main", class: "tournament" },
      el("div", { class: "row" }, el("h1", {}, t("page-tournaments")), make),
      this.phase.element,
      this.problem,
      this.table.element,
      this.hint,
      this.more,
    );
    this.#search();
  }

  title() {
    return `${t("page-tournaments")} · ${t("page-title")}`;
  }

  end() {
    this.turn += 1;
  }

  #search() {
    this.turn += 1;
    this.lines = [];
    this.next = undefined;
    const phase = this.phase.box.value;
    history.replaceState(history.state, "", `#/tournaments${phase === "" ? "" : `?phase=${phase}`}`);
    void this.#read(this.turn);
  }

  /** @param {number} turn what was wanted when it was asked for */
  async #read(turn) {
    say(this.problem, "");
    this.more.hidden = true;
    const found = this.lines.length;
    try {
      for (let asked = 0; asked < REQUESTS && this.lines.length === found; asked += 1) {
        const wanted = { phase: this.phase.box.value, limit: PAGE, ...(this.next !== undefined && { before: this.next }) };
        const { tournaments, next } = await listOf(this.app.accounts, wanted);
        if (turn !== this.turn) return;
        this.lines.push(...tournaments);
        this.next = next;
        if (next === undefined) break;
      }
    } catch (error) {
      if (turn === this.turn) say(this.problem, failure(error));
      return;
    }
    this.more.hidden = this.next === undefined;
    this.table.element.hidden = this.lines.length === 0;
    say(this.hint, this.lines.length === 0 ? t("contest-none") : "");
    this.table.show({
      heads: [t("contest-name"), t("contest-state"), { text: t("contest-entries"), kind: "number" }, t("contest-created")],
      rows: this.lines.map((line) => ({
        key: line.tournament,
        cells: [
          { text: printable(line.name), href: addressOf(line.tournament), kind: "head" },
          lineState(line),
          { text: String(line.entries), kind: "number" },
          dateText(line.created_at),
        ],
      })),
    });
  }

  async #create() {
    const { app } = this;
    if (app.accounts.account === null) return void openAccount(app);
    const form = await import("./form.js").catch(() => null);
    if (!form) return say(this.problem, t("page-unreachable"));
    try {
      await form.openCreateForm(app);
    } catch (error) {
      say(this.problem, failure(error));
    }
  }
}

/** @param {Line} line */
function lineState({ phase, stage, round }) {
  const said = phaseName(phase);
  return phase === "running" && round > 0 ? t("contest-line-round", { phase: said, stage, round }) : said;
}
