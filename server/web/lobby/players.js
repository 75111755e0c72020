// @ts-check
/** Who somebody is, and the lists of games that the server searches: over HTTP. */

import { api } from "../session/accounts.js";

/**
 * @typedef {import("../protocol.js").Player} Player
 * @typedef {import("../protocol.js").GameSummary} Summary
 */

/**
 * Refused with `not_found` when there is nobody of that name or id.
 * @param {string} who a name, or the id of an account
 * @returns {Promise<Player>}
 */
export async function playerOf(who) {
  return (await api(`players/${encodeURIComponent(who)}`)).json();
}

/** What a list is searched by; what is empty is not asked. @typedef {Record<string, string | number | undefined>} Search */

/**
 * One page of a list, the newest first; `next` where there is more, even after a page that is short.
 * @param {Search} search
 * @param {typeof api} [ask] `Accounts.ask`: one's own games that are not for everybody are in lists of one's own
 * @returns {Promise<import("../protocol.js").GameList>}
 */
export async function gamesOf(search, ask = api) {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return (await ask(`games?${query}`)).json();
}
