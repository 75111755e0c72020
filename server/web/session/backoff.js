// @ts-check
/**
 * How long to wait before trying again: doubling, bounded, jittered, so that ten thousand pages of a server
 * that comes back do not come at once. All in ms.
 */

const FIRST = 100;
/** No wait is longer, unless the server asks for it. */
const LONGEST = 5_000;
/** No wait that a server asks for is longer: a mistaken one must not keep a player away. */
const LONGEST_ASKED = 60_000;
/** Failures that count after a connection that was of use. */
const SOFTENED = 2;

/**
 * The longest wait after so many failures.
 * @param {number} failures
 */
export const bound = (failures) => Math.min(LONGEST, FIRST * 2 ** Math.min(10, failures));

/** @param {number} most */
export const jitter = (most) => Math.random() * most;

/**
 * Whether the same command with the same id is to be sent again on this connection.
 * @param {{code: string}} error
 */
export const mayBeRepeated = (error) => ["rate_limited", "unavailable", "going_away"].includes(error.code);

/** Waits between attempts. */
export class Backoff {
  #failures = 0;

  /**
   * Between half and the whole of a bound that doubles with each failure, never less than the server asked.
   * @param {number | null | undefined} asked
   */
  next(asked) {
    const most = bound(this.#failures);
    this.#failures += 1;
    const wait = most / 2 + jitter(most / 2);
    return asked ? Math.max(wait, Math.min(asked, LONGEST_ASKED) + jitter(most)) : wait;
  }

  /** After a connection on which the server has done something for us, however short it was. */
  soften() {
    this.#failures = Math.min(this.#failures, SOFTENED);
  }

  /** After a connection that held. */
  reset() {
    this.#failures = 0;
  }
}
