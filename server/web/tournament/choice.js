// @ts-check
/** Which stage, and which round of it, a part of the page shows: two lists to choose from, kept in the address. */

import { el } from "../dom.js";
import { select } from "../lobby/fields.js";
import { t } from "../words/words.js";
import { numberOf } from "./address.js";
import { systemText } from "./words.js";

/** @typedef {import("../protocol.js").TournamentView} TournamentView */

export class Choice {
  /**
   * @param {import("./page.js").TournamentPage} page
   * @param {{rounds: boolean, has?: (at: number) => boolean}} what `has` says which stages there are, from 0
   */
  constructor(page, { rounds, has = () => true }) {
    this.page = page;
    this.rounds = rounds;
    this.has = has;
    this.stage = 0;
    this.round = 0;
    this.element = el("div", { class: "choice" });
    this.drawn = "";
  }

  /**
   * Shows what can be chosen, and says what is; no stage (0) while there is none.
   * @param {TournamentView} view
   */
  show(view) {
    const { search, tab } = this.page;
    const begun = (view.stages ?? []).filter(({ stage }) => this.has(stage - 1));
    const last = begun.at(-1)?.stage ?? 0;
    const wanted = numberOf(search.stage, view.stages?.length ?? 0, last);
    const found = begun.find(({ stage }) => stage === wanted) ?? begun.at(-1);
    this.stage = found?.stage ?? 0;
    const rounds = found?.rounds ?? 0;
    this.round = this.rounds ? numberOf(search.round, rounds, rounds) : 0;
    const key = JSON.stringify([begun.map(({ stage }) => stage), this.stage, this.round, rounds]);
    if (key === this.drawn) return;
    this.drawn = key;
    const go = (/** @type {Record<string, string>} */ to) => {
      location.hash = this.page.to(tab, { ...search, ...to });
    };
    const fields = [];
    if (begun.length > 1) {
      const stages = begun.map(({ stage }) => {
        const settings = view.settings.stages[stage - 1];
        return /** @type {[string, string]} */ ([String(stage), `${stage}. ${settings ? systemText(settings.system) : ""}`]);
      });
      const box = select(t("contest-stage"), stages, String(this.stage));
      box.box.addEventListener("change", () => go({ stage: box.box.value, round: "" }));
      fields.push(box.element);
    }
    if (this.rounds && rounds > 1) {
      const numbers = Array.from({ length: rounds }, (_, at) => String(at + 1));
      const named = numbers.map((round) => /** @type {[string, string]} */ ([round, t("contest-round-of", { round: Number(round) })]));
      const box = select(t("contest-round"), named, String(this.round));
      box.box.addEventListener("change", () => go({ stage: String(this.stage), round: box.box.value }));
      fields.push(box.element);
    }
    const at = [...this.element.querySelectorAll("select")].indexOf(/** @type {any} */ (document.activeElement));
    this.element.replaceChildren(...fields);
    if (at >= 0) this.element.querySelectorAll("select")[at]?.focus({ preventScroll: true });
  }
}
