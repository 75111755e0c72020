// @ts-check
/** Tables of plain rows on the page: each scrolls by itself, so that the page never does sideways. */

import { arrange, button, el } from "../dom.js";

/**
 * @typedef {import("./rows.js").Table} Content
 * @typedef {import("./rows.js").Cell} Cell
 * @typedef {import("./rows.js").Head} Head
 * @typedef {(key: string, what: string) => void} Pressed the button `what` of the row `key` was pressed
 */

/** What links and buttons are found by. */
const CONTROLS = "a, button";

export class DataTable {
  /**
   * @param {string} name what it is a table of
   * @param {Pressed} [pressed]
   */
  constructor(name, pressed = () => {}) {
    this.pressed = pressed;
    this.heads = el("tr");
    this.body = el("tbody");
    this.drawn = "";
    /** Rows that are shown, by key. @type {Map<string, {said: string, element: HTMLTableRowElement}>} */
    this.rows = new Map();
    const table = el("table", { class: "data" }, el("caption", { class: "unseen" }, name), el("thead", {}, this.heads), this.body);
    // what scrolls is scrolled by the keyboard too
    this.element = el("div", { class: "scrolls", role: "region", "aria-label": name, tabindex: 0 }, table);
  }

  /** @param {Content} content */
  show({ heads, rows }) {
    const drawn = JSON.stringify(heads);
    if (drawn !== this.drawn) this.heads.replaceChildren(...heads.map((head) => headCell(head)));
    this.drawn = drawn;
    const focus = this.#focus();
    const shown = rows.map((row) => {
      const said = JSON.stringify(row);
      const old = this.rows.get(row.key);
      return old?.said === said ? { key: row.key, ...old } : { key: row.key, said, element: this.#row(row) };
    });
    this.rows = new Map(shown.map(({ key, said, element }) => [key, { said, element }]));
    arrange(this.body, shown.map(({ element }) => element));
    if (!focus) return;
    // what had it was made anew: its place in the row has it again
    const controls = this.rows.get(focus.key)?.element.querySelectorAll(CONTROLS);
    const again = controls?.[focus.at];
    if (again instanceof HTMLElement && !this.body.contains(document.activeElement)) again.focus({ preventScroll: true });
  }

  /** The control of a row that has the focus. */
  #focus() {
    for (const [key, { element }] of this.rows) {
      const at = [...element.querySelectorAll(CONTROLS)].indexOf(/** @type {Element} */ (document.activeElement));
      if (at >= 0) return { key, at };
    }
    return null;
  }

  /** @param {import("./rows.js").Row} row */
  #row({ key, cells, kind = "" }) {
    const made = cells.map((cell) => {
      const whole = typeof cell === "string" ? { text: cell } : cell;
      const kinds = whole.kind?.split(" ") ?? [];
      const isHead = kinds.includes("head");
      const names = kinds.filter((name) => name !== "head").join(" ");
      return el(isHead ? "th" : "td", { class: names || null, ...(isHead && { scope: "row" }) }, ...this.#content(key, whole));
    });
    return el("tr", { class: kind || null, "data-key": key }, ...made);
  }

  /**
   * @param {string} key
   * @param {Cell} cell
   * @returns {Node[]}
   */
  #content(key, { text, href, said, press, more = [] }) {
    const below = more.map((one) => el("span", { class: "below" }, ...this.#content(key, one)));
    if (press !== undefined) {
      return [button(text, () => this.pressed(key, press), { class: "small", "aria-label": said ?? text }), ...below];
    }
    if (said !== undefined) {
      return [el("span", { "aria-hidden": "true", title: said }, text), el("span", { class: "unseen" }, said), ...below];
    }
    const shown = href === undefined ? el("span", { class: "name" }, text) : el("a", { class: "name", href }, text);
    return text === "" ? below : [shown, ...below];
  }
}

/** @param {Head | string} head */
function headCell(head) {
  const { text, said, kind } = typeof head === "string" ? { text: head, said: undefined, kind: undefined } : head;
  const cell = el("th", { scope: "col", class: kind });
  if (said === undefined) cell.append(text);
  else cell.append(el("span", { "aria-hidden": "true", title: said }, text), el("span", { class: "unseen" }, said));
  return cell;
}

/**
 * A list of facts: what each is, and what it says. Those that say nothing are left out.
 * @param {[string, import("../dom.js").Child | import("../dom.js").Child[]][]} pairs
 */
export function facts(pairs) {
  const said = pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false);
  const made = said.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, ...(Array.isArray(value) ? value : [value]))]);
  return el("dl", { class: "facts" }, ...made);
}
