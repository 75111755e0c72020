// @ts-check
/** What boards of every size are drawn of: one unit is the distance of two lines. */

import { svg } from "../dom.js";
import { COLUMNS, stars } from "../game/vertex.js";

/** @typedef {import("../game/vertex.js").Size} Size */

/** Space beyond the outermost lines, with and without coordinates. */
export const MARGIN = { coordinates: 1.15, plain: 0.62 };

/** Units of letters in one of the board. */
const LETTERS = 50;

/**
 * The lines as one path.
 * @param {Size} size
 */
export function lines({ width, height }) {
  let path = "";
  for (let x = 0; x < width; x += 1) path += `M${x} 0V${height - 1}`;
  for (let y = 0; y < height; y += 1) path += `M0 ${y}H${width - 1}`;
  return path;
}

/**
 * Discs of a radius as one path.
 * @param {Size} size
 * @param {number[]} points
 * @param {number} r
 */
export function discs({ width }, points, r) {
  return points
    .map((point) => {
      const [x, y] = [point % width, Math.floor(point / width)];
      return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0`;
    })
    .join("");
}

/**
 * Lines, edge and star points.
 * @param {Size} size
 */
export function grid(size) {
  const [right, bottom] = [size.width - 1, size.height - 1];
  return svg(
    "g",
    { class: "grid", "aria-hidden": "true" },
    svg("path", { class: "lines", d: lines(size) }),
    svg("path", { class: "edge", d: `M0 0H${right}V${bottom}H0Z` }),
    svg("path", { class: "stars", d: discs(size, stars(size), 0.115) }),
  );
}

/**
 * Letters and numbers on all four sides.
 * @param {Size} size
 */
export function coordinates({ width, height }) {
  /** @type {SVGElement[]} */
  const texts = [];
  // drawn large and made small: browsers have a least size of letters
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
    texts.push(svg("text", { x: x * LETTERS, y: y * LETTERS }, text));
  for (let x = 0; x < width; x += 1) {
    at(x, -0.78, COLUMNS.charAt(x));
    at(x, height - 1 + 0.82, COLUMNS.charAt(x));
  }
  for (let y = 0; y < height; y += 1) {
    at(-0.8, y, String(height - y));
    at(width - 1 + 0.8, y, String(height - y));
  }
  // on a small board the points are far apart, and letters need not be as large
  const size = Math.round(18 * Math.min(1, (Math.max(width, height) + 5) / 24));
  const drawn = { transform: `scale(${1 / LETTERS})`, "font-size": size };
  return svg("g", { class: "coordinates", "aria-hidden": "true", ...drawn }, ...texts);
}

let made = 0;

/** The shades of stones, with names of their own for each board. */
export function shades() {
  made += 1;
  const id = (/** @type {string} */ name) => `${name}-${made}`;
  const shade = (/** @type {string} */ name, /** @type {[number, string, number?][]} */ stops, /** @type {object} */ at) =>
    svg(
      "radialGradient",
      { id: id(name), ...at },
      ...stops.map(([offset, colour, opacity]) =>
        svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity ?? 1 }),
      ),
    );
  const light = { cx: 0.36, cy: 0.3, r: 0.72 };
  const defs = svg(
    "defs",
    {},
    shade("black", [[0, "#6b6d72"], [0.22, "#3c3d42"], [0.65, "#17181b"], [1, "#060607"]], light),
    shade("white", [[0, "#ffffff"], [0.5, "#f7f5f0"], [0.85, "#dedad1"], [1, "#c3beb3"]], light),
    shade("shadow", [[0.55, "#000", 0.42], [0.8, "#000", 0.22], [1, "#000", 0]], {}),
  );
  return { defs, fill: (/** @type {string} */ name) => `url(#${id(name)})` };
}
