// @ts-check
/** How long each move took: events say it, a snapshot does not, the log does. */

/** @typedef {import("../game/view.js").View} View */

/**
 * A view with the times of moves that were known before.
 * @param {View | null} before
 * @param {View} view
 */
export function keepTimes(before, view) {
  if (!before) return view;
  let same = true;
  const moves = view.moves.map((move, at) => {
    const was = before.moves[at];
    same &&= was !== undefined && was.by === move.by && was.vertex === move.vertex;
    return same && move.used === undefined && was?.used !== undefined ? { ...move, used: was.used } : move;
  });
  return { ...view, moves };
}

/**
 * A view with the times that the log has for its moves.
 * @param {View} view
 * @param {any[]} events
 */
export function withTimes(view, events) {
  /** @type {number[]} */
  const used = [];
  let sealed = 0;
  for (const { event } of events) {
    const passed = (event.kind === "illegal" || event.kind === "overran") && event.led_to === "pass";
    if (event.kind === "play" || event.kind === "pass" || passed) {
      used.push(event.used ?? 0);
      if (event.stop?.closing_pass) used.push(0);
    } else if (event.kind === "sealed") {
      sealed = event.used ?? 0;
    } else if (event.kind === "unsealed") {
      used.push(sealed);
      if (event.stop?.closing_pass) used.push(0);
    } else if (event.undone) {
      used.length = Math.max(0, used.length - event.undone.moves);
    } else if (event.replaced) {
      used.length = 0;
    }
  }
  return { ...view, moves: view.moves.map((move, at) => ({ ...move, used: move.used ?? used[at] })) };
}

/**
 * The events of a game up to one of them.
 * @param {string} game
 * @param {number} upto
 * @param {import("../session/accounts.js").Accounts} accounts
 */
export async function logOf(game, upto, accounts) {
  const events = [];
  while (events.length < upto) {
    const response = await accounts.ask(`games/${game}/log?from=${events.length + 1}`);
    const page = await response.json();
    if (page.events.length === 0) break;
    events.push(...page.events);
  }
  return events;
}
