// @ts-check
/** The record of a game as a file: SGF, as the server writes it. */

import { el } from "../dom.js";

/** The file is let go after so many ms. */
const KEPT_FOR = 10_000;

/**
 * Rejects when the server refuses or nobody answers.
 * @param {import("../app.js").App} app
 * @param {string} game
 */
export async function download(app, game) {
  // as who one is, since one's own games may not be for everybody
  const response = await app.accounts.ask(`games/${game}.sgf`);
  const url = URL.createObjectURL(await response.blob());
  el("a", { href: url, download: `${game}.sgf` }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR);
}
