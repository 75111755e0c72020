// @ts-check
/** What officials rule on bouts and people, each asked with its reason before it is done. */

import { button, el, printable } from "../dom.js";
import { check, input, select } from "../lobby/fields.js";
import { playerOf } from "../lobby/players.js";
import { t } from "../words/words.js";
import { Wrong, actFields, openAct, openDeed } from "./act.js";
import { scoresText } from "./rows.js";
import { BOUT_RESULTS, GAME_RESULTS, gameScoreOf, scoresOf } from "./scores.js";
import { named } from "./words.js";

/**
 * @typedef {import("./page.js").TournamentPage} Page
 * @typedef {import("../protocol.js").RoundView} RoundView
 * @typedef {import("../protocol.js").BoutView} BoutView
 * @typedef {import("../protocol.js").BoutGameView} BoutGameView
 * @typedef {[string, string]} Option
 */

/**
 * Gives a bout, or one of its games, a result; or has a game played again.
 * @param {Page} page
 * @param {RoundView} round
 * @param {BoutView} bout
 */
export function openRuling(page, round, bout) {
  const names = /** @type {import("./words.js").Names} */ (page.names);
  const games = bout.games ?? [];
  const sides = { first: names.of(bout.first), second: names.of(bout.second) };
  /** @type {Option[]} */
  const targets = [
    ...games.map((game, at) => /** @type {Option} */ ([String(at), gameName(names, game, at, games.length)])),
    ["bout", t("contest-whole-bout", { table: bout.table })],
  ];
  const target = select(t("contest-rule-on"), targets, games.length > 0 ? String(games.length - 1) : "bout");
  const result = select(t("contest-new-result"), [], "");
  const why = actFields();
  const chosen = () => games[Number(target.box.value)];
  const changed = () => {
    const game = target.box.value === "bout" ? undefined : chosen();
    const named2 = game ? { first: names.seat(game.black), second: names.seat(game.white) } : sides;
    const results = (game ? GAME_RESULTS : BOUT_RESULTS).map((code) => el("option", { value: code }, named("contest-give", code, named2)));
    const replay = game && el("option", { value: "replay" }, t("contest-give-replay"));
    result.box.replaceChildren(...results, ...(replay ? [replay] : []));
  };
  target.box.addEventListener("change", changed);
  changed();
  const was = bout.result ? el("p", { class: "hint" }, t("contest-stands", { score: scoresText(bout.result) })) : null;
  const title = t("contest-rule-title", { table: bout.table, ...sides });
  openDeed(title, [was, target.element, result.element, ...why.elements], {
    yes: t("contest-rule-do"),
    danger: true,
    does: () => {
      const game = target.box.value === "bout" ? undefined : chosen();
      const place = { stage: round.stage, round: round.round, table: bout.table };
      const act = why.act();
      if (!game) return page.ask({ ask: "overturn_bout", bout: place, scores: scoresOf(result.box.value), act });
      return page.ask(askOf(game, result.box.value, act));
    },
  });
}

/**
 * What is asked when a game gets a result: where it was played elsewhere and has none, that is announced.
 * @param {BoutGameView} game
 * @param {string} choice
 * @param {import("../protocol.js").Act} act
 */
export function askOf(game, choice, act) {
  if (choice === "replay") return { ask: "replay", game: game.game, act };
  const score = gameScoreOf(choice);
  if (!game.elsewhere || game.score) return { ask: "overturn_game", game: game.game, score, act };
  // that it was just played needs no reason
  const isPlain = act.reason === "other" && act.text === undefined;
  return { ask: "announce", game: game.game, score, ...(!isPlain && { act }) };
}

/**
 * @param {import("./words.js").Names} names
 * @param {BoutGameView} game
 * @param {number} at
 * @param {number} count
 */
function gameName(names, game, at, count) {
  const players = { black: names.seat(game.black), white: names.seat(game.white) };
  return count > 1 ? t("contest-game-of", { game: at + 1, ...players }) : t("page-game-between", players);
}

/**
 * Exchanges the colours of a bout that has not begun.
 * @param {Page} page
 * @param {RoundView} round
 * @param {BoutView} bout
 */
