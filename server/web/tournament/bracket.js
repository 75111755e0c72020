// @ts-check
/**
 * The bracket of a single elimination: lists of lists, which a style draws as a tree; what they say is all there.
 */

import { el } from "../dom.js";
import { t } from "../words/words.js";
import { Choice } from "./choice.js";
import { isBracket } from "./words.js";

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("../protocol.js").Place} Place
 * @typedef {import("../protocol.js").BracketOutcome} Outcome
 * @typedef {{text: string, entry?: number, won: boolean, left: boolean}} Side
 * @typedef {{title: string, matches: {upper: Side, lower: Side, said: string}[]}} Layer
 */

/**
 * What a bracket shows, layer by layer. Pure.
 * @param {import("./words.js").Names} names
 * @param {import("../protocol.js").Bracket} bracket
 * @returns {Layer[]}
 */
export function layersOf(names, { layers }) {
  return layers.map((layer, at) => ({
    title: layerName(layers.length - at, layer.matches.length, layer.round),
    matches: layer.matches.map(({ upper, lower, outcome }) => {
      const sides = [upper, lower].map((place) => side(names, place, outcome));
      const [one, two] = /** @type {[Side, Side]} */ (sides);
      const parameters = { upper: one.text, lower: two.text };
      const said =
        outcome.outcome === "won"
          ? t("contest-match-won", { ...parameters, winner: names.of(outcome.entry) })
          : outcome.outcome === "nobody"
            ? t("contest-match-nobody", parameters)
            : t("contest-match-open", parameters);
      return { upper: one, lower: two, said };
    }),
  }));
}

/**
 * @param {import("./words.js").Names} names
 * @param {Place} place
 * @param {Outcome} outcome
 * @returns {Side}
 */
function side(names, place, outcome) {
  if (place.place === "open") return { text: t("contest-place-open"), won: false, left: false };
  if (place.place === "empty") return { text: t("contest-place-empty"), won: false, left: false };
  const won = outcome.outcome === "won" && outcome.entry === place.entry;
  const left = place.place === "left";
  const name = names.of(place.entry);
  return { text: left ? t("contest-place-left", { name }) : name, entry: place.entry, won, left };
}

/**
 * @param {number} fromEnd 1 for the final
 * @param {number} matches
 * @param {number | undefined} round
 */
function layerName(fromEnd, matches, round) {
  const name = fromEnd === 1 ? t("contest-final") : fromEnd === 2 ? t("contest-semifinals") : t("contest-last-of", { players: matches * 2 });
  return round === undefined ? name : t("contest-layer", { name, round });
}

export class Bracket {
  /** @param {import("./page.js").TournamentPage} page */
  constructor(page) {
    this.page = page;
    const { view } = page;
    this.choice = new Choice(page, { rounds: false, has: (at) => isBracket((view ?? page.view)?.settings.stages[at]?.system ?? { system: "swiss", rounds: 1 }) });
    this.winner = el("p", { class: "parts", role: "status" });
    this.tree = el("ol", { class: "bracket" });
    const place = el("div", { class: "scrolls", role: "region", "aria-label": t("contest-tab-bracket"), tabindex: 0 }, this.tree);
    this.element = el("div", {}, this.choice.element, this.winner, place);
    this.drawn = "";
  }

  /** @param {TournamentView} view */
  async show(view) {
    this.choice.show(view);
    const { stage } = this.choice;
    if (stage === 0) return;
    const { bracket } = await this.page.source.bracket(stage);
    const { names } = this.page;
    if (stage !== this.choice.stage || !names) return;
    const { outcome } = bracket;
    this.winner.textContent = outcome.outcome === "won" ? t("contest-winner", { name: names.of(outcome.entry) }) : "";
    const layers = layersOf(names, bracket);
    const key = JSON.stringify(layers);
    if (key === this.drawn) return;
    this.drawn = key;
    this.tree.replaceChildren(...layers.map((layer) => this.#layer(layer, stage)));
  }

  /**
   * @param {Layer} layer
   * @param {number} stage
   */
  #layer({ title, matches }, stage) {
    const name = (/** @type {Side} */ { text, entry, won, left }) => {
      const kind = `seat${won ? " won" : ""}${left ? " left" : ""}`;
      const shown = entry === undefined ? text : el("a", { class: "name", href: this.page.to("explain", { entry, stage }) }, text);
      return el("span", { class: kind }, shown, won && el("span", { "aria-hidden": "true" }, " ✓"));
    };
    const items = matches.map(({ upper, lower, said }) =>
      el("li", { class: "match" }, el("div", { class: "pair" }, el("span", { class: "unseen" }, said), name(upper), name(lower))),
    );
    return el("li", { class: "layer" }, el("h2", {}, title), el("ol", { class: "matches" }, ...items));
  }
}
