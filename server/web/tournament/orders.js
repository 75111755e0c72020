// @ts-check
/** What a referee orders in a game that goes on, and in all of them at once. Each is asked for first. */

import { el, say } from "../dom.js";
import { select } from "../lobby/fields.js";
import { Refused } from "../session/accounts.js";
import { colourName } from "../words/game.js";
import { t } from "../words/words.js";
import { Wrong, actFields, openDeed } from "./act.js";
import { clocksAsked, deadAsked, movesAsked, positionAsked, resultAsked } from "./order_fields.js";

/**
 * @typedef {import("./page.js").TournamentPage} Page
 * @typedef {import("../protocol.js").BoardView} Board
 * @typedef {import("../protocol.js").Snapshot} Snapshot
 * @typedef {import("./order_fields.js").Asked} Asked
 */

/** What each order says by itself. @type {Record<string, any>} */
const ORDERS = {
  suspend: { kind: "suspend" },
  resume: { kind: "resume" },
  warn_black: { kind: "warn", side: "black" },
  warn_white: { kind: "warn", side: "white" },
  lose_black: { kind: "lose", side: "black" },
  lose_white: { kind: "lose", side: "white" },
  lose_both: { kind: "lose", side: "both" },
  clocks: { kind: "clocks" },
  take_back: { kind: "take_back" },
  edit: { kind: "edit" },
  life_and_death: { kind: "life_and_death" },
  adjudicate_count: { kind: "adjudicate_count" },
  adjudicate: { kind: "adjudicate" },
  restart: { kind: "restart" },
  replay: { kind: "replay" },
  colours_wrong: { kind: "colours_wrong" },
  repetition_draw: { kind: "repetition", ruling: "draw" },
  repetition_no_result: { kind: "repetition", ruling: "no_result" },
  repetition_replay: { kind: "repetition", ruling: "replay" },
  repetition_forbid: { kind: "repetition", ruling: "forbid" },
  repetition_continue: { kind: "repetition", ruling: "continue" },
};

/**
 * What can be ordered at a board: the five rulings first where a repetition waits for one, and only there.
 * @param {Board["trouble"]} trouble
 */
function ordersFor(trouble) {
  const names = Object.keys(ORDERS);
  const rulings = names.filter((name) => ORDERS[name].kind === "repetition");
  const others = names.filter((name) => ORDERS[name].kind !== "repetition");
  // such play does not go on unruled
  return trouble === "repetition" ? [...rulings, ...others.filter((name) => name !== "resume")] : others;
}

/** What is ordered first where a ruling is awaited. @type {Record<string, string>} */
const USUAL = { repetition: "repetition_draw", move_limit: "adjudicate_count" };

/** What some need besides; the last says whether a result is given for force majeure. @type {Record<string, (snapshot: Snapshot, force: boolean) => Asked>} */
const ASKED = {
  clocks: (snapshot) => clocksAsked(snapshot, true),
  take_back: movesAsked,
  edit: positionAsked,
  life_and_death: (snapshot) => deadAsked(snapshot, null),
  adjudicate_count: deadAsked,
  adjudicate: (_, force) => resultAsked(force),
};

/** Those that are meant for the position that was shown, and for no later one. */
const OF_POSITION = ["take_back", "edit", "life_and_death", "adjudicate_count"];

/**
 * @param {Page} page
 * @param {Board} board
 */
export async function openOrder(page, board) {
  let snapshot = await snapshotOf(page, board.game);
  if (page.gone) return;
  const sides = { black: colourName("black"), white: colourName("white") };
  const kinds = ordersFor(board.trouble).map((name) => /** @type {[string, string]} */ ([name, t(`contest-order-${name}`, sides)]));
  const kind = select(t("contest-order"), kinds, USUAL[board.trouble] ?? "suspend");
  const place = el("div", { class: "asked" });
  const why = actFields();
  /** What was typed stays while another order is looked at. @type {Map<string, Asked>} */
  let made = new Map();
  const changed = () => {
    const name = kind.box.value;
    const asked = made.get(name) ?? ASKED[name]?.(snapshot, board.trouble !== "move_limit") ?? { elements: [], order: () => ({}) };
    made.set(name, asked);
    place.replaceChildren(...asked.elements);
  };
  kind.box.addEventListener("change", changed);
  changed();
  const does = async () => {
    const name = kind.box.value;
    const order = { ...ORDERS[name], ...made.get(name)?.order() };
    if (!OF_POSITION.includes(name)) return rule(page, board.game, order, why.act(), await snapshotOf(page, board.game));
    const newest = await snapshotOf(page, board.game);
    const isSame = newest.board === snapshot.board && newest.moves === snapshot.moves;
    snapshot = newest;
    if (isSame) return rule(page, board.game, order, why.act(), newest);
    // it was meant for what was on the board before
    made = new Map([...made].filter(([kept]) => !OF_POSITION.includes(kept)));
    changed();
    throw new Wrong(t("contest-order-moved"));
  };
  const players = { black: page.names?.seat(board.black) ?? "", white: page.names?.seat(board.white) ?? "" };
  const about = el("p", {}, t("page-game-between", players));
  openDeed(t("contest-order-title", { table: board.table }), [about, kind.element, place, ...why.elements], {
    yes: t("contest-order-do"),
    danger: true,
    wide: true,
    does: async () => {
      await does();
      page.hurry();
    },
  });
}

/**
 * All boards at once: a power cut.
 * @param {Page} page
 * @param {Board[]} boards
 * @param {"suspend" | "resume"} name
 */
export function openOrderToAll(page, boards, name) {
  const why = actFields();
  // one that waits for a ruling does not go on by the way
  const games = boards.filter(({ trouble }) => trouble !== "missing" && !USUAL[trouble]).map(({ game }) => game);
  const state = el("p", { class: "hint", role: "status" });
  const does = async () => {
    let done = 0;
    const refused = [];
    for (const game of games) {
      try {
        await rule(page, game, ORDERS[name], why.act(), await snapshotOf(page, game));
        done += 1;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // one that is suspended already, or has just ended, is none to stop for
        refused.push(error.error.code);
      }
      say(state, t("contest-order-progress", { done, count: games.length, refused: refused.length }));
    }
    page.hurry();
    if (done === 0 && games.length > 0) throw new Wrong(t("contest-order-none"));
  };
  openDeed(t(`contest-${name}-all`), [el("p", {}, t(`contest-ask-${name}-all`, { count: games.length })), ...why.elements, state], {
    yes: t(`contest-${name}-all`),
    danger: true,
    does,
  });
}

/**
 * A game as it stands now.
 * @param {Page} page
 * @param {string} game
 * @returns {Promise<Snapshot>}
 */
async function snapshotOf(page, game) {
  return (await (await page.app.accounts.ask(`games/${game}`)).json()).snapshot;
}

/**
 * Rules in a game as it was seen.
 * @param {Page} page
 * @param {string} game
 * @param {any} order
 * @param {import("../protocol.js").Act} act
 * @param {Snapshot} seen
 */
async function rule(page, game, order, act, seen) {
  const { app } = page;
  // to join a game that one plays is to arrive at it
  const { black, white } = seen.setup.players;
  if ([black, white].includes(app.accounts.account ?? "")) throw new Wrong(t("why-own_bout"));
  app.connection.follow(game);
  const { error } = await app.connection.ask({ type: "rule", game, order, ...act, after: seen.seq, head: seen.head });
  app.connection.leave(game);
  if (error) throw new Refused(error);
}
