// @ts-check
/**
 * Choosing a point with a finger, which hides what it points at: a loupe shows it, and a stone that is chosen
 * is dragged from anywhere on the board, so that no finger lies on it.
 */

import { svg } from "../dom.js";

/** A finger that moved less than so many pixels has not moved. */
const SLOP = 9;
/** Points that are further apart than so many pixels are hit without a loupe. */
const EASY = 30;
/** Lines that the loupe shows. */
const SHOWN = 5;

export class Touch {
  /**
   * @param {import("./board.js").Board} board
   * @param {{chosen: () => number, moved: (point: number) => void}} of `chosen` is the point of the stone that
   *   may be dragged, -1 for none
   */
  constructor(board, { chosen, moved }) {
    this.board = board;
    this.chosen = chosen;
    this.moved = moved;
    /** @type {{id: number, x: number, y: number, from: number, far: boolean} | null} */
    this.drag = null;
    const layers = ["grid", "shadows", "stones", "marks"].map((name) => {
      const layer = board.element.querySelector(`:scope > .${name}`);
      layer?.setAttribute("id", `board-${name}`);
      return svg("use", { href: `#board-${name}` });
    });
    this.loupe = svg("svg", { class: "loupe", "aria-hidden": "true" }, ...layers);
    this.loupe.toggleAttribute("hidden", true);
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
      element.addEventListener(type, () => this.#up());
    }
    // before the board hears of it: the end of a drag is no tap
    element.addEventListener("click", (event) => this.#click(event), { capture: true });
  }

  /** The distance of two points, pixels. */
  get distance() {
    const { width } = this.board.element.getBoundingClientRect();
    const { viewBox } = /** @type {SVGSVGElement} */ (this.board.element);
    return width / viewBox.baseVal.width;
  }

  /**
   * Shows what is around a point; nothing for -1.
   * @param {number} point
   */
  show(point) {
    const { width } = this.board.size;
    const isSeen = point >= 0 && this.distance < EASY;
    this.loupe.toggleAttribute("hidden", !isSeen);
    if (!isSeen) return;
    const [x, y] = [point % width, Math.floor(point / width)];
    this.loupe.setAttribute("viewBox", `${x - SHOWN / 2} ${y - SHOWN / 2} ${SHOWN} ${SHOWN}`);
    // on the other half of the board
    this.loupe.classList.toggle("right", x < width / 2);
  }

  /** @param {PointerEvent} event */
  #down({ pointerType, pointerId, clientX, clientY, isPrimary }) {
    this.swallows = false;
    const from = this.chosen();
    // two fingers make the page larger
    if (!isPrimary) this.drag = null;
    else if (pointerType !== "mouse" && from >= 0) this.drag = { id: pointerId, x: clientX, y: clientY, from, far: false };
  }

  /** @param {PointerEvent} event */
  #move({ pointerId, clientX, clientY }) {
    const { drag } = this;
    if (!drag || drag.id !== pointerId) return;
    const [dx, dy] = [clientX - drag.x, clientY - drag.y];
    if (!drag.far && Math.hypot(dx, dy) < SLOP) return;
    drag.far = true;
    const { width, height } = this.board.size;
    const step = this.distance;
    const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, at));
    const x = within((drag.from % width) + Math.round(dx / step), width);
    const y = within(Math.floor(drag.from / width) + Math.round(dy / step), height);
    if (y * width + x !== this.chosen()) this.moved(y * width + x);
  }

  #up() {
    this.swallows = this.drag?.far ?? false;
    this.drag = null;
  }

  /** The next click is the end of a drag. */
  swallows = false;

  /** @param {MouseEvent} event */
  #click(event) {
    if (!this.swallows) return;
    this.swallows = false;
    event.stopPropagation();
  }
}
