// @ts-check
/** Whom an account does not want to hear: the server's list, in step with what is changed here. */

export class Mutes {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    /** Names by account. @type {Map<string, string>} */
    this.names = new Map();
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** Whose list was read. @type {string | null} */
    this.of = null;
  }

  /**
   * Hears of every change; the answer ends that.
   * @param {() => void} listener
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {string} account */
  has(account) {
    return this.names.has(account);
  }

  /** Reads the list, once for each account. The server leaves out whom one has muted, whether it was read or not. */
  async read() {
    const { accounts } = this.app;
    const { account } = accounts;
    if (account === this.of) return;
    this.of = account;
    this.names.clear();
    if (account !== null) {
      try {
        /** @type {import("../protocol.js").Me} */
        const me = await (await accounts.ask("me")).json();
        if (this.of !== account) return;
        for (const { account: of, name } of me.mutes ?? []) this.names.set(of, name);
      } catch {
        // asked again the next time
        this.of = null;
      }
    }
    this.#changed();
  }

  /**
   * @param {string} account
   * @param {string} name
   * @param {boolean} muted
   * @returns {Promise<import("../session/session.js").WireError | undefined>}
   */
  async set(account, name, muted) {
    const { error } = await this.app.connection.ask({ type: "mute", account, muted });
    if (error) return error;
    if (muted) this.names.set(account, name);
    else this.names.delete(account);
    // what was said meanwhile was not sent
    if (!muted) this.app.connection.hearAgain();
    this.#changed();
    return undefined;
  }

  #changed() {
    for (const listener of this.listeners) listener();
  }
}
