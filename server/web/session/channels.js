// @ts-check
/**
 * Talk beside a followed game: each line that one may read is told once and in order.
 *
 * What was said before is asked for after each `join`, and of both channels when the game is finished; what
 * is missing before a line that comes by itself is asked for too. Until that is answered lines that come are
 * not told: the answer has them.
 */

import { sideOf } from "../game/view.js";
import { bound, jitter, mayBeRepeated } from "./backoff.js";

/**
 * @typedef {"players" | "spectators"} Channel
 * @typedef {{n: number, at: number, by: string, name: string, text: string}} Line
 */

/** Both. @type {Channel[]} */
export const CHANNELS = ["players", "spectators"];

/**
 * Whether a channel may be read by a player of the game, or by somebody else.
 * @param {Channel} channel
 * @param {boolean} player
 * @param {boolean} finished
 */
export const mayRead = (channel, player, finished) => finished || channel === (player ? "players" : "spectators");

/** What is known of one channel. */
class Heard {
  /** All that may be read up to this line was told. @type {number | null} */
  upto = null;
  newestAt = 0;
  /** The question that is on its way. @type {string | null} */
  asked = null;
  /** Whether everything was told on this connection that was said before. */
  listed = false;
  againAt = Infinity;
  tries = 0;
  /** What was asked is to be asked once more. */
  stale = false;
}

export class Channels {
  /** @param {import("./followed.js").Followed} followed */
  constructor(followed) {
    this.followed = followed;
    this.heard = { players: new Heard(), spectators: new Heard() };
  }

  closed() {
    for (const channel of CHANNELS) Object.assign(this.heard[channel], { asked: null, listed: false, againAt: Infinity });
  }

  /** What was told may have left somebody out: the newest lines are asked for, and told, once more. */
  anew() {
    for (const channel of CHANNELS) {
      const heard = this.heard[channel];
      // the answer to a question that is on its way may still leave him out
      if (heard.asked !== null) heard.stale = true;
      else Object.assign(heard, { upto: null, listed: false });
    }
    this.ask();
  }

  isAsked() {
    return CHANNELS.some((channel) => this.heard[channel].asked !== null);
  }

  nextDue() {
    return Math.min(...CHANNELS.map((channel) => this.heard[channel].againAt));
  }

  /** @param {number} now */
  due(now) {
    for (const channel of CHANNELS) {
      if (this.heard[channel].againAt <= now) this.heard[channel].againAt = Infinity;
    }
    this.ask();
  }

  /** Asks for what was said in the channels that may be read and were not asked for. */
  ask() {
    const { session, view, joined, game } = this.followed;
    if (session.talkOff || !session.ready || !joined || !view) return;
    const player = sideOf(view, session.account) !== null;
    for (const channel of CHANNELS) {
      const heard = this.heard[channel];
      const open = mayRead(channel, player, view.phase === "finished");
      if (!open || heard.listed || heard.asked !== null || heard.againAt !== Infinity) continue;
      const since = heard.upto === null ? {} : { after: heard.upto };
      heard.asked = session.sendNew({ type: "talk", game, channel, ...since });
    }
  }

  /**
   * @param {string} re
   * @param {import("./session.js").Result} result
   * @param {number} now
   */
  answered(re, result, now) {
    const channel = CHANNELS.find((one) => this.heard[one].asked === re);
    if (!channel) return false;
    const heard = this.heard[channel];
    heard.asked = null;
    if (result.error) {
      if (mayBeRepeated(result.error)) {
        heard.tries += 1;
        const pause = result.error.retry_after ?? bound(heard.tries);
        heard.againAt = now + pause + jitter(pause / 4);
      } else if (result.error.code === "talk_off") {
        this.followed.session.talkOff = true;
        this.followed.session.tell({ type: "talk_off" });
      } else {
        // it cannot be heard here: that is no reason to end the game
        heard.listed = true;
      }
      return true;
    }
    const { lines, upto, more } = result.ok;
    // a channel that begins anew: what was known has gone, not what was told
    const anew = heard.upto !== null && upto < heard.upto;
    const { newestAt } = heard;
    const known = heard.upto ?? 0;
    heard.tries = 0;
    heard.upto = upto;
    heard.listed = !more;
    for (const line of lines) if (anew ? line.at > newestAt : line.n > known) this.tell(channel, line);
    if (heard.stale) Object.assign(heard, { stale: false, upto: null, listed: false });
    if (!heard.listed) this.ask();
    return true;
  }

  /**
   * A line came by itself.
   * @param {Channel} channel
   * @param {Line} line
   */
  line(channel, line) {
    const heard = this.heard[channel];
    if (!heard || !heard.listed || heard.upto === null) return;
    if (line.n === heard.upto + 1) {
      heard.upto = line.n;
      this.tell(channel, line);
    } else if (line.n > heard.upto || line.at > heard.newestAt) {
      heard.listed = false;
      this.ask();
    }
  }

  /**
   * @param {Channel} channel
   * @param {Line} line
   */
  tell(channel, line) {
    const heard = this.heard[channel];
    heard.newestAt = Math.max(heard.newestAt, line.at);
    this.followed.session.tell({ type: "talk", game: this.followed.game, channel, line });
  }
}
