// @ts-check
/** Who plays for a team from the next bout on: said by whoever speaks for it, or by an organiser. */

import { el, printable } from "../dom.js";
import { input, select } from "../lobby/fields.js";
import { t } from "../words/words.js";
import { Wrong, openDeed } from "./act.js";

/** @typedef {import("../protocol.js").EntryView} EntryView */

/**
 * Numbers of members in a text, each once; null where there is something else, or a number that no member has. Pure.
 * @param {string} text
 * @param {number} count how many members there are
 */
export function readNumbers(text, count) {
  const parts = text.split(/[\s,，、]+/).filter((part) => part !== "");
  const numbers = parts.map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : 0));
  const isGood = numbers.every((n) => n >= 1 && n <= count) && new Set(numbers).size === numbers.length;
  return isGood ? numbers : null;
}

/**
 * @param {import("./page.js").TournamentPage} page
 * @param {EntryView} entry
 */
export function openLineup(page, entry) {
  const members = entry.members ?? [];
  const list = members.map(({ name }, at) => el("li", {}, `${at + 1}. ${printable(name)}`));
  const usual = members.map((_, at) => at + 1);
  const playing = input(t("contest-lineup-members"), { maxlength: 160, value: (entry.lineup ?? usual).join(" ") });
  const absent = input(t("contest-lineup-absent"), { maxlength: 160, value: (entry.absent ?? []).join(" ") });
  const read = (/** @type {typeof playing} */ field) => {
    const numbers = readNumbers(field.box.value, members.length);
    if (!numbers) throw new Wrong(t("contest-wrong-lineup"));
    return numbers;
  };
  const does = async () => {
    const [chosen, missing] = [read(playing), read(absent)];
    return page.ask({ ask: "line_up", entry: entry.no, members: chosen, ...(missing.length > 0 && { absent: missing }) });
  };
  const title = t("contest-lineup-of", { name: printable(entry.name) });
  openDeed(title, [el("ol", { class: "plain" }, ...list), playing.element, absent.element], { yes: t("contest-save"), does });
}

/**
 * A member leaves: what he has played stands, what he has not is lost (S1.26).
 * @param {import("./page.js").TournamentPage} page
 * @param {EntryView} entry
 */
export function openLeaves(page, entry) {
  const options = (entry.members ?? []).map(({ name }, at) => /** @type {[string, string]} */ ([String(at + 1), `${at + 1}. ${printable(name)}`]));
  const who = select(t("contest-whom"), options, "1");
  const does = () => page.ask({ ask: "member_leaves", entry: entry.no, member: Number(who.box.value) });
  openDeed(t("contest-member-leaves"), [el("p", {}, t("contest-ask-member-leaves")), who.element], { yes: t("contest-member-leaves"), danger: true, does });
}
