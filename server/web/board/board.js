// @ts-check
/**
 * The board that one plays on and looks at: an SVG that is crisp at any size, worked by mouse, touch and
 * keyboard, and a grid of labelled points for screen readers.
 *
 * It shows what it is told and says which point was meant; it knows no rules.
 */

import { svg } from "../dom.js";
import { stoneAt } from "../game/board.js";
import { MARGIN, coordinates, grid, shades } from "./draw.js";

/**
 * @typedef {import("../game/vertex.js").Size} Size
 * @typedef {import("../game/vertex.js").Colour} Colour
 * @typedef {{rows: string, last?: number, dead?: Set<number>, area?: string | null, hint?: Colour | null,
 *   choice?: {point: number, colour: Colour, sent: boolean} | null}} Shown
 *   `last` is the point of the last move, `hint` the colour of the stone that the pointer carries, `choice`
 *   a stone that is not played yet
 * @typedef {{label: string,
 *   point: (index: number, how: "mouse" | "touch" | "keyboard") => void,
 *   name: (index: number, shown: Shown) => string, liberties: (index: number) => void, step?: (by: number) => void}} Options
 */

const RADIUS = 0.475;

export class Board {
  /**
   * @param {Size} size
   * @param {Options} options
   */
  constructor(size, options) {
    this.size = size;
    this.options = options;
    /** @type {Shown} */
    this.shown = { rows: "" };
    this.cursor = Math.floor((size.width * size.height) / 2);
    const m = MARGIN.coordinates;
    const box = `${-m} ${-m} ${size.width - 1 + 2 * m} ${size.height - 1 + 2 * m}`;
    const { defs, fill } = shades();
    this.fill = fill;
    this.shadows = svg("g", { class: "shadows", "aria-hidden": "true" });
    this.stones = svg("g", { class: "stones", "aria-hidden": "true" });
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" });
    this.hint = svg("g", { class: "hint", "aria-hidden": "true" });
    /** Where a stone was drawn, by point. @type {Map<number, {letter: string, nodes: Element[]}>} */
    this.drawn = new Map();
    /** @type {SVGElement[]} */
    this.cells = [];
    /** What each point was when it was named. @type {string[]} */
    this.named = [];
    this.element = svg(
      "svg",
      {
        class: "board",
        viewBox: box,
        role: "grid",
        "aria-label": options.label,
        "aria-rowcount": size.height,
        "aria-colcount": size.width,
        on: {
          click: (/** @type {MouseEvent} */ event) => this.#clicked(event),
          keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
          pointerdown: (/** @type {PointerEvent} */ event) => {
            this.touched = event.pointerType !== "mouse";
          },
          pointermove: (/** @type {PointerEvent} */ event) => this.#hover(event),
          pointerleave: () => this.#drawHint(-1),
          focusin: (/** @type {FocusEvent} */ event) => this.#focused(event),
        },
      },
      defs,
      grid(size),
      coordinates(size),
      this.shadows,
      this.stones,
      this.marks,
      this.hint,
      this.#grid(),
    );
    this.touched = false;
  }

