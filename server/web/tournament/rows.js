// @ts-check
/** What the tables of a tournament hold, as plain rows: standings, cross table, pairings, entries. Pure. */

import { addressOf } from "./address.js";
import { POINTS } from "./figures.js";
import { actText, criterionName, criterionShort, named, rankText, valueText } from "./words.js";
import { printable } from "../dom.js";
import { colourName, outcomeText } from "../words/game.js";
import { t } from "../words/words.js";

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("../protocol.js").StandingsRow} StandingsRow
 * @typedef {import("../protocol.js").RoundView} RoundView
 * @typedef {import("../protocol.js").BoutView} BoutView
 * @typedef {import("../protocol.js").BoutGameView} BoutGameView
 * @typedef {import("./words.js").Names} Names
 * @typedef {{text: string, href?: string, said?: string, kind?: string, press?: string, more?: Cell[]}} Cell
 *   `said` is read out in the place of a short text, `press` names what a button does, `more` stands below
 * @typedef {{text: string, said?: string, kind?: string}} Head
 * @typedef {{key: string, cells: (Cell | string)[], kind?: string}} Row the first cell of `kind` `head` names the row
 * @typedef {{heads: (Head | string)[], rows: Row[]}} Table
 */

/** Scores as result lists write them. @type {Record<string, string>} */
const SIGNS = { win: "+", draw: "=", loss: "-" };

/**
 * A name that leads to how its place came about.
 * @param {TournamentView} view
 * @param {Names} names
 * @param {number} entry
 * @param {number} stage
 * @returns {Cell}
 */
export const nameCell = (view, names, entry, stage) => ({
  text: names.of(entry),
  href: addressOf(view.tournament, stage === 0 ? "entries" : "explain", { entry, stage: stage || undefined }),
  kind: view.you?.entry === entry ? "head you" : "head",
});

/** @param {number | undefined} place */
export const placeText = (place) => (place === undefined ? "–" : String(place));

/**
 * The standings of a stage.
 * @param {TournamentView} view
 * @param {Names} names
 * @param {number} stage
 * @param {{criteria: import("../protocol.js").Criterion[], rows: StandingsRow[], prizes?: boolean}} standings `prizes`:
 *   what the places give is said too
 * @returns {Table}
 */
export function standingsTable(view, names, stage, { criteria, rows, prizes = false }) {
  const hasPrizes = prizes && rows.some(({ prize }) => prize);
  // points stand in a column of their own
  const others = criteria.map((criterion, at) => ({ criterion, at })).filter(({ criterion }) => criterion !== "points");
  return {
    heads: [
      { text: t("contest-place"), kind: "number" },
      t("contest-name"),
      t("contest-club"),
      t("contest-rank"),
      { text: t("contest-short-points"), said: t("contest-criterion-points"), kind: "number" },
      ...others.map(({ criterion }) => ({ text: criterionShort(criterion), said: criterionName(criterion), kind: "number" })),
      ...(hasPrizes ? [t("contest-prize")] : []),
    ],
    rows: rows.map((row) => {
      const entry = names.entries.get(row.entry);
      return {
        key: String(row.entry),
        kind: entry?.gone ? "gone" : "",
        cells: [
          { text: placeText(row.place), kind: "number" },
          { ...nameCell(view, names, row.entry, stage), ...(entry?.gone && { more: [{ text: goneText(entry) }] }) },
          printable(entry?.club ?? ""),
          rankText(entry?.rank),
          { text: String(row.points), kind: "number points" },
          ...others.map(({ at }) => ({ text: row.values[at] ? valueText(row.values[at]) : "–", kind: "number" })),
          ...(hasPrizes ? [prizeText(row.prize)] : []),
        ],
      };
    }),
  };
}

/**
 * What a place gives: `cup`, or `cup + 500 (shared by 2)` where places are shared.
 * @param {import("../protocol.js").Prize | undefined} prize
 */
function prizeText(prize) {
  if (!prize) return "";
  const prizes = prize.prizes.map(printable).join(" + ");
  return prize.shared_by > 1 ? t("contest-prize-shared", { prizes, among: prize.shared_by }) : prizes;
}

/**
 * What somebody did in a round, short and in words.
 * @param {Names} names
 * @param {Map<number, number>} line the line of each entry in the table, from 1
 * @param {import("../protocol.js").Cell | undefined} cell
 * @returns {Cell}
 */
