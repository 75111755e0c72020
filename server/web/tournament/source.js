// @ts-check
/** Tournaments over HTTP: what is read of them, and what is asked. It shows nothing. */

import { Unreachable } from "../session/accounts.js";

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("../protocol.js").TournamentDone} TournamentDone
 * @typedef {import("../protocol.js").EventSettings} EventSettings
 * @typedef {import("../session/accounts.js").Accounts} Accounts
 * @typedef {{ask: string, [field: string]: any}} Ask what is asked, as the protocol names it
 */

/** A command that was not answered is sent again so often, with its id: it counts once. */
const TRIES = 3;
/** Between two tries, ms. */
const PAUSE = 1_000;

/** An id that is never used for two commands. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `page-${btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, "-")}`;
}

/**
 * Asks until there is an answer: what is asked has an id, so that it is done once.
 * @param {() => Promise<Response>} ask
 * @returns {Promise<any>}
 */
async function once(ask) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (await ask()).json();
    } catch (error) {
      if (!(error instanceof Unreachable) || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/**
 * One page of the list, the newest first.
 * @param {Accounts} accounts
 * @param {{phase?: string, before?: string, limit: number}} wanted
 * @returns {Promise<import("../protocol.js").TournamentList>}
 */
export async function listOf(accounts, wanted) {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return (await accounts.ask(`tournaments?${query}`)).json();
}

/**
 * @param {Accounts} accounts
 * @returns {Promise<import("../protocol.js").TournamentPreset[]>}
 */
export async function presetsOf(accounts) {
  return (await (await accounts.ask("tournaments/presets")).json()).presets;
}

/**
 * @param {Accounts} accounts
 * @param {EventSettings} settings
 * @returns {Promise<TournamentDone>}
 */
export function create(accounts, settings) {
  const body = { id: newId(), settings };
  return once(() => accounts.ask("tournaments", { method: "POST", body }));
}

/** One tournament. */
export class Source {
  /**
   * @param {Accounts} accounts
   * @param {string} id
   */
  constructor(accounts, id) {
    this.accounts = accounts;
    this.id = id;
  }

  /** @returns {Promise<TournamentView>} */
  async view() {
    // a session of an earlier visit says who looks
    await this.accounts.current();
    return this.#get("");
  }

  /**
   * @param {number} stage
   * @param {number} round
   * @returns {Promise<import("../protocol.js").RoundView>}
   */
  round(stage, round) {
    return this.#get(`/rounds/${stage}/${round}`);
  }

  /**
   * The boards that are played on now, those in trouble first.
   * @returns {Promise<import("../protocol.js").BoardsView>}
   */
  boards() {
    return this.#get("/boards");
  }

  /**
   * @param {number} stage
   * @returns {Promise<import("../protocol.js").StandingsView>}
   */
  standings(stage) {
    return this.#get(`/standings?stage=${stage}`);
  }

  /**
   * @param {number} stage
   * @param {number} entry
   * @returns {Promise<import("../protocol.js").ExplainView>}
   */
  explain(stage, entry) {
    return this.#get(`/explain?entry=${entry}&stage=${stage}`);
  }

  /**
   * @param {number} stage
   * @returns {Promise<import("../protocol.js").BracketView>}
   */
  bracket(stage) {
    return this.#get(`/bracket?stage=${stage}`);
  }

  /**
   * The address of a file to download.
   * @param {string} name `results.csv`, `games.sgf`
   */
  file(name) {
    return new URL(`api/v1/tournaments/${this.id}/${name}`, document.baseURI).href;
  }

  /**
   * @param {Ask} ask
   * @param {number} [after] the last event that an official had seen
   * @returns {Promise<TournamentDone>}
   */
  command(ask, after) {
    const body = { id: newId(), ...(after !== undefined && { after }), ...ask };
    return once(() => this.accounts.ask(`tournaments/${this.id}/commands`, { method: "POST", body }));
  }

  /**
   * Enters a list, or only says what is wrong with it.
   * @param {Blob} csv as it is: the server finds its encoding
   * @param {boolean} check
   * @returns {Promise<any>}
   */
  importList(csv, check) {
    const path = `tournaments/${this.id}/entries.csv?id=${newId()}${check ? "&check=true" : ""}`;
    return once(() => this.accounts.ask(path, { method: "POST", csv }));
  }

  /** @param {string} rest */
  async #get(rest) {
    return (await this.accounts.ask(`tournaments/${this.id}${rest}`)).json();
  }
}
