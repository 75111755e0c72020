// @ts-check
/**
 * What an official is asked before he acts: what else belongs to it, why by a code, and his own words. Whatever
 * is refused is said where it was asked, and nothing that was typed is lost.
 */

import { button, el, say } from "../dom.js";
import { select } from "../lobby/fields.js";
import { failure } from "../shell/account.js";
import { openDialog } from "../shell/dialog.js";
import { t } from "../words/words.js";
import { named } from "./words.js";

/** Why an official acts, as the protocol names it. */
export const REASONS = ["other", "late", "cheating", "consulting", "talking", "device", "smoking", "disturbance", "withdrawal", "ceremony"];
/** Characters of an official's words. */
const TEXT = 300;

/**
 * A dialog that does something, and stays while that is refused.
 * @param {string} title
 * @param {(Node | string | false | null)[]} content
 * @param {{yes: string, does: () => Promise<unknown>, danger?: boolean, wide?: boolean}} deed `does` rejects with what is wrong
 */
export function openDeed(title, content, { yes, does, danger = false, wide = false }) {
  const problem = el("p", { class: "problem", role: "alert" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    say(problem, "");
    try {
      await does();
      close();
    } catch (error) {
      say(problem, error instanceof Wrong ? error.message : failure(error));
    }
    form.ariaBusy = "false";
  };
  const form = el(
    "form",
    { novalidate: true, class: wide ? "wide" : null, on: { submit } },
    ...content,
    problem,
    el(
      "div",
      { class: "buttons" },
      button(t("page-cancel"), () => close()),
      el("button", { type: "submit", class: danger ? "danger" : "main" }, yes),
    ),
  );
  const close = openDialog(title, [form]);
  return close;
}

/** What somebody typed is wrong, in words for him. */
export class Wrong extends Error {}

/** Fields for why an official acts; `act` is what they hold. */
export function actFields() {
  const reasons = REASONS.map((code) => /** @type {[string, string]} */ ([code, named("reason", code)]));
  const reason = select(t("contest-reason"), reasons, "other");
  const words = area(t("contest-words"), { rows: 2, maxlength: TEXT });
  return {
    elements: [reason.element, words.element],
    /** @returns {import("../protocol.js").Act} */
    act: () => {
      const text = words.box.value.trim().replace(/\s+/g, " ");
      return /** @type {any} */ ({ reason: reason.box.value, ...(text !== "" && { text }) });
    },
  };
}

/**
 * A field of several lines.
 * @param {string} label
 * @param {Record<string, any>} attributes `value` is what it holds
 */
export function area(label, { value = "", ...attributes }) {
  const box = el("textarea", attributes);
  box.value = value;
  return { box, element: el("label", { class: "field" }, el("span", {}, label), box) };
}

/**
 * Asks an official why, and does it.
 * @param {import("./page.js").TournamentPage} page
 * @param {string} title
 * @param {{yes: string, content?: (Node | string | false | null)[], danger?: boolean,
 *   ask: (act: import("../protocol.js").Act) => import("./source.js").Ask}} deed
 */
export function openAct(page, title, { yes, content = [], danger = false, ask }) {
  const why = actFields();
  openDeed(title, [...content, ...why.elements], { yes, danger, does: () => page.ask(ask(why.act())) });
}
