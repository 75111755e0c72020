// @ts-check
/** The addresses of tournaments on this page: `#/tournaments`, `#/tournament/ID/TAB?stage=1&round=2`. Pure. */

/** Parts of the page of a tournament, the first is shown where none is named. */
export const TABS = ["overview", "entries", "pairings", "standings", "cross", "bracket", "results", "explain", "organise", "referee"];

/** @typedef {Record<string, string>} Search */

/**
 * What an address names; null when it is no tournament's.
 * @param {string} hash
 * @returns {{id: string, tab: string, search: Search} | null}
 */
export function placeOf(hash) {
  const [path = "", query = ""] = hash.split("?", 2);
  const [, id, tab = TABS[0]] = /^#\/tournament\/([A-Za-z0-9_-]{1,24})(?:\/([a-z]+))?$/.exec(path) ?? [];
  if (id === undefined || tab === undefined) return null;
  const search = Object.fromEntries(new URLSearchParams(query));
  return { id, tab: TABS.includes(tab) ? tab : "overview", search };
}

/**
 * The address of a part of a tournament; what is undefined is left out.
 * @param {string} id
 * @param {string} [tab]
 * @param {Record<string, string | number | undefined>} [search]
 */
export function addressOf(id, tab = "overview", search = {}) {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `#/tournament/${id}${tab === "overview" ? "" : `/${tab}`}${query === "" ? "" : `?${query}`}`;
}

/**
 * A number of an address between bounds; `usual` for anything else.
 * @param {string | undefined} text
 * @param {number} most
 * @param {number} usual
 */
export function numberOf(text, most, usual) {
  const n = /^\d{1,6}$/.test(text ?? "") ? Number(text) : 0;
  return n >= 1 && n <= most ? n : usual;
}