  #grid() {
    const rows = [];
    for (let y = 0; y < this.size.height; y += 1) {
      const row = svg("g", { role: "row" });
      for (let x = 0; x < this.size.width; x += 1) {
        const point = y * this.size.width + x;
        const cell = svg("rect", {
          class: "point",
          role: "gridcell",
          tabindex: point === this.cursor ? 0 : -1,
          "data-point": point,
          x: x - 0.5,
          y: y - 0.5,
          width: 1,
          height: 1,
        });
        this.cells.push(cell);
        row.append(cell);
      }
      rows.push(row);
    }
    return svg("g", { class: "points" }, ...rows);
  }

  /** @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    const { rows, dead, last = -1 } = shown;
    for (let point = 0; point < rows.length; point += 1) {
      const letter = rows.charAt(point);
      const drawn = this.drawn.get(point);
      if ((drawn?.letter ?? ".") !== letter) {
        drawn?.nodes.forEach((node) => node.remove());
        this.drawn.delete(point);
        const colour = stoneAt(rows, point);
        if (colour) this.drawn.set(point, { letter, nodes: this.#stone(point, colour, point === last) });
      }
      const isDead = dead?.has(point) ?? false;
      this.drawn.get(point)?.nodes.forEach((node) => node.classList.toggle("dead", isDead));
      const cell = this.cells[point];
      // most points stay what they are
      const what = `${letter}${isDead ? "dead" : point === last ? "last" : ""}`;
      if (!cell || this.named[point] === what) continue;
      this.named[point] = what;
      cell.setAttribute("aria-label", this.options.name(point, shown));
    }
    this.#drawMarks();
    this.#drawHint(-1);
  }

  /**
   * @param {number} point
   * @param {Colour} colour
   * @param {boolean} fresh
   */
  #stone(point, colour, fresh) {
    const [cx, cy] = this.#at(point);
    const shadow = svg("circle", { cx: cx + 0.05, cy: cy + 0.08, r: 0.53, fill: this.fill("shadow") });
    const stone = svg("circle", { class: `stone ${colour}`, cx, cy, r: RADIUS, fill: this.fill(colour) });
    if (fresh) stone.classList.add("fresh");
    this.shadows.append(shadow);
    this.stones.append(stone);
    return [shadow, stone];
  }

  /** @param {number} point */
  #at(point) {
    return /** @type {[number, number]} */ ([point % this.size.width, Math.floor(point / this.size.width)]);
  }

  #drawMarks() {
    const { rows, last = -1, dead, area, choice } = this.shown;
    const marks = [];
    if (last >= 0 && rows.charAt(last) !== ".") {
      const [cx, cy] = this.#at(last);
      marks.push(svg("circle", { class: `last on-${stoneAt(rows, last)}`, cx, cy, r: 0.235 }));
    }
    for (const point of dead ?? []) {
      const [x, y] = this.#at(point);
      const path = `M${x - 0.2} ${y - 0.2}l.4 .4M${x + 0.2} ${y - 0.2}l-.4 .4`;
      marks.push(svg("path", { class: `cross on-${stoneAt(rows, point)}`, d: path }));
    }
    for (let point = 0; area && point < area.length; point += 1) {
      const owner = stoneAt(area, point);
      const isOpen = rows.charAt(point) === "." || dead?.has(point);
      if (!owner || !isOpen) continue;
      const [x, y] = this.#at(point);
      const side = dead?.has(point) ? 0.2 : 0.3;
      marks.push(svg("rect", { class: `area ${owner}`, x: x - side / 2, y: y - side / 2, width: side, height: side }));
    }
    if (choice) {
      const [cx, cy] = this.#at(choice.point);
      const [right, bottom] = [this.size.width - 1, this.size.height - 1];
      const stone = { class: `stone ${choice.colour} ${choice.sent ? "sent" : "chosen"}` };
      if (!choice.sent) marks.push(svg("path", { class: "aim", d: `M0 ${cy}H${right}M${cx} 0V${bottom}` }));
      marks.push(svg("circle", { ...stone, cx, cy, r: RADIUS, fill: this.fill(choice.colour) }));
    }
    this.marks.replaceChildren(...marks);
  }

  /** @param {number} point */
  #drawHint(point) {
    const { hint, rows, choice } = this.shown;
    if (!hint || point < 0 || rows.charAt(point) !== "." || choice) return this.hint.replaceChildren();
    const [cx, cy] = this.#at(point);
    return this.hint.replaceChildren(
      svg("circle", { class: `stone ${hint}`, cx, cy, r: RADIUS, fill: this.fill(hint) }),
    );
  }

  /** @param {Event} event */
  #pointOf(event) {
    const text = event.target instanceof Element ? event.target.getAttribute("data-point") : null;
    return text === null ? -1 : Number(text);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const point = this.#pointOf(event);
    if (point < 0) return;
    this.#move(point, false);
    this.options.point(point, this.touched ? "touch" : "mouse");
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === "mouse") this.#drawHint(this.#pointOf(event));
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const point = this.#pointOf(event);
    if (point >= 0 && point !== this.cursor) this.#move(point, false);
  }

  /**
   * @param {number} point
   * @param {boolean} focus
   */
  #move(point, focus) {
    this.cells[this.cursor]?.setAttribute("tabindex", "-1");
    this.cursor = point;
    this.cells[point]?.setAttribute("tabindex", "0");
    if (focus) this.cells[point]?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { width, height } = this.size;
    const [x, y] = this.#at(this.cursor);
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowLeft: [Math.max(0, x - 1), y],
      ArrowRight: [Math.min(width - 1, x + 1), y],
      ArrowUp: [x, Math.max(0, y - 1)],
      ArrowDown: [x, Math.min(height - 1, y + 1)],
      Home: [0, y],
      End: [width - 1, y],
      PageUp: [x, 0],
      PageDown: [x, height - 1],
    };
    const to = moves[event.key];
    if (to) {
      this.#move(to[1] * width + to[0], true);
    } else if (event.key === "Enter" || event.key === " ") {
      // a key that is held is one deed
      if (!event.repeat) this.options.point(this.cursor, "keyboard");
    } else if (event.key === "[" || event.key === "]") {
      this.options.step?.(event.key === "[" ? -1 : 1);
    } else if (event.key === "l" || event.key === "L") {
      this.options.liberties(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
