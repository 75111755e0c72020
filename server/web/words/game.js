// @ts-check
/** What happens in a game, in words: results, events, moves, what a game waits for, settings. */

import { printable } from "../dom.js";
import { isSealing, isSuspended } from "../game/breaks.js";
import { setTime, timeControl, within } from "./time.js";
import { has, t } from "./words.js";

/**
 * @typedef {import("../game/view.js").View} View
 * @typedef {import("../game/vertex.js").Colour} Colour
 */

/** @param {Colour} colour */
export const colourName = (colour) => (colour === "black" ? t("colour-black") : t("colour-white"));

/**
 * A margin in zi without sign: `3¾`, `¾`, `2`.
 * @param {number} quarters
 */
export function zi(quarters) {
  const n = Math.abs(quarters);
  const fraction = ["", "¼", "½", "¾"][n % 4] ?? "";
  const whole = Math.floor(n / 4);
  return whole === 0 && fraction !== "" ? fraction : `${whole}${fraction}`;
}

/**
 * The result: `Black wins by 3¾ zi (7.5 points)`, `白中盘胜`, `和棋`.
 * @param {any} outcome
 */
export function outcomeText({ winner, reason, count, result }) {
  if (!winner) {
    if (count || result === "0") return t("outcome-draw");
    const key = `outcome-none-${reason}`;
    return has(key) ? t(key) : t("outcome-none");
  }
  if (reason === "count") {
    if (!count) return t("outcome-won", { winner });
    return t("outcome-count", { winner, zi: zi(count.quarter_zi), points: Math.abs(count.quarter_zi) / 2 });
  }
  const points = /\+(\d+(?:\.5)?)$/.exec(result ?? "");
  if (reason === "ruling" && points) {
    const named = Number(points[1]);
    return t("outcome-ruling-count", { winner, zi: zi(named * 2), points: named });
  }
  const key = `outcome-${reason}`;
  return has(key) ? t(key, { winner }) : t("outcome-won", { winner });
}

/**
 * The result with both areas, where there was a count.
 * @param {any} outcome
 */
export function outcomeWithArea(outcome) {
  const said = outcomeText(outcome);
  if (!outcome.count) return said;
  const { black, white, neutral } = outcome.count;
  const text = t("outcome-area", { outcome: said, black, white, neutral });
  const { penalties } = outcome.count;
  return penalties ? t("outcome-penalties", { outcome: text, black: penalties.black, white: penalties.white }) : text;
}

/**
 * What a move was.
 * @param {number} number
 * @param {{by: Colour, vertex: string}} move
 */
export function moveText(number, { by, vertex }) {
  const colour = colourName(by);
  return vertex === "pass" ? t("move-pass", { number, colour }) : t("move-play", { number, colour, vertex });
}

/** @param {string} code */
function reason(code) {
  const key = `reason-${code}`;
  return has(key) ? t(key) : printable(code);
}

/**
 * What a referee ruled, and why.
 * @param {any} event
 */
function rulingText(event) {
  const why = { reason: reason(event.reason) };
  if (event.ruling === "result") return t("event-ruled-result", { outcome: outcomeText(event.outcome), ...why });
  if (event.forbids) return t("event-ruled-forbidden", { colour: colourName(event.forbids), ...why });
  if (event.ruling === "taken_back") return t("event-ruled-taken_back", { moves: event.undone.moves, ...why });
  const key = `event-ruled-${event.ruling}`;
  return has(key) ? t(key, why) : t("event-ruled", why);
}

/**
 * With what the referee wrote.
 * @param {any} event
 * @param {string} said
 */
const withText = ({ text }, said) => (text ? t("event-with-text", { event: said, text: printable(text) }) : said);

/**
 * What a player proposes.
 * @param {{proposal: string, resume_at?: number, zone?: string}} proposed
 * @param {string} colour
 */
export function proposedText({ proposal, resume_at, zone }, colour) {
  if (proposal === "pause") return t("event-proposed", { colour });
  if (proposal === "adjourn" && resume_at !== undefined) {
    return t("event-proposed-adjourn-until", { colour, time: setTime(resume_at, zone) });
  }
  const key = `event-proposed-${proposal}`;
  return has(key) ? t(key, { colour }) : "";
}

