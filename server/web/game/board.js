// @ts-check
/**
 * The stones of a board, rows from the top: `X` Black, `O` White, `.` empty. Judges nothing. Pure.
 */

import { neighbours, other } from "./vertex.js";

/** @typedef {import("./vertex.js").Size} Size */
/** @typedef {import("./vertex.js").Colour} Colour */

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c >>> 0;
});

/**
 * CRC-32 (IEEE) of rows, as eight hex digits: the `hash` of a board.
 * @param {string} rows
 */
export function hashOf(rows) {
  let crc = 0xffffffff;
  for (let i = 0; i < rows.length; i += 1) {
    crc = (crc >>> 8) ^ /** @type {number} */ (CRC[(crc ^ rows.charCodeAt(i)) & 0xff]);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

/** @param {Colour} colour */
export const letterOf = (colour) => (colour === "black" ? "X" : "O");

/**
 * Whether rows say a board of this size.
 * @param {Size} size
 * @param {string} rows
 */
export const fits = (size, rows) => rows.length === size.width * size.height && /^[XO.]*$/.test(rows);

/** @param {Size} size */
export const empty = (size) => ".".repeat(size.width * size.height);

/**
 * @param {string} rows
 * @param {number} index
 * @returns {Colour | null}
 */
export function stoneAt(rows, index) {
  const letter = rows.charAt(index);
  return letter === "X" ? "black" : letter === "O" ? "white" : null;
}

/**
 * @param {string} rows
 * @param {number[]} points
 * @param {string} letter
 */
export function put(rows, points, letter) {
  if (points.length === 0) return rows;
  const cells = rows.split("");
  for (const point of points) cells[point] = letter;
  return cells.join("");
}

/**
 * The chain of the stone on a point with its liberties (气); nothing for an empty point.
 * @param {Size} size
 * @param {string} rows
 * @param {number} index
 * @returns {{stones: number[], liberties: number[]}}
 */
export function chain(size, rows, index) {
  const letter = rows.charAt(index);
  if (letter !== "X" && letter !== "O") return { stones: [], liberties: [] };
  const [stones, liberties] = [new Set([index]), new Set()];
  for (const from of stones) {
    for (const near of neighbours(size, from)) {
      if (rows.charAt(near) === letter) stones.add(near);
      else if (rows.charAt(near) === ".") liberties.add(near);
    }
  }
  return { stones: [...stones], liberties: [...liberties] };
}

/**
 * The board after a stone was put, as every rule set removes: the opponent's chains without a liberty, then
 * one's own.
 * @param {Size} size
 * @param {string} rows
 * @param {Colour} colour
 * @param {number} index
 */
export function play(size, rows, colour, index) {
  let after = put(rows, [index], letterOf(colour));
  const enemy = letterOf(other(colour));
  for (const near of neighbours(size, index)) {
    if (after.charAt(near) !== enemy) continue;
    const found = chain(size, after, near);
    if (found.liberties.length === 0) after = put(after, found.stones, ".");
  }
  const own = chain(size, after, index);
  return own.liberties.length === 0 ? put(after, own.stones, ".") : after;
}

/**
 * What each point is in a count of area once dead stones are removed: `X`, `O`, or `.` for neutral ones.
 * @param {Size} size
 * @param {string} rows
 * @param {number[]} dead
 */
export function area(size, rows, dead) {
  const living = put(rows, dead, ".");
  const cells = living.split("");
  const seen = new Set();
  for (let start = 0; start < living.length; start += 1) {
    if (living.charAt(start) !== "." || seen.has(start)) continue;
    const region = new Set([start]);
    let borders = "";
    for (const from of region) {
      seen.add(from);
      for (const near of neighbours(size, from)) {
        const letter = living.charAt(near);
        if (letter === ".") region.add(near);
        else if (!borders.includes(letter)) borders += letter;
      }
    }
    if (borders.length === 1) for (const point of region) cells[point] = borders;
  }
  return cells.join("");
}