export function crossCell(names, line, cell) {
  if (!cell || cell.cell === "absent") return { text: "·", said: t("contest-not-paired") };
  if (cell.cell === "bye") return { text: t("contest-bye-short"), said: t("contest-bye") };
  const { opponent, colour, score, forfeit = false } = cell;
  const side = colour === "black" ? t("contest-black-short") : t("contest-white-short");
  const sign = score === undefined ? "?" : SIGNS[score];
  const said = t("contest-met", {
    score: score ?? "open",
    opponent: names.of(opponent),
    colour: colourName(colour),
    forfeit: forfeit ? "yes" : "no",
  });
  return { text: `${line.get(opponent) ?? "?"}${sign}${forfeit ? "!" : ""}${side}`, said, kind: score ?? "open" };
}

/**
 * The cross table: who met whom in which round, by line of the table.
 * @param {TournamentView} view
 * @param {Names} names
 * @param {number} stage
 * @param {StandingsRow[]} rows
 * @returns {Table}
 */
export function crossTable(view, names, stage, rows) {
  const line = new Map(rows.map((row, at) => [row.entry, at + 1]));
  const rounds = Math.max(0, ...rows.map(({ cells = [] }) => cells.length));
  const numbers = Array.from({ length: rounds }, (_, at) => at + 1);
  return {
    heads: [
      { text: t("contest-line"), kind: "number" },
      t("contest-name"),
      ...numbers.map((round) => ({ text: String(round), said: t("contest-round-of", { round }), kind: "number" })),
      { text: t("contest-short-points"), said: t("contest-criterion-points"), kind: "number" },
      { text: t("contest-place"), kind: "number" },
    ],
    rows: rows.map((row, at) => ({
      key: String(row.entry),
      cells: [
        { text: String(at + 1), kind: "number" },
        nameCell(view, names, row.entry, stage),
        ...numbers.map((round) => crossCell(names, line, row.cells?.[round - 1])),
        { text: String(row.points), kind: "number points" },
        { text: placeText(row.place), kind: "number" },
      ],
    })),
  };
}

/** @param {import("../protocol.js").EntryView} entry */
export function goneText(entry) {
  if (entry.excluded) return t("contest-excluded", { why: actText(entry.excluded) });
  return entry.gone ? t("contest-withdrawn") : "";
}

/**
 * What an organiser can do with an entry.
 * @param {import("../protocol.js").EntryView} entry
 * @param {boolean} isTeam
 * @returns {Cell}
 */
function changeCell(entry, isTeam) {
  const name = printable(entry.name);
  const ofTeam = [
    { text: t("contest-lineup"), press: "lineup", said: t("contest-lineup-of", { name }) },
    { text: t("contest-member-leaves"), press: "leaves", said: t("contest-leaves-of", { name }) },
  ];
  return { text: t("contest-change"), press: "change", said: t("contest-change-of", { name }), more: isTeam ? ofTeam : [] };
}

/**
 * @param {TournamentView} view
 * @param {boolean} mayChange buttons to change an entry
 * @returns {Table}
 */
export function entriesTable(view, mayChange) {
  const { teams = false } = view.settings;
  const heads = [{ text: t("contest-no"), kind: "number" }, t("contest-name"), t("contest-rank"), t("contest-rating"), t("contest-club")];
  const rows = view.entries.map((entry) => {
    const members = (entry.members ?? []).map((member, at) => ({
      text: `${at + 1}. ${printable(member.name)} ${rankText(member.rank)}`.trim(),
      ...(member.account !== undefined && { href: `#/player/${member.account}` }),
    }));
    /** @type {Cell} */
    const name = {
      text: printable(entry.name),
      kind: view.you?.entry === entry.no ? "head you" : "head",
      ...(entry.account !== undefined && { href: `#/player/${entry.account}` }),
      ...(members.length > 0 && { more: members }),
    };
    const late = (entry.from_round ?? 1) > 1 ? t("contest-from-round", { round: entry.from_round ?? 1 }) : "";
    const state = goneText(entry) || late || (entry.account === undefined && !teams ? t("contest-no-account") : "");
    return {
      key: String(entry.no),
      kind: entry.gone ? "gone" : "",
      cells: [
        { text: String(entry.no), kind: "number" },
        name,
        rankText(entry.rank),
        entry.rating === undefined ? "" : { text: String(entry.rating), kind: "number" },
        printable(entry.club ?? ""),
        entry.seed === undefined ? "" : { text: String(entry.seed), kind: "number" },
        state,
        ...(mayChange ? [changeCell(entry, teams)] : []),
      ],
    };
  });
  const change = mayChange ? [{ text: "", said: t("contest-change") }] : [];
  return { heads: [...heads, t("contest-seed"), t("contest-state"), ...change], rows };
}