/**
 * A play that was refused, or time that ran out, and what an event has made of it.
 * @param {any} event
 * @param {string} colour
 */
function lapseText({ kind, led_to, code, vertex, stop }, colour) {
  const rule = has(`illegal-${code}`) ? t(`illegal-${code}`) : printable(code ?? "");
  const key = `event-${kind}-${led_to}`;
  const text = t(has(key) ? key : `event-${kind}`, { colour, vertex, rule });
  return stop ? t("event-stops", { event: text }) : text;
}

/**
 * What happened, for every kind of event; an empty text for one that is not known.
 * @param {any} event
 */
export function eventText(event) {
  let said = happened(event);
  if (event.repeats) {
    const { move: ply, occurrence } = event.repeats;
    said = ply === 0 ? t("event-repeats-start", { event: said, occurrence }) : t("event-repeats", { event: said, ply, occurrence });
  }
  const key = `event-awaits-${event.awaits?.on}`;
  return has(key) ? t(key, { event: said }) : said;
}

/**
 * The same without what a move brings about.
 * @param {any} event
 */
function happened(event) {
  const colour = event.by ? colourName(event.by) : "";
  const { vertex } = event;
  switch (event.kind) {
    case "created":
      return t("event-created");
    case "arrived":
      return t("event-arrived", { colour });
    case "handicap":
      return t("event-handicap", { colour, vertex });
    case "play": {
      const stones = event.captures?.length ?? 0;
      return stones === 0 ? t("event-play", { colour, vertex }) : t("event-play-captures", { colour, vertex, stones });
    }
    case "pass":
      return event.stop || event.outcome ? t("event-pass-stop", { colour }) : t("event-pass", { colour });
    case "illegal":
    case "overran":
      return lapseText(event, colour);
    case "resigned":
      return t("event-resigned", { colour });
    case "undo_requested":
      return t("event-undo_requested", { colour, moves: event.moves });
    case "undo_answered":
      return event.undone
        ? t("event-undo_answered", { moves: event.undone.moves })
        : t("event-undo_answered-no", { colour });
    case "proposed":
      return proposedText(event, colour);
    case "declined":
      return t("event-declined", { colour });
    case "paused":
      return t("event-paused", { within: within(event.lasts) });
    case "went_on":
      return event.by ? t("event-went_on") : t("event-went_on-itself");
    case "count_agreed":
      return t("event-count_agreed");
    case "adjournment_agreed":
      return t("event-adjournment_agreed", { time: setTime(event.resume_at, event.zone) });
    case "sealed":
      return t("event-sealed", { colour });
    case "unsealed": {
      const sealer = colourName(event.sealed_by);
      return vertex === "pass"
        ? t("event-unsealed-pass", { colour: sealer })
        : t("event-unsealed", { colour: sealer, vertex });
    }
    case "marked":
      return t("event-marked", { colour, vertex, dead: event.dead ? "yes" : "no", revision: event.revision });
    case "accepted":
      return t("event-accepted", { colour });
    case "resumed":
      return event.by ? t("event-resumed", { colour }) : t("event-resumed-unconfirmed");
    case "resume_requested":
      return t("event-resume_requested", { colour });
    case "settled":
      return event.outcome?.reason === "repetition" ? t("event-settled-repetition") : t("event-settled");
    case "timed_out":
      return t("event-timed_out", { colour });
    case "cancelled":
      return t("event-cancelled");
    case "credited":
      return t("event-credited", { colour: colourName(event.to), seconds: Math.ceil(event.ms / 1000) });
    case "warned":
      return withText(event, t("event-warned", { colour: colourName(event.warned), reason: reason(event.reason) }));
    case "ruled":
      return withText(event, rulingText(event));
    default:
      return "";
  }
}

/**
 * What a game waits for; when it is over, its result. Marks are said by whoever shows them.
 * @param {View} view
 */
