// @ts-check
/** Dialogs: the browser's own, which keeps the focus inside and closes on Escape. */

import { button, el } from "../dom.js";
import { t } from "../words/words.js";

let opened = 0;

/**
 * Opens a dialog; the answer closes it.
 * @param {string} title
 * @param {import("../dom.js").Child[]} content
 * @param {() => void} [closed] it was closed, however
 */
export function openDialog(title, content, closed) {
  opened += 1;
  const id = `dialog-${opened}`;
  const dialog = el("dialog", { "aria-labelledby": id }, el("h2", { id }, title), ...content);
  dialog.addEventListener("close", () => {
    dialog.remove();
    // what had the focus before may have been made anew
    if (document.activeElement === document.body) document.querySelector("main")?.focus({ preventScroll: true });
    closed?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return () => dialog.close();
}

/**
 * Asks a question; false when the dialog was closed without an answer.
 * @param {string} question
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirm(question, yes, no = t("page-cancel")) {
  return new Promise((resolve) => {
    let answer = false;
    const say = (/** @type {boolean} */ is) => {
      answer = is;
      close();
    };
    const buttons = el(
      "div",
      { class: "buttons" },
      button(no, () => say(false)),
      button(yes, () => say(true), { class: "main" }),
    );
    const close = openDialog(question, [buttons], () => resolve(answer));
  });
}
