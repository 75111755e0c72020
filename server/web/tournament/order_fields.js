// @ts-check
/** What a referee is asked for beside the reason of an order: a result, dead stones, clocks, moves, a position. */

import { Board } from "../board/board.js";
import { readDuration } from "../clock/short.js";
import { el, say } from "../dom.js";
import { area } from "../game/board.js";
import { indexOf, vertexOf } from "../game/vertex.js";
import { check, input, select } from "../lobby/fields.js";
import { pointName } from "../table/spoken.js";
import { colourName } from "../words/game.js";
import { t } from "../words/words.js";
import { Wrong } from "./act.js";
import { changesOf, markChain, putStone } from "./position.js";

/**
 * @typedef {import("../protocol.js").Snapshot} Snapshot
 * @typedef {import("../protocol.js").Colour} Colour
 * @typedef {ReturnType<typeof input> | ReturnType<typeof select>} Field
 * @typedef {{elements: HTMLElement[], order: () => Record<string, any>}} Asked `order` is what belongs to the order; it
 *   throws what is {@link Wrong}, and says it at the field
 */

/** A result as officials write it: `B+3.5`, `W+R`, `B+F`, `0`. */
const RESULT = /^(?:[BW]\+(?:\d{1,4}(?:\.5)?|[RTF])|0|Void)$/i;
/** @type {Colour[]} */
const SIDES = ["black", "white"];

/**
 * Says at a field what is wrong with it, and goes there.
 * @param {Field} field
 * @param {string} text
 * @returns {never}
 */
function wrongAt(field, text) {
  field.fault(text);
  field.box.focus();
  const unsay = () => field.fault("");
  field.box.addEventListener("input", unsay, { once: true });
  throw new Wrong("");
}

/**
 * Whether a result is given for force majeure: the server then holds it to its number of stones.
 * @param {boolean} usual the limit of moves is none
 */
const forceMajeure = (usual) => check(t("contest-order-force-majeure"), usual);

/**
 * @param {boolean} usual as of {@link forceMajeure}
 * @returns {Asked}
 */
export function resultAsked(usual) {
  const result = input(t("contest-order-result"), { maxlength: 9, placeholder: "B+3.5", autocapitalize: "characters", spellcheck: "false" });
  const force = forceMajeure(usual);
  return {
    elements: [result.element, force.element],
    order: () => {
      const given = result.box.value.trim();
      if (!RESULT.test(given) || /^[BW]\+0+$/i.test(given)) return wrongAt(result, t("contest-wrong-result"));
      return { result: /^void$/i.test(given) ? "Void" : given.toUpperCase(), force_majeure: force.box.checked };
    },
  };
}

/**
 * A board that is worked on.
 * @param {Snapshot} snapshot
 * @param {(point: number) => void} tap
 */
function boardOf({ setup }, tap) {
  const { size } = setup;
  const board = new Board(size, {
    label: t("page-board", size),
    point: tap,
    name: (point, shown) => pointName(/** @type {any} */ ({ setup }), point, shown),
    liberties: () => {},
  });
  return { board, place: el("div", { class: "order-board" }, board.element) };
}

/**
 * Dead stones, marked chain by chain; what they leave to each side is shown.
 * @param {Snapshot} snapshot
 * @param {boolean | null} usual as of {@link forceMajeure}, where the count ends a game that goes on
 * @returns {Asked}
 */
export function deadAsked(snapshot, usual) {
  const { size } = snapshot.setup;
  const rows = snapshot.board;
  let dead = new Set((snapshot.scoring?.dead ?? []).map((vertex) => indexOf(size, vertex)));
  const state = el("p", { class: "hint", role: "status" });
  const isResult = usual !== null;
  const force = forceMajeure(usual ?? true);
  const vertices = () => [...dead].sort((a, b) => a - b).map((point) => vertexOf(size, point));
  const { board, place } = boardOf(snapshot, (point) => {
    dead = markChain(size, rows, dead, point);
    draw();
  });
  const draw = () => {
    board.show({ rows, dead, area: area(size, rows, [...dead]) });
    say(state, dead.size === 0 ? t("contest-order-none-dead") : t("contest-order-dead-are", { points: vertices().join(" ") }));
  };
  draw();
  return {
    elements: [el("p", { class: "hint" }, t("contest-order-dead-hint")), place, state, ...(isResult ? [force.element] : [])],
    order: () => ({ dead: vertices(), ...(isResult && { force_majeure: force.box.checked }) }),
  };
}

