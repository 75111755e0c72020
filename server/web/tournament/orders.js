// @ts-check
/** What a referee orders in a game that goes on: warnings, losses, results, suspension. Each is asked for first. */

import { el, say } from "../dom.js";
import { input, select } from "../lobby/fields.js";
import { Refused } from "../session/accounts.js";
import { colourName } from "../words/game.js";
import { t } from "../words/words.js";
import { Wrong, actFields, openDeed } from "./act.js";

/**
 * @typedef {import("./page.js").TournamentPage} Page
 * @typedef {import("./trouble.js").Board} Board
 */

/** Orders that need nothing but a reason; what else some need is asked for. @type {Record<string, any>} */
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
  restart: { kind: "restart" },
  replay: { kind: "replay" },
  colours_wrong: { kind: "colours_wrong" },
};

/** A result as officials write it: `B+3.5`, `W+R`, `B+F`, `0`. */
const RESULT = /^(?:[BW]\+(?:\d{1,4}(?:\.5)?|[RTF])|0|Void)$/i;
/** Points, with spaces between. */
const POINTS = /^[A-HJ-Z]\d{1,2}$/i;

/**
 * @param {Page} page
 * @param {Board} board
 */
export function openOrder(page, { bout, game }) {
  const sides = { black: colourName("black"), white: colourName("white") };
  const kinds = Object.keys(ORDERS).map((name) => /** @type {[string, string]} */ ([name, t(`contest-order-${name}`, sides)]));
  const kind = select(t("contest-order"), kinds, "suspend");
  const result = input(t("contest-order-result"), { maxlength: 9, placeholder: "B+3.5", autocapitalize: "characters", spellcheck: "false" });
  const dead = input(t("contest-order-dead"), { maxlength: 400, placeholder: "D4 Q16", autocapitalize: "characters", spellcheck: "false" });
  const why = actFields();
  const changed = () => {
    result.element.hidden = kind.box.value !== "adjudicate";
    dead.element.hidden = kind.box.value !== "life_and_death";
  };
  kind.box.addEventListener("change", changed);
  changed();
  const order = () => {
    const chosen = ORDERS[kind.box.value];
    if (chosen.kind === "adjudicate") {
      const given = result.box.value.trim();
      if (!RESULT.test(given)) throw new Wrong(t("contest-wrong-result"));
      return { ...chosen, result: /^void$/i.test(given) ? "Void" : given.toUpperCase() };
    }
    if (chosen.kind === "life_and_death") {
      const points = dead.box.value.trim().split(/[\s,]+/).filter((point) => point !== "");
      if (!points.every((point) => POINTS.test(point))) throw new Wrong(t("contest-wrong-points"));
      return { ...chosen, dead: points.map((point) => point.toUpperCase()) };
    }
    return chosen;
  };
  const players = { black: page.names?.seat(game.black) ?? "", white: page.names?.seat(game.white) ?? "" };
  const about = el("p", {}, t("page-game-between", players));
  openDeed(t("contest-order-title", { table: bout.table }), [about, kind.element, result.element, dead.element, ...why.elements], {
    yes: t("contest-order-do"),
    danger: true,
    does: async () => {
      const chosen = order();
      await rule(page, game.game, chosen, why.act());
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
  const games = boards.filter(({ game }) => game.created).map(({ game }) => game.game);
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
