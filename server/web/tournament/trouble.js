// @ts-check
/** Which boards need a referee, and how much. Pure. */

/**
 * @typedef {import("../protocol.js").BoutGameView} BoutGameView
 * @typedef {import("../protocol.js").BoutView} BoutView
 * @typedef {import("../protocol.js").Snapshot} Snapshot
 * @typedef {"repetition" | "move_limit" | "final_stop" | "long_scoring" | "suspended" | "late" | "adjourned" | "paused" | "scoring" | "missing" | "warned" | "playing"} Trouble
 * @typedef {{bout: BoutView, game: BoutGameView, phase: string, trouble: Trouble, since: number | null}} Board `since` when it
 *   began, or when it ends by itself, ms since 1970, if that is known
 */

/** The worst first: what waits for a referee before what passes by itself. @type {Trouble[]} */
const ORDER = ["repetition", "move_limit", "final_stop", "suspended", "long_scoring", "late", "missing", "paused", "adjourned", "scoring", "warned", "playing"];

/** Nobody needs so long, ms, to mark dead stones. */
const LONG_SCORING = 180_000;

/**
 * What is the matter at a board. A snapshot says more than a phase alone.
 * @param {BoutGameView} game
 * @param {string} phase
 * @param {{now: number, snapshot: Snapshot} | null} read as the server tells it, with the game's time
 * @param {number | null} scoringSince when it was first seen to be counted
 * @param {number} now
 * @returns {{trouble: Trouble, since: number | null}}
 */
export function troubleOf(game, phase, read, scoringSince, now) {
  const snapshot = read?.snapshot;
  // games have a time of their own, which stands while the server does
  const wall = (/** @type {number | undefined} */ at) => (read && at !== undefined ? now + at - read.now : null);
  const said = (/** @type {Trouble} */ trouble, /** @type {number | null | undefined} */ since = null) => ({ trouble, since: since ?? null });
  // that it waits to exist is for whoever runs the server
  if (!game.created) return said("missing");
  switch (phase) {
    case "waiting":
      return said("late", snapshot?.created_at);
    case "paused":
      if (snapshot?.pause?.awaits) return said(snapshot.pause.awaits, wall(snapshot.pause.since));
      return isSuspended(snapshot) ? said("suspended", wall(snapshot?.pause?.since)) : said("paused", wall(snapshot?.pause?.until));
    case "adjourned":
      return said("adjourned", snapshot?.adjournment?.resume_at);
    case "scoring":
      if (snapshot?.scoring?.final) return said("final_stop", scoringSince);
      return scoringSince !== null && now - scoringSince > LONG_SCORING ? said("long_scoring", scoringSince) : said("scoring", scoringSince);
    default:
      return (game.warnings ?? []).some((count) => count > 0) ? said("warned") : said("playing");
  }
}

/**
 * Whether a referee has stopped a game.
 * @param {Snapshot | undefined} snapshot
 */
const isSuspended = (snapshot) => snapshot?.pause?.suspended_until !== undefined;

/**
 * Those in trouble first, each kind in the order of the tables.
 * @param {Board[]} boards
 */
export const inOrder = (boards) =>
  [...boards].sort((a, b) => ORDER.indexOf(a.trouble) - ORDER.indexOf(b.trouble) || a.bout.table - b.bout.table || a.game.board - b.game.board);

/**
 * The games of a round that are not decided and are played here.
 * @param {import("../protocol.js").RoundView} round
 */
export const openGames = (round) =>
  round.bouts.flatMap((bout) =>
    bout.fixed ? [] : (bout.games ?? []).filter((game) => !game.elsewhere && !game.score && !game.outcome).map((game) => ({ bout, game })),
  );