/**
 * The clocks of both sides; what is left empty stays.
 * @param {Snapshot} snapshot
 * @param {boolean} isNeeded whether one must be set
 * @returns {Asked}
 */
export function clocksAsked(snapshot, isNeeded) {
  const hasPeriods = snapshot.setup.time.system === "byo_yomi";
  const sides = SIDES.map((colour) => {
    const side = colourName(colour);
    return {
      colour,
      main: input(t("contest-order-main", { side }), { maxlength: 20, placeholder: "20m", autocomplete: "off", spellcheck: "false" }),
      periods: input(t("contest-order-periods", { side }), { maxlength: 5, inputmode: "numeric", autocomplete: "off" }),
    };
  });
  const order = () => {
    /** @type {Record<string, any>} */
    const clocks = {};
    for (const { colour, main, periods } of sides) {
      const clock = { ...timeOf(main), ...(hasPeriods && countOf(periods)) };
      if (Object.keys(clock).length > 0) clocks[colour] = clock;
    }
    if (isNeeded && sides[0] && Object.keys(clocks).length === 0) return wrongAt(sides[0].main, t("contest-wrong-no-clock"));
    return clocks;
  };
  if (!snapshot.clocks) return { elements: isNeeded ? [el("p", { class: "hint" }, t("contest-order-clockless"))] : [], order: () => ({}) };
  const fields = sides.flatMap(({ main, periods }) => [main.element, ...(hasPeriods ? [periods.element] : [])]);
  return { elements: [el("p", { class: "hint" }, t("contest-order-clocks-hint")), ...fields], order };
}

/** @param {ReturnType<typeof input>} field */
function timeOf(field) {
  const typed = field.box.value.normalize("NFKC").replace(/\s/g, "").toLowerCase();
  if (typed === "") return {};
  const main = readDuration(typed);
  return main === null ? wrongAt(field, t("contest-wrong-clock")) : { main };
}

/** @param {ReturnType<typeof input>} field */
function countOf(field) {
  const typed = field.box.value.normalize("NFKC").trim();
  if (typed === "") return {};
  return /^\d{1,5}$/.test(typed) ? { periods: Number(typed) } : wrongAt(field, t("contest-wrong-count"));
}

/**
 * How many moves are taken back, and clocks if they are set too.
 * @param {Snapshot} snapshot
 * @returns {Asked}
 */
export function movesAsked(snapshot) {
  const played = snapshot.moves.split(" ").filter((move) => move !== "").length;
  const moves = input(t("contest-order-moves", { played }), { maxlength: 4, inputmode: "numeric", autocomplete: "off" });
  const clocks = clocksAsked(snapshot, false);
  return {
    elements: [moves.element, ...clocks.elements],
    order: () => {
      const typed = moves.box.value.normalize("NFKC").trim();
      const count = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
      if (count < 1 || count > played) return wrongAt(moves, t("contest-wrong-moves", { played }));
      return { moves: count, ...clocks.order() };
    },
  };
}

/**
 * Another position: stones are put and taken away by taps.
 * @param {Snapshot} snapshot
 * @returns {Asked}
 */
export function positionAsked(snapshot) {
  const { size } = snapshot.setup;
  let rows = snapshot.board;
  const colours = SIDES.map((colour) => /** @type {[string, string]} */ ([colour, colourName(colour)]));
  const tool = select(t("contest-order-tap"), [...colours, ["none", t("contest-order-tap-none")]], "black");
  const next = select(t("contest-order-next"), [["", t("contest-order-next-same")], ...colours], "");
  const state = el("p", { class: "hint", role: "status" });
  const { board, place } = boardOf(snapshot, (point) => {
    rows = putStone(rows, point, /** @type {any} */ (tool.box.value));
    tool.fault("");
    draw();
  });
  const draw = () => {
    board.show({ rows });
    const { remove, black, white } = changesOf(size, snapshot.board, rows);
    const said = (/** @type {string[]} */ points) => (points.length === 0 ? "–" : points.join(" "));
    say(state, t("contest-order-changes", { remove: said(remove), black: said(black), white: said(white) }));
  };
  draw();
  return {
    elements: [tool.element, place, state, next.element],
    order: () => {
      const changes = Object.entries(changesOf(size, snapshot.board, rows)).filter(([, points]) => points.length > 0);
      if (changes.length === 0 && next.box.value === "") return wrongAt(tool, t("contest-wrong-no-change"));
      return { ...Object.fromEntries(changes), ...(next.box.value !== "" && { to_move: next.box.value }) };
    },
  };
}
