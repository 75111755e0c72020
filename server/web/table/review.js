// @ts-check
/** Looking back and forth: a slider and buttons below the board. */

import { el, iconButton, say } from "../dom.js";
import { t } from "../words/words.js";

export class Review {
  /** @param {(number: number) => void} look to the board after so many moves */
  constructor(look) {
    this.moves = 0;
    this.number = 0;
    this.look = look;
    this.slider = el("input", { type: "range", min: 0, step: 1, "aria-label": t("page-review") });
    this.slider.addEventListener("input", () => look(Number(this.slider.value)));
    this.where = el("span", { class: "where" });
    const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => number} */ to) =>
      iconButton(sign, name, () => this.step(to() - this.number), { class: "step" });
    this.back = [step("first", t("page-first"), () => 0), step("back", t("page-back"), () => this.number - 1)];
    this.forth = [step("forth", t("page-forth"), () => this.number + 1), step("live", t("page-live"), () => this.moves)];
    this.element = el("div", { class: "review", role: "group", "aria-label": t("page-review") });
    this.element.append(...this.back, this.slider, ...this.forth, this.where);
  }

  /**
   * @param {number} number
   * @param {number} moves
   */
  show(number, moves) {
    this.moves = moves;
    this.number = number;
    this.slider.max = String(moves);
    this.slider.value = String(number);
    this.slider.setAttribute("aria-valuetext", t("page-move-of", { number, moves }));
    say(this.where, `${number} / ${moves}`);
    // not disabled: that would take the focus away
    for (const one of this.back) one.setAttribute("aria-disabled", String(number === 0));
    for (const one of this.forth) one.setAttribute("aria-disabled", String(number >= moves));
    this.element.classList.toggle("away", number < moves);
  }

  /**
   * Whether that leads anywhere.
   * @param {number} by
   */
  step(by) {
    const to = Math.max(0, Math.min(this.moves, this.number + by));
    if (to === this.number) return false;
    this.look(to);
    return true;
  }
}
