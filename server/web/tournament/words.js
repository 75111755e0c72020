// @ts-check
/** Tournaments in words: systems, bouts, timetables, tie-breaks, who somebody is. Made from codes alone. */

import { printable } from "../dom.js";
import { termsParts } from "../words/game.js";
import { duration } from "../words/time.js";
import { has, language, t } from "../words/words.js";
import { exactText } from "./figures.js";

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("../protocol.js").EntryView} EntryView
 * @typedef {import("../protocol.js").StageSettings} StageSettings
 * @typedef {import("../protocol.js").Criterion} Criterion
 * @typedef {import("../protocol.js").Seat} Seat
 * @typedef {import("../protocol.js").Act} Act
 * @typedef {import("../protocol.js").Pace} Pace
 */

/**
 * The text of a code; the code itself where a newer server says what is not known here.
 * @param {string} prefix
 * @param {unknown} code
 * @param {Record<string, string | number>} [parameters]
 */
export function named(prefix, code, parameters) {
  const key = `${prefix}-${code}`;
  return has(key) ? t(key, parameters) : printable(code);
}

/** @param {string} phase */
export const phaseName = (phase) => named("contest-phase", phase);

/** @param {StageSettings["system"]} system */
export function systemText(system) {
  const { laps = 0, rounds = 0, losses = 0 } = /** @type {any} */ (system);
  return named("contest-system", system.system, { laps, rounds, losses });
}

/** Whether a stage is a bracket: somebody who has lost once is out. @param {StageSettings["system"]} system */
export const isBracket = (system) => system.system === "elimination" && system.losses === 1;

/** @param {StageSettings["bout"]} bout */
export function boutText(bout) {
  const { games = 0, boards = 0, draw_both_out = false } = /** @type {any} */ (bout);
  const said = named("contest-bout", bout.bout, { games, boards });
  return draw_both_out ? t("contest-parts", { one: said, two: t("contest-draw-both-out") }) : said;
}

/** @param {Pace | undefined} pace */
export function paceText(pace) {
  if (!pace || pace.pace === "by_hand") return t("contest-pace-by_hand");
  if (pace.pace === "at") return t("contest-pace-at");
  const pause = pace.pause ?? 0;
  return pause === 0 ? t("contest-pace-at_once") : t("contest-pace-at_once-after", { pause: duration(pause) });
}

/**
 * A stage in words, as parts of a list.
 * @param {StageSettings} stage
 */
export function stageParts(stage) {
  const parts = [systemText(stage.system), boutText(stage.bout)];
  if (stage.from) {
    const { first, carry_points } = stage.from;
    parts.push(carry_points ? t("contest-from-carry", { first }) : t("contest-from", { first }));
  }
  if (stage.draws === "replay") parts.push(t("contest-draws-replay"));
  if (stage.bout.bout === "win_and_continue" && stage.colours) parts.push(named("contest-colours", stage.colours));
  if (stage.bout.bout === "boards" && stage.lineups === "free") parts.push(t("contest-lineups-free"));
  parts.push(paceText(stage.pace));
  if (stage.order) {
    const criteria = stage.order.criteria.map((one) => criterionName(one)).join(t("contest-then"));
    parts.push(t("contest-ordered-by", { criteria }));
  }
  return parts;
}

/**
 * What the games of an event are played under.
 * @param {import("../protocol.js").Terms} terms
 */
export const gameParts = (terms) => termsParts({ rules: "chinese", ...terms, colour: undefined, placement: undefined });

/** @param {Criterion} criterion */
export function criterionName(criterion) {
  if (typeof criterion === "string") return named("contest-criterion", criterion);
  const [[name, parameters] = ["", {}]] = Object.entries(criterion);
  return named("contest-criterion", name, /** @type {any} */ (parameters));
}

/** The same, short enough to head a column. @param {Criterion} criterion */
export function criterionShort(criterion) {
  const [name, parameters] = typeof criterion === "string" ? [criterion, {}] : (Object.entries(criterion)[0] ?? ["", {}]);
  return named("contest-short", name, /** @type {any} */ (parameters));
}

/** @param {import("../protocol.js").Value} value */
export const valueText = ({ number }) => (number === undefined ? "–" : exactText(number));

/** @param {Act} act */
export function actText({ reason, text = "" }) {
  const said = named("reason", reason);
  return text === "" ? said : t("contest-act", { reason: said, text: printable(text) });
}

/**
 * A rank, `5d`, in words.
 * @param {string | undefined} rank
 */
export function rankText(rank) {
  const [, n, unit] = /^(\d+)([kdp])$/i.exec(rank ?? "") ?? [];
  return n && unit ? t(`contest-rank-${/** @type {"k"} */ (unit.toLowerCase())}`, { n: Number(n) }) : "";
}

/**
 * A time in a zone; where this machine is if none is named, or none of that name is known here.
 * @param {number} at ms since 1970
 * @param {string} [zone]
 */
export function timeIn(at, zone) {
  /** @type {Intl.DateTimeFormatOptions} */
  const how = { weekday: "short", year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  try {
    return new Date(at).toLocaleString(language(), { ...how, ...(zone !== undefined && { timeZone: zone }), timeZoneName: "short" });
  } catch {
    return new Date(at).toLocaleString(language(), { ...how, timeZoneName: "short" });
  }
}

/** The zone of this machine. */
export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Who is who in a tournament. */
export class Names {
  /** @param {TournamentView} view */
  constructor(view) {
    /** @type {Map<number, EntryView>} */
    this.entries = new Map(view.entries.map((entry) => [entry.no, entry]));
    this.officials = new Map(view.officials);
  }

  /** @param {number} no */
  of(no) {
    const entry = this.entries.get(no);
    return entry ? printable(entry.name) : `#${no}`;
  }

  /**
   * Who sits at a board: the member of a team, or the player.
   * @param {Seat} seat
   */
  seat({ entry, member = 0 }) {
    const found = member > 0 ? this.entries.get(entry)?.members?.[member - 1] : undefined;
    return found ? printable(found.name) : this.of(entry);
  }

  /** @param {string | undefined} account */
  official(account) {
    return account === undefined ? "" : printable(this.officials.get(account) ?? account);
  }
}
