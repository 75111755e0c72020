// @ts-check
/** What an order needs beside a reason, asked for and read: results, stones, moves, clocks. */

import { readDuration } from "../clock/short.js";
import { el } from "../dom.js";
import { check, input, select } from "../lobby/fields.js";
import { colourName } from "../words/game.js";
import { t } from "../words/words.js";
import { Wrong } from "./act.js";

/** A result as officials write it: `B+3.5`, `W+R`, `B+F`, `0`. */
const RESULT = /^(?:[BW]\+(?:\d{1,4}(?:\.5)?|[RTF])|0|Void)$/i;
/** Points, with spaces between. */
const POINTS = /^[A-HJ-Z]\d{1,2}$/i;

/** Which fields an order has. @type {Record<string, string[]>} */
const NEEDED = {
  adjudicate: ["result", "force"],
  adjudicate_count: ["dead", "force"],
  life_and_death: ["dead"],
  take_back: ["moves"],
  clocks: ["blackMain", "blackPeriods", "whiteMain", "whitePeriods"],
  edit: ["remove", "black", "white", "toMove"],
};

const SHORT = { maxlength: 9, autocomplete: "off", spellcheck: "false" };
const VERTICES = { maxlength: 1_500, placeholder: "D4 Q16", autocapitalize: "characters", autocomplete: "off", spellcheck: "false" };

/**
 * Points of the board as they are typed; throws what is wrong with them.
 * @param {string} text
 */
export function readPoints(text) {
  const points = text.trim().split(/[\s,]+/).filter((point) => point !== "");
  if (!points.every((point) => POINTS.test(point))) throw new Wrong(t("contest-wrong-points"));
  return points.map((point) => point.toUpperCase());
}

/**
 * A clock as it is typed, nothing for one that stays; throws what is wrong with it.
 * @param {string} main
 * @param {string} periods
 */
export function readClock(main, periods) {
  const [time, count] = [main.trim().toLowerCase(), periods.trim()];
  if (time === "" && count === "") return undefined;
  const ms = time === "0" ? 0 : time === "" ? undefined : readDuration(time);
  if (ms === null) throw new Wrong(t("contest-wrong-pause"));
  if (count !== "" && !/^\d{1,3}$/.test(count)) throw new Wrong(t("contest-wrong-count"));
  return { ...(ms !== undefined && { main: ms }), ...(count !== "" && { periods: Number(count) }) };
}

/** The fields of all orders, of which those are shown that the chosen one has. */
export class OrderFields {
  /** @param {boolean} force whether ending it by a result is for force majeure, if nothing else is said */
  constructor(force) {
    const sides = /** @type {[string, string][]} */ ([["", t("contest-order-to-move-stays")], ["black", colourName("black")], ["white", colourName("white")]]);
    const clock = (/** @type {"black" | "white"} */ side, /** @type {string} */ what) => t(`contest-order-${what}`, { side: colourName(side) });
    this.fields = {
      result: input(t("contest-order-result"), { ...SHORT, placeholder: "B+3.5", autocapitalize: "characters" }),
      dead: input(t("contest-order-dead"), VERTICES),
      force: check(t("contest-order-force"), force),
      moves: input(t("contest-order-moves"), { type: "number", min: 1, max: 2000, step: 1, value: 1 }),
      blackMain: input(clock("black", "main"), { ...SHORT, placeholder: "10m" }),
      blackPeriods: input(clock("black", "periods"), { type: "number", min: 0, step: 1 }),
      whiteMain: input(clock("white", "main"), { ...SHORT, placeholder: "10m" }),
      whitePeriods: input(clock("white", "periods"), { type: "number", min: 0, step: 1 }),
      remove: input(t("contest-order-remove"), VERTICES),
      black: input(t("contest-order-put", { side: colourName("black") }), VERTICES),
      white: input(t("contest-order-put", { side: colourName("white") }), VERTICES),
      toMove: select(t("contest-order-to-move"), sides, ""),
    };
    this.element = el("div", {}, ...Object.values(this.fields).map(({ element }) => element));
  }

  /** @param {string} kind the order that is chosen */
  show(kind) {
    const needed = NEEDED[kind] ?? [];
    for (const [name, { element }] of Object.entries(this.fields)) element.hidden = !needed.includes(name);
  }

  /**
   * The order with what was typed; throws what is wrong with it.
   * @param {any} chosen
   * @returns {any}
   */
  fill(chosen) {
    const { fields } = this;
    const text = (/** @type {"result" | "remove" | "black" | "white" | "dead"} */ name) => fields[name].box.value;
    switch (chosen.kind) {
      case "adjudicate": {
        const given = text("result").trim();
        if (!RESULT.test(given)) throw new Wrong(t("contest-wrong-result"));
        const result = /^void$/i.test(given) ? "Void" : given.toUpperCase();
        return { ...chosen, result, force_majeure: fields.force.box.checked };
      }
      case "adjudicate_count":
        return { ...chosen, dead: readPoints(text("dead")), force_majeure: fields.force.box.checked };
      case "life_and_death":
        return { ...chosen, dead: readPoints(text("dead")) };
      case "take_back": {
        const moves = Number(fields.moves.box.value);
        if (!Number.isInteger(moves) || moves < 1) throw new Wrong(t("contest-wrong-count"));
        return { ...chosen, moves };
      }
      case "clocks": {
        const black = readClock(fields.blackMain.box.value, fields.blackPeriods.box.value);
        const white = readClock(fields.whiteMain.box.value, fields.whitePeriods.box.value);
        if (!black && !white) throw new Wrong(t("contest-wrong-clocks"));
        return { ...chosen, ...(black && { black }), ...(white && { white }) };
      }
      case "edit": {
        const [remove, black, white] = [text("remove"), text("black"), text("white")].map(readPoints);
        const to = fields.toMove.box.value;
        if (![remove, black, white].some((points) => points && points.length > 0) && to === "") throw new Wrong(t("contest-wrong-edit"));
        return { ...chosen, remove, black, white, ...(to !== "" && { to_move: to }) };
      }
      default:
        return chosen;
    }
  }
}
