// @ts-check
/** The boards of a round as the server tells officials of them, with the bouts that they are of. Pure. */

/**
 * @typedef {import("../protocol.js").BoutGameView} BoutGameView
 * @typedef {import("../protocol.js").BoutView} BoutView
 * @typedef {import("../protocol.js").BoardView} BoardView
 * @typedef {import("../protocol.js").Trouble} Trouble
 * @typedef {{bout: BoutView, game: BoutGameView, board: BoardView, trouble: Trouble}} Board
 */

/** What nobody needs to look at. @type {Trouble[]} */
const QUIET = ["scoring", "warned", "playing"];

/** @param {{trouble: Trouble}} board */
export const isTroubled = ({ trouble }) => !QUIET.includes(trouble);

/**
 * The boards in the order in which they were told, the worst first; one of which the round does not know yet is left
 * out.
 * @param {import("../protocol.js").BoardsView} view
 * @param {import("../protocol.js").RoundView} round
 * @returns {Board[]}
 */
export function boardsOf(view, round) {
  const games = new Map(round.bouts.flatMap((bout) => (bout.games ?? []).map((game) => [game.game, { bout, game }])));
  return view.boards.flatMap((board) => {
    const known = games.get(board.game);
    return known ? [{ ...known, board, trouble: board.trouble }] : [];
  });
}
