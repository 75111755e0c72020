// @ts-check
/** What a referee orders in a game that goes on: warnings, losses, results, suspension. Each is asked for first. */

import { el, say } from "../dom.js";
import { select } from "../lobby/fields.js";
import { Refused } from "../session/accounts.js";
import { colourName } from "../words/game.js";
import { t } from "../words/words.js";
import { Wrong, actFields, openDeed } from "./act.js";
import { OrderFields } from "./order_fields.js";

/**
 * @typedef {import("./page.js").TournamentPage} Page
 * @typedef {import("./boards.js").Board} Board
 */

/** What can be ordered; what some need beside a reason is asked for. @type {Record<string, any>} */
const ORDERS = {
  suspend: { kind: "suspend" },
  resume: { kind: "resume" },
  warn_black: { kind: "warn", side: "black" },
  warn_white: { kind: "warn", side: "white" },
  lose_black: { kind: "lose", side: "black" },
  lose_white: { kind: "lose", side: "white" },
  lose_both: { kind: "lose", side: "both" },
  life_and_death: { kind: "life_and_death" },
  adjudicate: { kind: "adjudicate" },
  adjudicate_count: { kind: "adjudicate_count" },
  take_back: { kind: "take_back" },
  clocks: { kind: "clocks" },
  edit: { kind: "edit" },
  restart: { kind: "restart" },
  replay: { kind: "replay" },
  repetition_draw: { kind: "repetition", ruling: "draw" },
  repetition_no_result: { kind: "repetition", ruling: "no_result" },
  repetition_replay: { kind: "repetition", ruling: "replay" },
  repetition_forbid: { kind: "repetition", ruling: "forbid" },
  repetition_continue: { kind: "repetition", ruling: "continue" },
  colours_wrong: { kind: "colours_wrong" },
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
const USUAL = { repetition: "repetition_draw", move_limit: "adjudicate" };

/**
 * @param {Page} page
 * @param {Board} board
 */
export function openOrder(page, { bout, game, trouble }) {
  const sides = { black: colourName("black"), white: colourName("white") };
  const names = ordersFor(trouble);
  const kinds = names.map((name) => /** @type {[string, string]} */ ([name, t(`contest-order-${name}`, sides)]));
  const kind = select(t("contest-order"), kinds, USUAL[trouble] ?? "suspend");
  // the limit of moves is no force majeure, and needs no 150 stones
  const fields = new OrderFields(trouble !== "move_limit");
  const why = actFields();
  const chosen = () => ORDERS[kind.box.value];
  const changed = () => fields.show(chosen().kind);
  kind.box.addEventListener("change", changed);
  changed();
  const players = { black: page.names?.seat(game.black) ?? "", white: page.names?.seat(game.white) ?? "" };
  const about = el("p", {}, t("page-game-between", players));
  openDeed(t("contest-order-title", { table: bout.table }), [about, kind.element, fields.element, ...why.elements], {
    yes: t("contest-order-do"),
    danger: true,
    does: async () => {
      await rule(page, game.game, fields.fill(chosen()), why.act());
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
  const games = boards.filter(({ game, trouble }) => game.created && !USUAL[trouble]).map(({ game }) => game.game);
  const state = el("p", { class: "hint", role: "status" });
  const does = async () => {
    let done = 0;
    const refused = [];
    for (const game of games) {
      try {
        await rule(page, game, ORDERS[name], why.act());
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
 * Rules in a game as it stands now.
 * @param {Page} page
 * @param {string} game
 * @param {any} order
 * @param {import("../protocol.js").Act} act
 */
async function rule(page, game, order, act) {
  const { app } = page;
  const { snapshot } = await (await app.accounts.ask(`games/${game}`)).json();
  // to join a game that one plays is to arrive at it
  const { black, white } = snapshot.setup.players;
  if ([black, white].includes(app.accounts.account)) throw new Wrong(t("why-own_bout"));
  const request = { type: "rule", game, order, ...act, after: snapshot.seq, head: snapshot.head };
  app.connection.follow(game);
  const { error } = await app.connection.ask(request);
  app.connection.leave(game);
  if (error) throw new Refused(error);
}
