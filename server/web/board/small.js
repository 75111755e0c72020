// @ts-check
/** A small board to look at: a few paths, since a lobby shows many. */

import { svg } from "../dom.js";
import { MARGIN, discs, grid } from "./draw.js";

/**
 * @param {import("../game/vertex.js").Size} size
 * @param {string} label what it is, for those who do not see it
 */
export function smallBoard(size, label) {
  const m = MARGIN.plain;
  const black = svg("path", { class: "small-stones black" });
  const white = svg("path", { class: "small-stones white" });
  const last = svg("path", { class: "small-last" });
  const box = `${-m} ${-m} ${size.width - 1 + 2 * m} ${size.height - 1 + 2 * m}`;
  const drawing = svg("svg", { class: "board small", viewBox: box, role: "img", "aria-label": label });
  drawing.append(grid(size), black, white, last);
  return {
    element: drawing,
    /**
     * @param {string} rows
     * @param {number} point of the last move, -1 for none
     */
    show(rows, point) {
      const of = (/** @type {string} */ letter) => [...rows].flatMap((stone, at) => (stone === letter ? [at] : []));
      black.setAttribute("d", discs(size, of("X"), 0.46));
      white.setAttribute("d", discs(size, of("O"), 0.46));
      last.setAttribute("d", point < 0 ? "" : discs(size, [point], 0.22));
      last.setAttribute("class", `small-last on-${rows.charAt(point) === "X" ? "black" : "white"}`);
    },
  };
}
