// @ts-check
/**
 * The first look at a game: its board, as soon as a few small files are here, while everything else is still
 * on its way. Whoever watches on a slow network sees the game at once.
 *
 * It asks over HTTP and without an account; a game that is not for everybody is shown later, by the session.
 */

import { Board } from "./board/board.js";
import { el } from "./dom.js";
import { indexOf, vertexOf } from "./game/vertex.js";

/** Everything else waits for it no longer, ms. */
const WITHIN = 8_000;

/** The game that the address names. */
export const gameOf = (/** @type {string} */ hash) => /^#\/game\/([A-Za-z0-9]{1,64})$/.exec(hash)?.[1] ?? null;

/**
 * @typedef {{game: string, snapshot: any, now: number, at: number}} First `now` is the game's time at `at`
 */

/**
 * @param {string | null} game
 * @returns {Promise<First | null>}
 */
async function look(game) {
  if (game === null) return null;
  try {
    const response = await fetch(new URL(`api/v1/games/${game}`, document.baseURI), {
      cache: "no-store",
      priority: "high",
      signal: AbortSignal.timeout(WITHIN),
    });
    if (!response.ok) return null;
    const { now, snapshot } = await response.json();
    if (document.querySelector("main") === null) draw(snapshot);
    return { game, snapshot, now, at: performance.now() };
  } catch {
    // the session asks again, and tells what is wrong
    return null;
  }
}

/** @param {any} snapshot */
function draw({ setup, board, moves }) {
  const name = (/** @type {number} */ index) => vertexOf(setup.size, index);
  const nothing = () => undefined;
  const drawn = new Board(setup.size, { label: "Tengen", point: nothing, name, liberties: nothing });
  const last = moves.split(" ").at(-1);
  drawn.show({ rows: board, last: last && last !== "pass" ? indexOf(setup.size, last) : -1 });
  const place = el("div", { class: "middle" }, el("div", { class: "board-place" }, drawn.element));
  const main = el("main", { class: "table first" }, place);
  main.style.setProperty("--columns", String(setup.size.width));
  main.style.setProperty("--rows", String(setup.size.height));
  document.body.replaceChildren(main);
}

export const first = look(gameOf(location.hash));
