// @ts-check
/**
 * Making elements. Text only ever becomes text nodes and attributes: nothing that a server or a person says
 * is read as markup.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 */

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes `on` has listeners, `hidden`, `disabled` .. are properties
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    } else if (typeof value === "boolean" && !name.includes("-")) {
      element.toggleAttribute(name, value);
    } else if (value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(node));
  return element;
}

/** @param {any} child */
const node = (child) => (child instanceof Node ? child : String(child));

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  return /** @type {any} */ (fill(document.createElement(tag), attributes, children));
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  return /** @type {any} */ (fill(document.createElementNS(SVG, tag), attributes, children));
}

/**
 * Sets the text of an element if it is another: what does not change is not read out again.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Makes a list of just these elements in this order. Those that are there are not touched, so that the focus
 * and a finger stay where they are. Answers whether one that stays has another place than before.
 * @param {Element} list
 * @param {Element[]} wanted
 */
export function arrange(list, wanted) {
  const before = [...list.children];
  const stay = new Set(wanted);
  for (const old of before) if (!stay.has(old)) old.remove();
  for (const [at, child] of wanted.entries()) {
    if (list.children[at] !== child) list.insertBefore(child, list.children[at] ?? null);
  }
  return before.some((child, at) => stay.has(child) && list.children[at] !== child);
}

/** Signs that not every browser has letters for. @type {Record<string, string>} */
const ICONS = {
  first: "M5 4v16M20 4L9 12l11 8z",
  back: "M17 4L6 12l11 8z",
  forth: "M7 4l11 8-11 8z",
  up: "M4 17L12 6l8 11z",
  down: "M4 7l8 11 8-11z",
  live: "M19 4v16M4 4l11 8-11 8z",
  settings:
    "M12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1",
};

/**
 * A button with a sign and a name.
 * @param {string} sign
 * @param {string} name
 * @param {() => void} press
 * @param {Record<string, any>} [attributes]
 */
export function iconButton(sign, name, press, attributes = {}) {
  const drawing = svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" });
  drawing.append(svg("path", { d: ICONS[sign] ?? "" }));
  const named = { type: "button", title: name, "aria-label": name, ...attributes };
  return el("button", { ...named, on: { click: press } }, drawing);
}

/**
 * A button with a text.
 * @param {string} text
 * @param {() => void} press
 * @param {Record<string, any>} [attributes]
 */
export const button = (text, press, attributes = {}) =>
  el("button", { type: "button", ...attributes, on: { click: press } }, text);

/** Controls, marks of direction and what has no width: they could make a text look like another. */
const STEERS = /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * A text of somebody else as it may be shown.
 * @param {unknown} text
 */
export const printable = (text) => String(text).replace(STEERS, "\ufffd");
