// @ts-check
/** How the place of somebody came about: where the points are from, each tie-break with its parts, the pairings. */

import { el, say } from "../dom.js";
import { colourName } from "../words/game.js";
import { t } from "../words/words.js";
import { numberOf } from "./address.js";
import { exactText, fractionText } from "./figures.js";
import { placeText } from "./rows.js";
import { DataTable } from "./tables.js";
import { criterionName, named, rankText, valueText } from "./words.js";
import { printable } from "../dom.js";

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("../protocol.js").Figure} Figure
 * @typedef {import("../protocol.js").Term} Term
 * @typedef {import("./words.js").Names} Names
 */

/**
 * The parts of a figure, round by round.
 * @param {Names} names
 * @param {Term[]} terms
 * @param {boolean} ofOthers what is counted is the opponents'
 * @returns {import("./rows.js").Table}
 */
export function termsTable(names, terms, ofOthers) {
  return {
    heads: [
      { text: t("contest-round"), kind: "number" },
      t("contest-opponent"),
      t("contest-score"),
      ...(ofOthers ? [{ text: t("contest-term-from"), kind: "number" }] : []),
      { text: t("contest-term-counts"), kind: "number" },
      t("contest-term-why"),
    ],
    rows: terms.map((term, at) => ({
      key: `${at}`,
      cells: [
        { text: term.round === 0 ? "–" : String(term.round), kind: "number head" },
        term.opponent === undefined ? "–" : names.of(term.opponent),
        term.score === undefined ? "" : named("contest-score", term.score),
        ...(ofOthers ? [{ text: exactText(term.from), kind: "number" }] : []),
        { text: exactText(term.counts), kind: "number points" },
        named("contest-counted", term.why),
      ],
    })),
  };
}

/**
 * How a figure is made of its parts, in a sentence.
 * @param {Figure} figure
 */
export function formulaText({ formula, terms, number }) {
  const value = number ? fractionText(number) : "–";
  switch (formula.formula) {
    case "sum":
      return t("contest-formula-sum", { sum: terms.length > 0 ? terms.map(({ counts }) => exactText(counts)).join(" + ") : "0", value });
    case "total":
      return t("contest-formula-total", {
        points: exactText(formula.points),
        opponents: exactText(formula.opponents),
        highest: formula.highest,
        rounds: formula.rounds,
        bracket: fractionText(formula.bracket),
        value,
      });
    case "out":
      return t("contest-formula-out", { round: formula.round });
    default:
      return named("contest-formula", formula.formula, { value });
  }
}

/**
 * Why somebody met whom he met, as far as it is known how to say it.
 * @param {Names} names
 * @param {number} entry
 * @param {import("../protocol.js").PairingWhy} pairing
 */
export function whyText(names, entry, { round, why }) {
  const told = /** @type {any} */ (why);
  const sides = [told?.first, told?.second, told?.side].filter((side) => side !== undefined);
  const own = sides.find((side) => side?.entry === entry);
  if (!own) return "";
  const other = sides.find((side) => side !== own);
  const parts = [
    other
      ? t("contest-why-pair", { round, name: names.of(other.entry), points: own.points, others: other.points })
      : t("contest-why-bye", { round, points: own.points }),
  ];
  const { natural } = own;
  if (natural) {
    const { obstacle = {} } = natural;
    parts.push(
      named("contest-obstacle", obstacle.obstacle, {
        name: names.of(natural.opponent),
        times: obstacle.times ?? 0,
        other: obstacle.opponent === undefined ? "" : names.of(obstacle.opponent),
        criterion: obstacle.criterion === undefined ? "" : named("contest-cost", obstacle.criterion),
      }),
    );
  }
  if (own.wish) parts.push(t("contest-wish", { colour: colourName(own.wish.colour), strength: own.wish.strength }));
  if (told.colours?.reason) {
    const { reason, criterion } = told.colours;
    parts.push(named("contest-colour-reason", reason, { criterion: criterion === undefined ? "" : named("contest-cost", criterion) }));
  }
  return parts.join(" ");
}

