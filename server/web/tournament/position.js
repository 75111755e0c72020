// @ts-check
/** What a referee marks and changes on a board: dead chains, stones put and taken away. Pure. */

import { chain, letterOf } from "../game/board.js";
import { vertexOf } from "../game/vertex.js";

/**
 * @typedef {import("../game/vertex.js").Size} Size
 * @typedef {import("../game/vertex.js").Colour} Colour
 */

/**
 * Marks the chain on a point as dead, or as alive again; an empty point changes nothing.
 * @param {Size} size
 * @param {string} rows
 * @param {Set<number>} dead
 * @param {number} point
 */
export function markChain(size, rows, dead, point) {
  const { stones } = chain(size, rows, point);
  const isDead = dead.has(point);
  const after = new Set(dead);
  for (const stone of stones) {
    if (isDead) after.delete(stone);
    else after.add(stone);
  }
  return after;
}

/**
 * Puts a stone on a point, in place of another if there is one; the same stone, or none, is taken away.
 * @param {string} rows
 * @param {number} point
 * @param {Colour | "none"} stone
 */
export function putStone(rows, point, stone) {
  const letter = stone === "none" || rows.charAt(point) === letterOf(stone) ? "." : letterOf(stone);
  return rows.slice(0, point) + letter + rows.slice(point + 1);
}

/**
 * What has to be taken away and put for one position to become another.
 * @param {Size} size
 * @param {string} before
 * @param {string} after
 */
export function changesOf(size, before, after) {
  const changed = [...after].flatMap((letter, point) => (letter === before.charAt(point) ? [] : [point]));
  const vertices = (/** @type {number[]} */ points) => points.map((point) => vertexOf(size, point));
  return {
    remove: vertices(changed.filter((point) => before.charAt(point) !== ".")),
    black: vertices(changed.filter((point) => after.charAt(point) === "X")),
    white: vertices(changed.filter((point) => after.charAt(point) === "O")),
  };
}
