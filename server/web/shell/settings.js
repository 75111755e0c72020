// @ts-check
/** What a person has chosen for this browser, and the dialog to choose it. */

import { button, el } from "../dom.js";
import { keep, recall } from "../storage.js";
import { LANGUAGES, language, t } from "../words/words.js";
import { openDialog } from "./dialog.js";

const KEY = "tengen-settings";

/**
 * @typedef {{language: string | null, theme: "auto" | "light" | "dark", board: "wood" | "plain",
 *   sound: boolean, calls: boolean, confirm: "touch" | "always" | "never"}} Settings
 */

/** @type {Settings} */
const USUAL = { language: null, theme: "auto", board: "wood", sound: false, calls: false, confirm: "touch" };

/** What may be chosen. @type {Record<string, readonly unknown[]>} */
const CHOICES = {
  language: [null, ...Object.keys(LANGUAGES)],
  theme: ["auto", "light", "dark"],
  board: ["wood", "plain"],
  sound: [false, true],
  calls: [false, true],
  confirm: ["touch", "always", "never"],
};

/** @type {Settings} */
export const settings = { ...USUAL, ...read() };

/** What was kept, as far as it may be chosen. */
function read() {
  try {
    const kept = Object.entries(JSON.parse(recall(KEY) ?? "{}"));
    return Object.fromEntries(kept.filter(([name, value]) => CHOICES[name]?.includes(value)));
  } catch {
    return {};
  }
}

/** Shows what was chosen. */
export function applySettings() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.board = settings.board;
}

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function choose(name, value) {
  settings[name] = value;
  keep(KEY, JSON.stringify(settings));
  applySettings();
}

/**
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: any) => void} chosen
 */
function select(label, value, options, chosen) {
  const made = options.map(([name, text]) => el("option", { value: name, selected: name === value }, text));
  const box = el("select", { on: { change: () => chosen(box.value) } }, ...made);
  return el("label", { class: "field" }, el("span", {}, label), box);
}

/**
 * @param {string} label
 * @param {"sound" | "calls"} name
 */
function check(label, name) {
  const box = el("input", { type: "checkbox", checked: settings[name], on: { change: () => choose(name, box.checked) } });
  return el("label", { class: "field check" }, box, el("span", {}, label));
}

/**
 * @param {(tag: string) => void} speakAnother another language was chosen
 */
export function openSettings(speakAnother) {
  const languages = /** @type {[string, string][]} */ (Object.entries(LANGUAGES));
  const close = openDialog(t("page-settings"), [
    select(t("page-language"), language(), languages, (tag) => {
      choose("language", tag);
      close();
      speakAnother(tag);
    }),
    select(
      t("page-theme"),
      settings.theme,
      [
        ["auto", t("page-theme-auto")],
        ["light", t("page-theme-light")],
        ["dark", t("page-theme-dark")],
      ],
      (value) => choose("theme", value),
    ),
    select(
      t("page-board-look"),
      settings.board,
      [
        ["wood", t("page-board-wood")],
        ["plain", t("page-board-plain")],
      ],
      (value) => choose("board", value),
    ),
    select(
      t("page-confirm"),
      settings.confirm,
      [
        ["touch", t("page-confirm-touch")],
        ["always", t("page-confirm-always")],
        ["never", t("page-confirm-never")],
      ],
      (value) => choose("confirm", value),
    ),
    check(t("page-sound"), "sound"),
    check(t("page-calls"), "calls"),
    el("div", { class: "buttons" }, button(t("page-close"), () => close(), { class: "main" })),
  ]);
}