export function stateText(view) {
  const colour = colourName(view.toMove);
  if (view.proposal) return proposedText(view.proposal, colourName(view.proposal.by));
  switch (view.phase) {
    case "waiting":
      return t("state-waiting");
    case "scoring":
      return t("phase-scoring");
    case "paused":
      return isSuspended(view) ? suspendedText(view) : t("phase-paused");
    case "adjourned":
      return view.adjournment
        ? t("state-adjourned", { time: setTime(view.adjournment.resume_at, view.adjournment.zone) })
        : t("phase-adjourned");
    case "finished":
      return view.outcome ? outcomeText(view.outcome) : t("state-finished");
    case "playing":
      if (isSealing(view)) return t("state-sealing", { colour });
      if (view.handicapLeft > 0) return t("state-placing", { colour: colourName("black"), stones: view.handicapLeft });
      if (view.undoRequest) {
        return t("state-undo", { by: colourName(view.undoRequest.by), moves: view.undoRequest.moves, colour });
      }
      return view.nextStopFinal ? t("state-to_move-final", { colour }) : t("state-to_move", { colour });
  }
}

/**
 * Why a game stands still until a referee acts.
 * @param {View} view
 */
function suspendedText({ pause }) {
  const key = `state-awaits-${pause?.awaits}`;
  return has(key) ? t(key) : t("state-suspended");
}

/** @param {string} phase */
export function phaseText(phase) {
  const key = `phase-${phase}`;
  return has(key) ? t(key) : printable(phase);
}

/** @param {string} preset */
export function rulesText(preset) {
  const key = `rules-${preset}`;
  return has(key) ? t(key) : printable(preset);
}

/** @param {number} points */
export function komiText(points) {
  if (points === 0) return t("komi-none");
  const said = { points: Math.abs(points), zi: zi(points * 2) };
  return points > 0 ? t("komi", said) : t("komi-reverse", said);
}

/** @param {{width: number, height: number}} size */
export const sizeText = ({ width, height }) => `${width}×${height}`;

/**
 * What a game is played under, as parts of a list.
 * @param {any} setup
 */
export function setupParts(setup) {
  const parts = [sizeText(setup.size), rulesText(setup.rules.preset), komiText(setup.komi)];
  if (setup.handicap > 0) parts.push(t("handicap", { stones: setup.handicap }));
  parts.push(timeControl(setup.time));
  if (!setup.undo) parts.push(t("undo-off"));
  parts.push(...lapseParts(setup.regulations ?? {}));
  if (setup.visibility && setup.visibility !== "public") parts.push(visibilityText(setup.visibility));
  return parts;
}

/**
 * What a game makes of refused plays and of overtime, where it is not the usual.
 * @param {{illegal_move?: string, overtime?: string}} regulations
 */
export function lapseParts({ illegal_move: illegal = "reject", overtime = "lose" }) {
  const parts = [];
  if (illegal !== "reject" && has(`illegal_move-${illegal}`)) parts.push(t(`illegal_move-${illegal}`));
  if (overtime !== "lose" && has(`overtime-${overtime}`)) parts.push(t(`overtime-${overtime}`));
  return parts;
}

/** @param {string} visibility */
export function visibilityText(visibility) {
  const key = `visibility-${visibility}`;
  return has(key) ? t(key) : printable(visibility);
}

/**
 * What an offer asks for, as parts of a list.
 * @param {any} terms
 */
export function termsParts(terms) {
  const named = (/** @type {string} */ prefix, /** @type {string} */ value) =>
    has(`${prefix}-${value}`) ? t(`${prefix}-${value}`) : printable(value);
  const parts = [sizeText(terms.size), rulesText(terms.rules)];
  if (terms.ko) parts.push(named("ko", terms.ko));
  if (terms.suicide) parts.push(named("suicide", terms.suicide));
  if (terms.compensation) parts.push(named("compensation", terms.compensation));
  if (terms.rules === "tromp-taylor") parts.push(t("ending-as_it_stands"));
  if (terms.komi !== undefined) parts.push(komiText(terms.komi));
  if (terms.handicap > 0) {
    parts.push(t("handicap", { stones: terms.handicap }));
    if (terms.placement === "free") parts.push(t("placement-free"));
  }
  parts.push(timeControl(terms.time));
  if (terms.colour) parts.push(named("maker", terms.colour));
  if (terms.undo === false) parts.push(t("undo-off"));
  if (terms.visibility && terms.visibility !== "public") parts.push(visibilityText(terms.visibility));
  return parts;
}
