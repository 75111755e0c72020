// @ts-check
/** Pairing a round by hand: a line a pair, by numbers of entries, Black first; a number alone has a bye. */

import { el, say } from "../dom.js";
import { t } from "../words/words.js";
import { Wrong, actFields, area, openDeed } from "./act.js";

/**
 * @typedef {{first: number, second: number}} Pairing `first` has Black
 * @typedef {{pairs: Pairing[], byes: number[], missing: number[], faults: {line: number, fault: "unreadable" | "unknown" | "twice", no: number}[]}} Read
 */

/**
 * Reads a list of pairs. Pure.
 * @param {string} text
 * @param {number[]} field who may be paired
 * @returns {Read}
 */
export function readPairs(text, field) {
  /** @type {Read} */
  const read = { pairs: [], byes: [], missing: [], faults: [] };
  const known = new Set(field);
  const seen = new Set();
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const numbers = line.match(/\d+/g)?.map(Number) ?? [];
    const isClean = /^[\d\s:,;#–-]*$/.test(line);
    if (!isClean || numbers.length === 0 || numbers.length > 2) {
      read.faults.push({ line: at + 1, fault: "unreadable", no: 0 });
      continue;
    }
    for (const no of numbers) {
      if (!known.has(no)) read.faults.push({ line: at + 1, fault: "unknown", no });
      else if (seen.has(no)) read.faults.push({ line: at + 1, fault: "twice", no });
      seen.add(no);
    }
    const [first = 0, second] = numbers;
    if (second === undefined) read.byes.push(first);
    else read.pairs.push({ first, second });
  }
  read.missing = field.filter((no) => !seen.has(no));
  return read;
}

/**
 * The list that is read as these pairs.
 * @param {{pairs: Pairing[], byes: number[]}} round
 */
export const writePairs = ({ pairs, byes }) => [...pairs.map(({ first, second }) => `${first} - ${second}`), ...byes.map(String)].join("\n");

/**
 * @param {import("./page.js").TournamentPage} page
 * @param {{pairs: Pairing[], byes: number[]}} start what the list begins with
 * @param {number[]} field
 */
export function openByHand(page, start, field) {
  const names = /** @type {import("./words.js").Names} */ (page.names);
  const list = area(t("contest-pairs"), { rows: 8, value: writePairs(start), spellcheck: "false" });
  const preview = el("ol", { class: "plain preview" });
  const fault = el("p", { class: "problem", role: "status" });
  const why = actFields();
  const changed = () => {
    const { pairs, byes, missing, faults } = readPairs(list.box.value, field);
    const lines = [
      ...pairs.map(({ first, second }) => t("contest-pair", { first: names.of(first), second: names.of(second) })),
      ...byes.map((no) => t("contest-bye-of", { name: names.of(no) })),
    ];
    preview.replaceChildren(...lines.map((line) => el("li", {}, line)));
    const [first] = faults;
    const left = missing.length > 0 ? t("contest-not-in-list", { names: missing.map((no) => names.of(no)).join(", ") }) : "";
    say(fault, first ? t("contest-wrong-pairs", first) : left);
  };
  list.box.addEventListener("input", changed);
  changed();
  const does = async () => {
    const { pairs, byes, faults } = readPairs(list.box.value, field);
    const [first] = faults;
    if (first) throw new Wrong(t("contest-wrong-pairs", first));
    return page.ask({ ask: "pair_by_hand", pairs, ...(byes.length > 0 && { byes }), act: why.act() });
  };
  const hint = el("p", { class: "hint" }, t("contest-pairs-hint"));
  openDeed(t("contest-by-hand-title"), [hint, list.element, fault, preview, ...why.elements], { yes: t("contest-pair-do"), does });
}
