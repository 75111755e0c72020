// @ts-check
/** The pairings of a round: who meets whom, how it stands, the games to go to; officials rule from here. */

import { el } from "../dom.js";
import { t } from "../words/words.js";
import { Choice } from "./choice.js";
import { pairingsTable, remarksOf, scoresText, sheetTable } from "./rows.js";
import { DataTable } from "./tables.js";
import { actText, timeIn } from "./words.js";

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("../protocol.js").RoundView} RoundView
 */

export class Pairings {
  /** @param {import("./page.js").TournamentPage} page */
  constructor(page) {
    this.page = page;
    this.choice = new Choice(page, { rounds: true });
    this.facts = el("p", { class: "parts" });
    this.table = new DataTable(t("contest-tab-pairings"), (key, what) => void this.#act(Number(key), what));
    this.byes = el("p", {});
    this.remarks = el("ul", { class: "plain" });
    this.sheets = el("div", { class: "sheets" });
    this.element = el("div", {}, this.choice.element, this.facts, this.table.element, this.byes, this.remarks, this.sheets);
    /** Team sheets by table. @type {Map<number, DataTable>} */
    this.made = new Map();
    /** @type {RoundView | null} */
    this.round = null;
  }

  /** @param {TournamentView} view */
  async show(view) {
    this.choice.show(view);
    const { stage, round } = this.choice;
    this.table.element.hidden = round === 0;
    if (round === 0) return this.facts.replaceChildren(el("span", {}, t("contest-no-round")));
    const read = await this.page.source.round(stage, round);
    if (stage === this.choice.stage && round === this.choice.round) this.#draw(view, read);
    return undefined;
  }

  /**
   * @param {TournamentView} view
   * @param {RoundView} round
   */
  #draw(view, round) {
    const names = /** @type {import("./words.js").Names} */ (this.page.names);
    this.round = round;
    const { organiser = false, referee = false } = view.you ?? {};
    this.facts.replaceChildren(...roundParts(round).map((part) => el("span", {}, part)));
    this.table.show(pairingsTable(view, names, round, { rule: organiser || referee, swap: organiser || referee }));
    const byes = round.byes ?? [];
    this.byes.textContent = byes.length > 0 ? t("contest-byes", { names: byes.map((entry) => names.of(entry)).join(", ") }) : "";
    this.remarks.replaceChildren(...remarksOf(names, round).map((remark) => el("li", { class: "notice" }, remark)));
    this.#sheets(view, names, round);
  }

  /**
   * @param {TournamentView} view
   * @param {import("./words.js").Names} names
   * @param {RoundView} round
   */
  #sheets(view, names, round) {
    const bouts = view.settings.teams ? round.bouts.filter(({ games = [] }) => games.length > 0) : [];
    const key = JSON.stringify([round.stage, round.round, bouts.map(({ table, first, second, result }) => [table, first, second, result])]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.made = new Map();
      this.sheets.replaceChildren(
        ...bouts.map((bout) => {
          const title = t("contest-sheet", {
            table: bout.table,
            first: names.of(bout.first),
            second: names.of(bout.second),
            score: scoresText(bout.result),
          });
          const table = new DataTable(title);
          this.made.set(bout.table, table);
          return el("section", {}, el("h2", {}, title), table.element);
        }),
      );
    }
    for (const bout of bouts) this.made.get(bout.table)?.show(sheetTable(names, bout));
  }

  drawn = "";

  /**
   * @param {number} table
   * @param {string} what
   */
  async #act(table, what) {
    const { page, round } = this;
    const bout = round?.bouts.find((one) => one.table === table);
    if (!round || !bout) return;
    const read = await import("./rulings.js").catch(() => null);
    if (!read) {
      this.page.failed(null);
      return;
    }
    const { openRuling, openSwap } = read;
    if (what === "swap") openSwap(page, round, bout);
    else openRuling(page, round, bout);
  }
}

/**
 * What there is to say of a round as a whole.
 * @param {RoundView} round
 */
function roundParts(round) {
  const parts = [t("contest-paired-at", { time: timeIn(round.paired) })];
  if (round.begun !== undefined) parts.push(t("contest-begun-at", { time: timeIn(round.begun) }));
  if (round.complete !== undefined) parts.push(t("contest-complete-at", { time: timeIn(round.complete) }));
  if (round.closed) parts.push(t("contest-closed"));
  if (round.by_hand) parts.push(t("contest-by-hand", { why: actText(round.by_hand) }));
  return parts;
}
