// @ts-check
/**
 * Who one is: log in, register, guest, log out. The only place that knows tokens.
 *
 * The access token is kept in memory and nowhere else. The refresh token is a cookie that scripts cannot
 * read (`HttpOnly`, `SameSite=Strict`), set by the endpoints under `api/v1/browser/`.
 */

import { forget, keep, recall } from "../storage.js";

/** Who was last logged in here: no secret, it only says that asking for a session may be worthwhile. */
const MARK = "tengen-was-logged-in";
/** A token is renewed when it has less than this left, ms. */
const BEFORE_END = 30_000;
/** A request must be answered within this, ms. */
const WITHIN = 15_000;

/** A refusal of the server, with its code and parameters. */
export class Refused extends Error {
  /** @param {import("./session.js").WireError} error */
  constructor(error) {
    super(error.code);
    this.error = error;
  }
}

/** Nobody answered. */
export class Unreachable extends Error {}

/**
 * @param {string} path below `api/v1/`
 * @param {{method?: string, body?: any, csv?: Blob, token?: string | null}} [options] `csv` is sent as it is
 */
export async function api(path, { method = "GET", body, csv, token } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (csv !== undefined) headers["content-type"] = "text/csv";
  if (token) headers.authorization = `Bearer ${token}`;
  const url = new URL(`api/v1/${path}`, document.baseURI);
  let response;
  try {
    const init = { method, headers, cache: /** @type {RequestCache} */ ("no-store"), signal: AbortSignal.timeout(WITHIN) };
    const sent = body === undefined ? csv : JSON.stringify(body);
    response = await fetch(url, sent === undefined ? init : { ...init, body: sent });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (response.ok) return response;
  const said = await response.json().catch(() => null);
  throw new Refused({ code: "internal", ...said?.error, status: response.status });
}

export class Accounts {
  constructor() {
    /** @type {{account: string, name: string, token: string, expires_at: number} | null} */
    this.session = null;
    /** @type {Promise<string | null> | null} */
    this.renewing = null;
    /** The server's clock less this machine's, ms. */
    this.skew = 0;
    /** Hears that a renewal has brought another account than was here, or none. */
    this.changed = () => {};
    // another window has logged in or out: the cookie is this one's too
    addEventListener("storage", ({ key, newValue }) => {
      if (key === MARK && newValue !== this.account) this.renewed().catch(() => undefined);
    });
  }

  get name() {
    return this.session?.name ?? null;
  }

  get account() {
    return this.session?.account ?? null;
  }

  /** @returns {import("./connection.js").Tokens} */
  get tokens() {
    return { current: () => this.current(), renewed: () => this.renewed(), account: () => this.account };
  }

  /** The token to say hello with; null to watch only. */
  async current() {
    // a session of an earlier visit may be there to take up
    if (!this.session) return recall(MARK) === null ? null : this.renewed();
    if (this.session.expires_at - (Date.now() + this.skew) > BEFORE_END) return this.session.token;
    return this.renewed();
  }

  /**
   * A request as whoever is here. A token that is refused is replaced at once, and the request repeated, once: without
   * an account where the login has ended.
   * @param {string} path
   * @param {{method?: string, body?: any, csv?: Blob}} [options]
   */
  ask = async (path, options = {}) => {
    const token = await this.current();
    try {
      return await api(path, { ...options, token });
    } catch (error) {
      if (token === null || !(error instanceof Refused) || error.error.status !== 401) throw error;
      // another request may have had it replaced meanwhile
      const isOld = this.session?.token === token;
      return api(path, { ...options, token: isOld ? await this.renewed() : await this.current() });
    }
  };

  /** A new token; null when the login has ended. One request at a time, whoever asks. */
  renewed() {
    this.renewing ??= alone(() => this.#refresh()).finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  }

  async #refresh() {
    const { account } = this;
    let token = null;
    try {
      token = await this.#begin("refresh");
    } catch (error) {
      if (!(error instanceof Refused) || error.error.status !== 401) throw error;
      this.#forget();
    }
    if (this.account !== account) this.changed();
    return token;
  }

  /**
   * @param {string} name
   * @param {string} password
   */
  login(name, password) {
    return this.#enter("login", { name, password });
  }

  /**
   * @param {string} name
   * @param {string} password
   */
  register(name, password) {
    return this.#enter("register", { name, password });
  }

  guest() {
    return this.#enter("guest");
  }

  /**
   * Takes the place of whoever was here.
   * @param {"login" | "register" | "guest"} how
   * @param {{name: string, password: string} | {}} [body]
   */
  async #enter(how, body) {
    // a renewal that is on its way, here or in another window, would end it
    await this.renewing?.catch(() => null);
    return alone(() => this.#begin(how, body));
  }

  /** Ends the session here and at the server; while that cannot be asked one stays logged in. */
  async logout() {
    // a renewal that is on its way would bring the session back
    await this.renewing?.catch(() => null);
    await alone(() => api("browser/logout", { method: "POST", body: {} }));
    this.#forget();
  }

  /**
   * Begins or renews a session; its token.
   * @param {"login" | "register" | "guest" | "refresh"} how
   * @param {{name: string, password: string} | {}} [body]
   * @returns {Promise<string>}
   */
  async #begin(how, body = {}) {
    const response = await api(`browser/${how}`, { method: "POST", body });
    const session = await response.json();
    this.session = session;
    const date = Date.parse(response.headers.get("date") ?? "");
    this.skew = Number.isNaN(date) ? 0 : date - Date.now();
    keep(MARK, session.account);
    return session.token;
  }

  #forget() {
    this.session = null;
    forget(MARK);
  }
}

/**
 * Does what uses the refresh token while no other page of this browser does: it is replaced now and then. Over plain http
 * there are no locks, and the server bears with two that come at once.
 * @template T
 * @param {() => Promise<T>} use
 * @returns {Promise<T>}
 */
const alone = (use) => (navigator.locks ? navigator.locks.request("tengen-refresh", use) : use());
