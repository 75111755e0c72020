// @ts-check
/** What a lobby shows of a game and of an offer. */

import { smallBoard } from "../board/small.js";
import { button, el, printable, say } from "../dom.js";
import { indexOf } from "../game/vertex.js";
import { outcomeText, phaseText, sizeText, termsParts } from "../words/game.js";
import { timeControl } from "../words/time.js";
import { t } from "../words/words.js";

/**
 * A game with a small board, as a link to it.
 * @param {any} summary as the list of games has it
 */
export function gameCard(summary) {
  const { game, setup, names } = summary;
  const [black, white] = [printable(names.black), printable(names.white)];
  const drawing = smallBoard(setup.size, t("page-game-between", { black, white }));
  const state = el("span", { class: "state" });
  const element = el(
    "a",
    { class: "game-card card", href: `#/game/${game}` },
    drawing.element,
    el("span", { class: "player" }, el("span", { class: "token black", "aria-hidden": "true" }), el("b", {}, black)),
    el("span", { class: "player" }, el("span", { class: "token white", "aria-hidden": "true" }), el("b", {}, white)),
    el("span", { class: "terms" }, `${sizeText(setup.size)} · ${timeControl(setup.time)}`),
    state,
  );
  const said = (/** @type {any} */ of, /** @type {number | null} */ moves) => {
    if (of.outcome) return outcomeText(of.outcome);
    return moves === null ? phaseText(of.phase) : t("page-state-moves", { state: phaseText(of.phase), moves });
  };
  say(state, said(summary, null));
  return {
    element,
    /** @param {any} of the summary as it is now */
    state: (of) => say(state, said(of, null)),
    /** @param {{board: string, phase: string, outcome: any, last: string | undefined, moves: number}} now */
    show(now) {
      drawing.show(now.board, now.last && now.last !== "pass" ? indexOf(setup.size, now.last) : -1);
      say(state, said(now, now.moves));
    },
  };
}

/**
 * An offer with what can be done with it.
 * @param {import("../protocol.js").Offer} offer
 * @param {boolean} own
 * @param {() => void} act takes it, or withdraws one's own
 * @param {string | null} whom the name of whom alone one's own is for, as far as it is known
 */
export function offerRow(offer, own, act, whom) {
  const toOther = whom === null ? t("page-offer-to-one") : t("page-offer-to-name", { name: printable(whom) });
  // whoever else it is for does not see it
  const to = offer.terms.to === undefined ? null : own ? toOther : t("page-offer-to-you");
  const name = printable(offer.name);
  const what = own ? t("page-withdraw") : t("page-take");
  const press = button(what, act, { class: own ? "quiet" : "main" });
  press.setAttribute("aria-label", own ? what : t("page-take-of", { name }));
  return el(
    "li",
    { class: "offer" },
    el(
      "span",
      { class: "who" },
      own ? el("b", {}, t("page-your-offer")) : el("a", { class: "name", href: `#/player/${offer.by}` }, name),
      to !== null && " ",
      to !== null && el("span", { class: "tag" }, to),
    ),
    el("span", { class: "terms" }, termsParts(offer.terms).join(" · ")),
    press,
  );
}
