// @ts-check
/** The results that officials can give, from what they choose. Pure. */

/**
 * @typedef {import("../protocol.js").Scores} Scores
 * @typedef {import("../protocol.js").GameScore} GameScore
 */

/** What can be chosen: the side named first (Black) comes first. @type {Record<string, Scores>} */
const SCORES = {
  first: { first: "win", second: "loss" },
  second: { first: "loss", second: "win" },
  draw: { first: "draw", second: "draw" },
  both_lose: { first: "loss", second: "loss" },
  first_forfeit: { first: "win", second: "loss", forfeit: true },
  second_forfeit: { first: "loss", second: "win", forfeit: true },
  both_forfeit: { first: "loss", second: "loss", forfeit: true },
};

/** Results of bouts; a game can have none, too. */
export const BOUT_RESULTS = Object.keys(SCORES);
export const GAME_RESULTS = [...BOUT_RESULTS, "none"];

/**
 * @param {string} choice
 * @returns {Scores}
 */
export const scoresOf = (choice) => SCORES[choice] ?? { first: "draw", second: "draw" };

/**
 * @param {string} choice
 * @returns {GameScore}
 */
export const gameScoreOf = (choice) => (choice === "none" ? {} : { scores: scoresOf(choice) });
