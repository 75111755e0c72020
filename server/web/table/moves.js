// @ts-check
/** The list of moves with the time that each took; a move that is pressed is looked back at. */

import { el, say } from "../dom.js";
import { face } from "../clock/clock.js";
import { t } from "../words/words.js";

/** @typedef {import("../game/view.js").View} View */

export class Moves {
  /**
   * @param {(number: number) => void} look
   * @param {() => void} wanted somebody looks at the list
   */
  constructor(look, wanted) {
    this.list = el("ol", { class: "moves-list" });
    this.list.addEventListener("click", (event) => {
      const at = event.target instanceof Element && event.target.closest("button");
      if (at) look(Number(at.dataset.number));
    });
    this.none = el("p", { class: "hint" }, t("page-no-moves"));
    this.element = el("section", { class: "moves card", "aria-labelledby": "moves-title" });
    this.element.append(el("h2", { id: "moves-title" }, t("page-moves")), this.none, this.list);
    for (const type of ["pointerenter", "focusin", "touchstart"]) {
      this.element.addEventListener(type, wanted, { once: true, passive: true });
    }
    /** @type {View["moves"]} */
    this.shown = [];
    /** The move that is marked. */
    this.number = -1;
  }

  /**
   * @param {View} view
   * @param {number} number the move that the board shows
   */
  show(view, number) {
    const { moves } = view;
    this.none.hidden = moves.length > 0;
    let same = 0;
    while (same < moves.length && same < this.shown.length && isSame(moves[same], this.shown[same])) same += 1;
    while (this.list.children.length > same) this.list.lastElementChild?.remove();
    for (let at = same; at < moves.length; at += 1) this.list.append(item(at + 1, /** @type {any} */ (moves[at])));
    this.shown = moves;
    // whoever reads elsewhere in the list stays there
    if (number === this.number && same === moves.length) return;
    this.number = number;
    this.#mark(number);
    // a list that is not in the page yet cannot be scrolled
    if (!this.list.isConnected) requestAnimationFrame(() => this.#mark(number));
  }

  /** @param {number} number */
  #mark(number) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = this.list.children[number - 1]?.firstElementChild;
    if (now instanceof HTMLElement) {
      now.setAttribute("aria-current", "true");
      // the list alone scrolls, never the page
      const { offsetTop, offsetHeight } = now;
      const { scrollTop, clientHeight } = this.list;
      if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
        this.list.scrollTop = offsetTop - clientHeight / 2;
      }
    } else {
      this.list.scrollTop = 0;
    }
  }
}

/**
 * @param {View["moves"][number] | undefined} a
 * @param {View["moves"][number] | undefined} b
 */
const isSame = (a, b) => a?.by === b?.by && a?.vertex === b?.vertex && a?.used === b?.used;

/**
 * @param {number} number
 * @param {View["moves"][number]} move
 */
function item(number, { by, vertex, used }) {
  const time = el("span", { class: "used" });
  if (used !== undefined) say(time, face(used));
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", "data-number": number },
      el("span", { class: "number" }, number),
      el("span", { class: `token ${by}`, role: "img", "aria-label": by === "black" ? t("colour-black") : t("colour-white") }),
      el("span", { class: "vertex" }, vertex === "pass" ? t("page-pass") : vertex),
      time,
    ),
  );
}
