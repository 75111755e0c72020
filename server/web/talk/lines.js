// @ts-check
/** What was said beside each game, as far as this page has heard it. */

/**
 * @typedef {import("../session/channels.js").Channel} Channel
 * @typedef {import("../session/channels.js").Line & {channel: Channel}} Said
 */

/** Lines of a game that are kept. */
const KEPT = 2_000;

export class Lines {
  /** @param {import("../session/connection.js").Connection} connection */
  constructor(connection) {
    /** @type {Map<string, Said[]>} */
    this.games = new Map();
    connection.listen((update) => {
      if (update.type === "talk") this.#take(update.game, { ...update.line, channel: update.channel });
    });
  }

  /**
   * In the order in which they were said.
   * @param {string} game
   */
  of(game) {
    return this.games.get(game) ?? [];
  }

  /**
   * @param {string} game
   * @param {Said} said
   */
  #take(game, said) {
    const lines = this.of(game);
    let at = lines.length;
    while (at > 0 && /** @type {Said} */ (lines[at - 1]).at > said.at) at -= 1;
    // told once more when somebody is heard again
    const isKnown = (/** @type {Said} */ { n, at: when, channel }) => n === said.n && when === said.at && channel === said.channel;
    for (let near = at; near > 0 && lines[near - 1]?.at === said.at; near -= 1) {
      if (isKnown(/** @type {Said} */ (lines[near - 1]))) return;
    }
    lines.splice(at, 0, said);
    if (lines.length > KEPT) lines.shift();
    this.games.set(game, lines);
  }
}
