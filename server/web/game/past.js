// @ts-check
/**
 * The boards of a game's earlier moves, made again from its moves. Pure.
 *
 * A snapshot has the moves but not what they captured, so they are played again. Nothing is judged: a game
 * whose moves do not lead to its board is only not looked back into.
 */

import * as board from "./board.js";
import { indexOf } from "./vertex.js";
import { givenStones } from "./fold.js";

/** @typedef {import("./view.js").View} View */

/**
 * The board after each number of moves, that before the first too; null when they do not lead to the
 * game's board. What is known of an earlier view of the same game is not played again.
 * @param {View} view
 * @param {{moves: View["moves"], boards: string[]} | null} [known]
 * @returns {{moves: View["moves"], boards: string[]} | null}
 */
export function past(view, known = null) {
  const size = view.setup.size;
  const stones = view.handicapStones.map((vertex) => indexOf(size, vertex));
  const start = view.start?.board ?? board.put(board.empty(size), stones, "X");
  const boards = [start];
  if (known && known.boards[0] === start) {
    for (let n = 0; n < Math.min(known.moves.length, view.moves.length); n += 1) {
      const [was, is] = [known.moves[n], view.moves[n]];
      if (!was || !is || was.vertex !== is.vertex || was.by !== is.by) break;
      boards.push(/** @type {string} */ (known.boards[n + 1]));
    }
  }
  let rows = /** @type {string} */ (boards.at(-1));
  for (const { by, vertex } of view.moves.slice(boards.length - 1)) {
    if (vertex !== "pass") {
      const index = indexOf(size, vertex);
      if (board.stoneAt(rows, index) !== null) return null;
      rows = board.play(size, rows, by, index);
    }
    boards.push(rows);
  }
  return rows === view.board ? { moves: view.moves, boards } : null;
}

/**
 * Stones that each side has captured after so many moves, counted from the board: what was put and is
 * there no more.
 * @param {View} view
 * @param {string} rows
 * @param {number} count
 */
export function captured(view, rows, count) {
  const on = (/** @type {string} */ letter) => rows.split(letter).length - 1;
  const put = (/** @type {string} */ by) =>
    view.moves.slice(0, count).filter((move) => move.by === by && move.vertex !== "pass").length;
  const given = givenStones(view);
  return {
    black: Math.max(0, put("white") + given.white - on("O")),
    white: Math.max(0, put("black") + given.black - on("X")),
  };
}