/** Figures that are made of what opponents have. */
const OF_OTHERS = ["total", "sos", "sos_without_extremes", "sodos", "sosos", "beaten_opponents"];

export class Explain {
  /** @param {import("./page.js").TournamentPage} page */
  constructor(page) {
    this.page = page;
    this.heading = el("h2", {});
    this.about = el("p", { class: "parts" });
    this.body = el("div", {});
    this.back = el("p", {}, el("a", { href: page.to("standings", { stage: page.search.stage }) }, t("contest-to-standings")));
    this.element = el("div", { class: "explain" }, this.back, this.heading, this.about, this.body);
    this.drawn = "";
  }

  /** @param {TournamentView} view */
  async show(view) {
    const { page } = this;
    const entry = numberOf(page.search.entry, 1_000_000, 0);
    const stage = numberOf(page.search.stage, view.stages?.length ?? 0, view.stages?.length ?? 0);
    if (entry === 0 || stage === 0) return say(this.heading, t("contest-explain-nobody"));
    const told = await page.source.explain(stage, entry);
    const { names } = page;
    if (!names || page.search.entry !== String(entry)) return undefined;
    const { seq: _, ...rest } = told;
    const key = JSON.stringify(rest);
    if (key === this.drawn) return undefined;
    this.drawn = key;
    this.#draw(names, entry, told);
    return undefined;
  }

  /**
   * @param {Names} names
   * @param {number} entry
   * @param {import("../protocol.js").ExplainView} told
   */
  #draw(names, entry, { place, pairings = [] }) {
    const who = names.entries.get(entry);
    const { shared_with = [], drawn } = place;
    say(this.heading, t("contest-explain-of", { name: names.of(entry), place: placeText(place.place) }));
    const parts = [rankText(who?.rank), printable(who?.club ?? ""), t("contest-after-rounds", { rounds: place.rounds })];
    if (shared_with.length > 0) parts.push(t("contest-shared-with", { names: shared_with.map((one) => names.of(one)).join(", ") }));
    if (drawn !== undefined) parts.push(t("contest-by-lot", { drawn }));
    this.about.replaceChildren(...parts.filter((part) => part !== "").map((part) => el("span", {}, part)));
    const whys = pairings.map((pairing) => whyText(names, entry, pairing)).filter((text) => text !== "");
    this.body.replaceChildren(
      ...this.#section(names, t("contest-criterion-points"), "", place.points, false),
      ...place.figures.filter(({ criterion }) => criterion !== "points").flatMap((figure) => this.#figure(names, figure)),
      ...(whys.length > 0 ? [el("h3", {}, t("contest-why-met")), el("ul", { class: "plain" }, ...whys.map((why) => el("li", {}, why)))] : []),
    );
  }

  /**
   * @param {Names} names
   * @param {Figure} figure
   */
  #figure(names, figure) {
    const { criterion, level, terms } = figure;
    const decided = level <= 1 ? t("contest-level-none") : t("contest-level", { level });
    const title = t("contest-figure", { name: criterionName(criterion), value: valueText(figure) });
    const isOfOthers = typeof criterion === "string" && OF_OTHERS.includes(criterion);
    return this.#section(names, title, `${formulaText(figure)} ${decided}`, terms, isOfOthers);
  }

  /**
   * @param {Names} names
   * @param {string} title
   * @param {string} text
   * @param {Term[]} terms
   * @param {boolean} ofOthers
   */
  #section(names, title, text, terms, ofOthers) {
    const table = new DataTable(title);
    table.show(termsTable(names, terms, ofOthers));
    return [el("h3", {}, title), text !== "" && el("p", {}, text), terms.length > 0 && table.element].filter((node) => node instanceof Node);
  }
}
