// @ts-check
/** The form of an entry: one's own, or one that an organiser makes or changes. */

import { el } from "../dom.js";
import { check, input, select } from "../lobby/fields.js";
import { t } from "../words/words.js";
import { Wrong, area, openDeed } from "./act.js";
import { rankText } from "./words.js";

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("../protocol.js").EntryView} EntryView
 * @typedef {{name: string, rank?: string, rating?: number, account?: string}} Member
 */

/** Ranks from which one chooses, the strongest first. */
const RANKS = [
  ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `${n}p`),
  ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `${n}d`),
  ...Array.from({ length: 30 }, (_, at) => `${at + 1}k`),
];

/**
 * Members of a team, one a line: the name, and after commas in any order a rank, and an account after an `@`.
 * @param {string} text
 * @returns {Member[]}
 */
export function readMembers(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return lines.map((line) => {
    const [name = "", ...rest] = line.split(/[,，]/).map((part) => part.trim());
    /** @type {Member} */
    const member = { name };
    for (const part of rest) {
      if (/^([1-9]|[12]\d|30)k$|^[1-9][dp]$/i.test(part)) member.rank = part.toLowerCase();
      else if (part.startsWith("@")) member.account = part.slice(1).trim();
      else if (part !== "") throw new Wrong(t("contest-wrong-member", { line, part }));
    }
    return member;
  });
}

/**
 * The lines that are read as these members.
 * @param {Member[]} members
 */
export const writeMembers = (members) =>
  members.map(({ name, rank, account }) => [name, rank, account && `@${account}`].filter((part) => part).join(", ")).join("\n");

/**
 * @param {import("./page.js").TournamentPage} page
 * @param {TournamentView} view
 * @param {{own?: boolean, entry?: EntryView}} whom `own`: oneself; `entry`: somebody who is entered already
 */
export function openEnterForm(page, view, { own = false, entry }) {
  const { teams = false } = view.settings;
  const any = /** @type {[string, string]} */ (["", t("contest-no-rank")]);
  const ranks = RANKS.map((rank) => /** @type {[string, string]} */ ([rank, rankText(rank)]));
  const text = { maxlength: 64, autocomplete: "off" };
  const name = input(t(teams ? "contest-team-name" : "contest-name"), { ...text, value: entry?.name ?? "" });
  const account = input(t("contest-account"), { ...text, value: entry?.account ?? "" });
  const rank = select(t("contest-rank"), [any, ...ranks], entry?.rank ?? "");
  const number = { type: "number", step: 1, inputmode: "numeric" };
  const rating = input(t("contest-rating"), { ...number, value: entry?.rating ?? "" });
  const club = input(t("contest-club"), { ...text, value: entry?.club ?? "" });
  const seed = input(t("contest-seed"), { ...number, min: 1, value: entry?.seed ?? "" });
  const members = area(t("contest-members"), { rows: 6, value: writeMembers(entry?.members ?? []) });
  const myself = check(t("contest-myself"), false);
  const hint = el("p", { class: "hint" }, t("contest-members-hint"));
  const shown = [
    (teams || !own) && name.element,
    !teams && !own && account.element,
    !teams && rank.element,
    !teams && !own && rating.element,
    club.element,
    !own && seed.element,
    ...(teams ? [members.element, hint] : []),
    !own && !entry && !teams && myself.element,
  ];
  const given = (/** @type {{box: HTMLInputElement}} */ { box }) => (box.value.trim() === "" ? undefined : box.value.trim());
  const whole = (/** @type {{box: HTMLInputElement}} */ field) => {
    const value = given(field);
    return value === undefined ? undefined : Math.round(Number(value));
  };
  const fields = () => {
    const held = {
      name: teams || !own ? given(name) : undefined,
      account: given(account),
      rank: rank.box.value || undefined,
      rating: whole(rating),
      club: given(club),
      seed: whole(seed),
      members: teams ? readMembers(members.box.value) : undefined,
    };
    return Object.fromEntries(Object.entries(held).filter(([, value]) => value !== undefined));
  };
  const does = async () => {
    const held = fields();
    if (!entry) return page.ask({ ask: "enter", entry: { ...held, ...(myself.box.checked && { myself: true }) } });
    const clear = ["rank", "rating", "club", "seed"].filter((key) => !(key in held) && /** @type {any} */ (entry)[key] !== undefined);
    return page.ask({ ask: "change_entry", entry: entry.no, change: { ...held, ...(clear.length > 0 && { clear }) } });
  };
  const title = own ? t("contest-enter") : entry ? t("contest-change-entry") : t("contest-add-entry");
  openDeed(title, shown, { yes: own ? t("contest-enter") : t("contest-save"), does });
}
