// @ts-check
/** The standings of a stage as they change, or the cross table of what they are made of. */

import { el, say } from "../dom.js";
import { t } from "../words/words.js";
import { Choice } from "./choice.js";
import { crossTable, standingsTable } from "./rows.js";
import { DataTable } from "./tables.js";

/** @typedef {import("../protocol.js").TournamentView} TournamentView */

export class Standings {
  /**
   * @param {import("./page.js").TournamentPage} page
   * @param {boolean} cross the cross table
   */
  constructor(page, cross) {
    this.page = page;
    this.cross = cross;
    this.choice = new Choice(page, { rounds: false });
    this.state = el("p", { class: "hint", role: "status" });
    this.table = new DataTable(t(cross ? "contest-tab-cross" : "contest-tab-standings"));
    const legend = cross ? t("contest-cross-legend") : t("contest-standings-legend");
    this.element = el("div", {}, this.choice.element, this.state, this.table.element, el("p", { class: "hint" }, legend));
    /** @type {import("../protocol.js").StandingsView | null} */
    this.standings = null;
  }

  /** @param {TournamentView} view */
  async show(view) {
    this.choice.show(view);
    const { stage } = this.choice;
    if (stage === 0) return;
    // the same table is not asked for twice
    if (this.standings?.stage === stage && this.standings.seq >= view.seq) return this.#draw(view);
    const read = await this.page.source.standings(stage);
    if (stage !== this.choice.stage) return;
    this.standings = read;
    this.#draw(view);
  }

  /**
   * News came with the standings: they are shown at once, and the rest is read.
   * @param {{stage?: number, standings?: import("../protocol.js").Row[]}} notice
   */
  heard({ stage, standings }) {
    const { view } = this.page;
    const before = this.standings;
    if (this.cross || !view || !before || !standings || stage !== before.stage) return;
    // of a large field only the first are told
    if (standings.length < before.rows.length) return;
    this.standings = { ...before, rows: standings };
    this.#draw(view);
  }

  /** @param {TournamentView} view */
  #draw(view) {
    const { standings } = this;
    const { names } = this.page;
    if (!standings || !names) return;
    const { stage, rounds, order, rows } = standings;
    say(this.state, t("contest-after-rounds", { rounds }));
    const content = this.cross
      ? crossTable(view, names, stage, rows)
      : standingsTable(view, names, stage, { criteria: order.criteria, rows });
    this.table.show(content);
  }
}
