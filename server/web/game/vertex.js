// @ts-check
/**
 * Points as they stand on the wire: GTP vertices, and as indices of the rows from the top. Pure.
 */

/** The column letters of GTP: I is skipped, since it is easily taken for J. */
export const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** @typedef {{width: number, height: number}} Size */
/** @typedef {"black" | "white"} Colour */

/**
 * @param {Colour} colour
 * @returns {Colour}
 */
export const other = (colour) => (colour === "black" ? "white" : "black");

/**
 * The index of a vertex in the rows from the top; -1 for a pass and what is not on the board.
 * @param {Size} size
 * @param {string} vertex
 */
export function indexOf(size, vertex) {
  const column = COLUMNS.indexOf(vertex.charAt(0).toUpperCase());
  const digits = vertex.slice(1);
  if (column < 0 || column >= size.width || !/^[1-9][0-9]?$/.test(digits)) return -1;
  const row = Number(digits);
  return row > size.height ? -1 : (size.height - row) * size.width + column;
}

/**
 * @param {Size} size
 * @param {number} index
 */
export function vertexOf(size, index) {
  return COLUMNS.charAt(index % size.width) + (size.height - Math.floor(index / size.width));
}

/**
 * The points beside a point.
 * @param {Size} size
 * @param {number} index
 */
export function neighbours({ width, height }, index) {
  const column = index % width;
  const near = [];
  if (index >= width) near.push(index - width);
  if (column > 0) near.push(index - 1);
  if (column < width - 1) near.push(index + 1);
  if (index < width * (height - 1)) near.push(index + width);
  return near;
}

/**
 * The star points (星), as they are drawn on boards: on the third line below 13, else on the fourth, the
 * centre and the sides where the board has a middle.
 * @param {Size} size
 * @returns {number[]}
 */
export function stars({ width, height }) {
  const lines = (/** @type {number} */ side) => {
    if (side < 7) return side % 2 === 1 && side > 2 ? [(side - 1) / 2] : [];
    const edge = side < 13 ? 2 : 3;
    const middle = side % 2 === 1 ? [(side - 1) / 2] : [];
    return [edge, ...middle, side - 1 - edge];
  };
  const [columns, rows] = [lines(width), lines(height)];
  const small = Math.min(width, height) < 13;
  const points = [];
  for (const row of rows) {
    for (const column of columns) {
      const corner = (column - (width - 1) / 2) * (row - (height - 1) / 2) !== 0;
      const centre = column === (width - 1) / 2 && row === (height - 1) / 2;
      if (corner || centre || !small) points.push(row * width + column);
    }
  }
  return points;
}
