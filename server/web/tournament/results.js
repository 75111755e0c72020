// @ts-check
/** The result list of a stage, and its files to take away. */

import { el, say } from "../dom.js";
import { t } from "../words/words.js";
import { Choice } from "./choice.js";
import { standingsTable } from "./rows.js";
import { DataTable } from "./tables.js";

/** What can be taken away: the file, its name for people, and whether there is one a stage. @type {[string, string, boolean][]} */
const FILES = [
  ["results.csv", "contest-file-csv", true],
  ["results.h9", "contest-file-h9", true],
  ["results.txt", "contest-file-txt", true],
  ["games.sgf", "contest-file-sgf", false],
  ["entries.csv", "contest-entries-csv", false],
];

export class Results {
  /** @param {import("./page.js").TournamentPage} page */
  constructor(page) {
    this.page = page;
    this.choice = new Choice(page, { rounds: false });
    this.state = el("p", { class: "hint", role: "status" });
    this.table = new DataTable(t("contest-tab-results"));
    this.files = el("ul", { class: "files" });
    this.element = el("div", {}, this.choice.element, this.state, this.table.element);
    this.element.append(el("h2", {}, t("contest-files")), this.files);
    this.drawn = 0;
  }

  /** @param {import("../protocol.js").TournamentView} view */
  async show(view) {
    this.choice.show(view);
    const { stage } = this.choice;
    if (stage === 0) return;
    this.#files(stage);
    const standings = await this.page.source.standings(stage);
    const { names } = this.page;
    if (stage !== this.choice.stage || !names) return;
    const isOver = view.phase === "finished" || stage < (view.stages?.length ?? 0);
    say(this.state, isOver ? t("contest-final-result") : t("contest-not-final", { rounds: standings.rounds }));
    const rows = standings.rows.filter(({ place }) => place !== undefined);
    this.table.show(standingsTable(view, names, stage, { criteria: standings.order.criteria, rows, prizes: true }));
  }

  /** @param {number} stage */
  #files(stage) {
    if (stage === this.drawn) return;
    this.drawn = stage;
    this.files.replaceChildren(
      ...FILES.map(([file, name, ofStage]) => {
        const href = this.page.source.file(ofStage ? `${file}?stage=${stage}` : file);
        return el("li", {}, el("a", { href, download: `${this.page.id}-${file}` }, t(name)));
      }),
    );
  }
}