/**
 * The result of a bout, first side first: `2:0`.
 * @param {import("../protocol.js").Scores | undefined} scores
 * @returns {string}
 */
export function scoresText(scores) {
  if (!scores) return "";
  const { first, second, forfeit } = scores;
  const both = first === "loss" && second === "loss";
  const said = `${POINTS[first]}:${POINTS[second]}`;
  return forfeit ? t("contest-forfeit", { score: said }) : both ? t("contest-both-lose", { score: said }) : said;
}

/**
 * How a game stands: how it counts where that says more than the game itself.
 * @param {BoutGameView} game
 */
export function gameState(game) {
  const { outcome, score, elsewhere = false, created = false, ruled = false } = game;
  const counts = score ? (score.scores ? scoresText(score.scores) : t("contest-no-result")) : "";
  if (outcome && !ruled) return outcomeText(outcome);
  if (counts !== "") return ruled ? t("contest-ruled", { score: counts }) : counts;
  if (elsewhere) return t("contest-elsewhere");
  return created ? t("contest-playing") : t("contest-not-created");
}

/**
 * @param {BoutGameView} game
 * @param {boolean} named the game stands in a list of several
 * @returns {Cell}
 */
function gameCell(game, named) {
  const state = gameState(game);
  const text = named ? t("contest-game-state", { board: game.board, state }) : state;
  // how one that is played elsewhere went is only announced
  return game.created && !game.elsewhere ? { text, href: `#/game/${game.game}` } : { text };
}

/**
 * The pairings of a round, by table.
 * @param {TournamentView} view
 * @param {Names} names
 * @param {RoundView} round
 * @param {{rule: boolean, swap: boolean}} may buttons for officials
 * @returns {Table}
 */
export function pairingsTable(view, names, round, may) {
  const official = may.rule || may.swap;
  const isTeams = view.settings.teams ?? false;
  return {
    heads: [
      { text: t("contest-table"), kind: "number" },
      isTeams ? t("contest-first-side") : t("colour-black"),
      isTeams ? t("contest-second-side") : t("colour-white"),
      { text: t("contest-result"), kind: "number" },
      t("contest-games"),
      ...(official ? [{ text: "", said: t("contest-officials") }] : []),
    ],
    rows: round.bouts.map((bout) => {
      const games = (bout.games ?? []).map((game) => gameCell(game, (bout.games?.length ?? 0) > 1));
      const [game = { text: "" }, ...rest] = games;
      const press = may.swap && round.begun === undefined ? "swap" : "rule";
      const isYours = [bout.first, bout.second].includes(view.you?.entry ?? 0);
      const button = official && (press === "rule" ? may.rule : true);
      return {
        key: String(bout.table),
        kind: isYours ? "yours" : "",
        cells: [
          { text: String(bout.table), kind: "number head" },
          nameCell(view, names, bout.first, round.stage),
          nameCell(view, names, bout.second, round.stage),
          { text: scoresText(bout.result), kind: "number", ...(bout.fixed && { more: [{ text: t("contest-fixed") }] }) },
          rest.length > 0 ? { ...game, more: rest } : game,
          ...(button ? [{ text: t(press === "rule" ? "contest-rule" : "contest-swap"), press, said: t("contest-rule-of", { table: bout.table }) }] : official ? [""] : []),
        ],
      };
    }),
  };
}

/**
 * The sheet of a team match: a row a board.
 * @param {Names} names
 * @param {BoutView} bout
 * @returns {Table}
 */
export function sheetTable(names, bout) {
  return {
    heads: [{ text: t("contest-board"), kind: "number" }, t("colour-black"), t("colour-white"), t("contest-result")],
    rows: (bout.games ?? []).map((game, at) => {
      const side = (/** @type {import("../protocol.js").Seat} */ seat) => ({
        text: names.seat(seat),
        more: [{ text: names.of(seat.entry) }],
      });
      return {
        key: `${at}`,
        cells: [{ text: String(game.board), kind: "number head" }, side(game.black), side(game.white), gameCell(game, false)],
      };
    }),
  };
}

/**
 * What could not be kept when a round was paired, in words.
 * @param {Names} names
 * @param {RoundView} round
 */
export function remarksOf(names, { remarks = [] }) {
  return remarks.map((remark) =>
    remark.remark === "bye_again"
      ? t("contest-bye-again", { name: names.of(remark.entry), times: remark.times })
      : named("contest-remark", remark.remark, {
          first: names.of(remark.first),
          second: names.of(remark.second),
          times: remark.times,
        }),
  );
}
