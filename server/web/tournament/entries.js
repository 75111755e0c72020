// @ts-check
/** Who is entered; an organiser adds and changes entries here. */

import { button, el } from "../dom.js";
import { t } from "../words/words.js";
import { openEnterForm } from "./enter.js";
import { entriesTable } from "./rows.js";
import { DataTable } from "./tables.js";

export class Entries {
  /** @param {import("./page.js").TournamentPage} page */
  constructor(page) {
    this.page = page;
    this.table = new DataTable(t("contest-entries"), (key, what) => void this.#change(Number(key), what));
    this.none = el("p", { class: "hint" }, t("contest-no-entries"));
    this.deeds = el("div", { class: "buttons" });
    this.lists = el("p", {}, el("a", { href: page.source.file("entries.csv"), download: "entries.csv" }, t("contest-entries-csv")));
    this.element = el("div", {}, this.deeds, this.table.element, this.none, this.lists);
  }

  /** @param {import("../protocol.js").TournamentView} view */
  show(view) {
    const isOrganiser = view.you?.organiser ?? false;
    if (isOrganiser && this.deeds.children.length === 0) {
      this.deeds.append(
        button(t("contest-add-entry"), () => this.page.view && openEnterForm(this.page, this.page.view, {})),
        button(t("contest-import"), () => void this.#import()),
      );
    }
    this.deeds.hidden = !isOrganiser;
    this.table.show(entriesTable(view, isOrganiser));
    const isEmpty = view.entries.length === 0;
    this.table.element.hidden = isEmpty;
    this.none.hidden = !isEmpty;
    this.lists.hidden = isEmpty;
  }

  /**
   * @param {number} no
   * @param {string} what
   */
  async #change(no, what) {
    const { page } = this;
    const entry = page.view?.entries.find((one) => one.no === no);
    if (!page.view || !entry) return;
    if (what === "change") {
      openEnterForm(page, page.view, { entry });
      return;
    }
    const read = await import("./lineup.js").catch(() => null);
    if (!read) {
      this.page.failed(null);
      return;
    }
    const { openLeaves, openLineup } = read;
    if (what === "lineup") openLineup(page, entry);
    else openLeaves(page, entry);
  }

  async #import() {
    const read = await import("./import.js").catch(() => null);
    if (!read) {
      this.page.failed(null);
      return;
    }
    const { openImport } = read;
    openImport(this.page);
  }
}
