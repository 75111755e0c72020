// @ts-check
/** What is said of a game to those who hear it, and in the title of the page. */

import { printable } from "../dom.js";
import { chain, stoneAt } from "../game/board.js";
import { vertexOf } from "../game/vertex.js";
import { colourName, stateText } from "../words/game.js";
import { t } from "../words/words.js";

/** @typedef {import("../game/view.js").View} View */

/** Events that neither the board nor the state says by itself. */
export const TOLD = ["undo_answered", "resumed", "credited", "warned", "illegal", "overran", "ruled"].concat(
  ["declined", "paused", "went_on", "count_agreed", "adjournment_agreed", "sealed", "unsealed"],
);

/**
 * What a point is: `Q16 black, last move`.
 * @param {View} view
 * @param {number} index
 * @param {import("../board/board.js").Shown} shown
 */
export function pointName(view, index, { rows, last, dead }) {
  const vertex = vertexOf(view.setup.size, index);
  const colour = stoneAt(rows, index);
  if (!colour) return t("page-point-empty", { vertex });
  const what = dead?.has(index) ? "dead" : index === last ? "last" : "stone";
  return t("page-point", { vertex, colour: colourName(colour), what });
}

/**
 * The liberties of the chain on a point.
 * @param {View} view
 * @param {string} rows
 * @param {number} index
 */
export function libertiesText(view, rows, index) {
  const { stones, liberties } = chain(view.setup.size, rows, index);
  const vertex = vertexOf(view.setup.size, index);
  if (stones.length === 0) return t("page-point-empty", { vertex });
  return t("page-liberties", { vertex, stones: stones.length, liberties: liberties.length });
}

/**
 * The title of a game's page: whose turn it is first, since among many tabs little is seen of it.
 * @param {View} view
 * @param {boolean} mine whether it is the turn of whoever looks
 */
export function titleOf(view, mine) {
  const { black, white } = view.names;
  const game = t("page-title-game", { black: printable(black), white: printable(white) });
  const turn = mine ? t("page-title-your-move") : stateText(view);
  return t("page-title-turn", { turn, game });
}