export function openSwap(page, round, bout) {
  const names = /** @type {import("./words.js").Names} */ (page.names);
  const sides = { table: bout.table, first: names.of(bout.second), second: names.of(bout.first) };
  const place = { stage: round.stage, round: round.round, table: bout.table };
  openAct(page, t("contest-swap-title", sides), { yes: t("contest-swap"), ask: (act) => ({ ask: "swap", bout: place, act }) });
}

/**
 * A list of entries to choose one from.
 * @param {Page} page
 * @param {(entry: import("../protocol.js").EntryView) => boolean} which
 */
function entrySelect(page, which) {
  const entries = (page.view?.entries ?? []).filter(which);
  const options = entries.map(({ no, name }) => /** @type {Option} */ ([String(no), `${no}. ${printable(name)}`]));
  return select(t("contest-whom"), options, "");
}

/** @param {{box: HTMLSelectElement}} field */
const entryOf = (field) => {
  if (field.box.value === "") throw new Wrong(t("contest-nobody-chosen"));
  return Number(field.box.value);
};

/** @param {Page} page */
export function openExclude(page) {
  const who = entrySelect(page, ({ gone }) => !gone);
  openAct(page, t("contest-exclude"), {
    yes: t("contest-exclude"),
    danger: true,
    content: [who.element],
    ask: (act) => ({ ask: "exclude", entry: entryOf(who), act }),
  });
}

/** @param {Page} page */
export function openReadmit(page) {
  const who = entrySelect(page, () => true);
  openAct(page, t("contest-readmit"), {
    yes: t("contest-readmit"),
    content: [el("p", { class: "hint" }, t("contest-readmit-hint")), who.element],
    ask: (act) => ({ ask: "readmit", entry: entryOf(who), act }),
  });
}

/** A ban, a lower prize, a reprimand. @param {Page} page */
export function openSanction(page) {
  const kinds = ["reprimand", "lower_prize", "ban", "lift_ban"].map((kind) => /** @type {Option} */ ([kind, t(`contest-sanction-kind-${kind}`)]));
  const kind = select(t("contest-sanction"), kinds, "reprimand");
  const who = entrySelect(page, () => true);
  who.box.prepend(el("option", { value: "", selected: true }, t("contest-somebody-else")));
  const name = input(t("contest-name"), { maxlength: 64, autocomplete: "off" });
  const until = input(t("contest-until"), { type: "datetime-local" });
  const everywhere = check(t("contest-sanction-everywhere"), false);
  const why = actFields();
  const changed = () => {
    name.element.hidden = who.box.value !== "";
    until.element.hidden = everywhere.element.hidden = kind.box.value !== "ban";
  };
  for (const { box } of [kind, who]) box.addEventListener("change", changed);
  changed();
  const sanction = async () => {
    const entry = page.view?.entries.find(({ no }) => String(no) === who.box.value);
    const typed = name.box.value.trim();
    if (kind.box.value === "lower_prize") return { sanction: "lower_prize", entry: entryOf(who) };
    if (kind.box.value === "reprimand") {
      if (!entry && typed === "") throw new Wrong(t("contest-nobody-chosen"));
      return { sanction: "reprimand", name: entry?.name ?? typed, ...(entry && { entry: entry.no }) };
    }
    if (entry && entry.account === undefined) throw new Wrong(t("contest-no-account"));
    if (!entry && typed === "") throw new Wrong(t("contest-nobody-chosen"));
    const end = new Date(until.box.value).getTime();
    if (kind.box.value === "ban" && Number.isNaN(end)) throw new Wrong(t("contest-wrong-until"));
    const account = entry?.account ?? (await playerOf(typed)).account;
    if (kind.box.value === "lift_ban") return { sanction: "lift_ban", account };
    return { sanction: "ban", account, until: end, ...(everywhere.box.checked && { everywhere: true }) };
  };
  const fields = [kind, who, name, until, everywhere].map(({ element }) => element);
  openDeed(t("contest-sanction"), [...fields, ...why.elements], {
    yes: t("contest-sanction-do"),
    danger: true,
    does: async () => page.ask({ ask: "sanction", sanction: await sanction(), act: why.act() }),
  });
}

/**
 * The buttons of those who may rule on people.
 * @param {Page} page
 */
export const peopleButtons = (page) => [
  button(t("contest-exclude"), () => openExclude(page)),
  button(t("contest-readmit"), () => openReadmit(page)),
  button(t("contest-sanction"), () => openSanction(page)),
];
