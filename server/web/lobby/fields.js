// @ts-check
/** Fields of a form: a name, a control, and what is wrong with what is in it. */

import { el, say } from "../dom.js";

let made = 0;

/**
 * @template {HTMLElement} T
 * @param {string} label
 * @param {T} box
 * @param {Node[]} more what stands below the control, such as controls of their own
 */
function field(label, box, more = []) {
  made += 1;
  const id = `wrong-${made}`;
  const problem = el("p", { class: "wrong", id });
  const element = el(
    "div",
    { class: "field" },
    el("label", {}, el("span", { class: "label" }, label), box),
    ...more,
    problem,
  );
  /** Controls that are wrong together. */
  const boxes = [box, ...more.flatMap((node) => [.../** @type {Element} */ (node).querySelectorAll("input")])];
  return {
    box,
    element,
    /** @param {string} text empty when nothing is wrong */
    fault(text) {
      say(problem, text);
      for (const one of boxes) {
        one.toggleAttribute("aria-invalid", false);
        one.removeAttribute("aria-describedby");
        if (text === "") continue;
        one.setAttribute("aria-invalid", "true");
        one.setAttribute("aria-describedby", id);
      }
    },
  };
}

/**
 * @param {string} label
 * @param {[string, string][]} options value and text
 * @param {string} value if it is among them
 * @param {Node[]} [more]
 */
export function select(label, options, value, more) {
  const texts = options.map(([name, text]) => el("option", { value: name, selected: name === value }, text));
  return field(label, el("select", {}, ...texts), more);
}

/**
 * @param {string} label
 * @param {Record<string, any>} attributes
 */
export const input = (label, attributes) => field(label, el("input", attributes));

/**
 * A control inside another field, with a name of its own.
 * @param {string} label
 * @param {Record<string, any>} attributes
 */
export const bare = (label, attributes) => el("input", { "aria-label": label, ...attributes });

/**
 * @param {string} label
 * @param {boolean} checked
 */
export function check(label, checked) {
  const box = el("input", { type: "checkbox", checked });
  return { box, element: el("label", { class: "field check" }, box, el("span", {}, label)) };
}
