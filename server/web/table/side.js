// @ts-check
/** One side of a game: who it is, the clock, what it has captured. */

import { el, printable, say } from "../dom.js";
import { passPrisoners } from "../game/view.js";
import { colourName } from "../words/game.js";
import { clockFace } from "../words/time.js";
import { t } from "../words/words.js";

/**
 * @typedef {import("../game/view.js").View} View
 * @typedef {import("../game/vertex.js").Colour} Colour
 * @typedef {import("../clock/clock.js").Clock} Clock
 */

/** Below this the time of a move is short, ms. */
const SHORT = 10_000;
/** A call is shown so long, ms. */
const CALLED_FOR = 2_500;

export class Side {
  /** @param {Colour} colour */
  constructor(colour) {
    this.colour = colour;
    this.name = el("span", { class: "name" });
    this.tags = el("span", { class: "tags" });
    this.captures = el("span", { class: "captures" });
    this.time = el("span", { class: "time" });
    this.extra = el("span", { class: "extra" });
    /** What the time keeper has called. */
    this.called = el("span", { class: "called" });
    this.calledAt = 0;
    this.element = el(
      "section",
      { class: `side card ${colour}`, "aria-label": colourName(colour) },
      el("span", { class: `token ${colour}`, "aria-hidden": "true" }),
      el("span", { class: "about" }, this.name, el("span", { class: "below" }, this.captures, this.tags)),
      el("span", { class: "clock", role: "timer", "aria-live": "off" }, this.time, this.extra, this.called),
    );
  }

  /**
   * @param {View} view
   * @param {{me: Colour | null, captures: {black: number, white: number}}} of
   */
  show(view, { me, captures }) {
    const { colour } = this;
    const stones = captures[colour];
    const passes = passPrisoners(view, colour);
    say(this.name, printable(view.names[colour]));
    say(this.captures, passes > 0 ? t("page-captured-passes", { stones, passes }) : t("page-captured", { stones }));
    const tags = [];
    if (view.warnings[colour] > 0) tags.push(t("page-warned", { count: view.warnings[colour] }));
    if (view.noRepetition[colour]) tags.push(t("page-no-repetition"));
    if (view.penalties[colour] > 0) tags.push(t("page-penalties", { count: view.penalties[colour] }));
    if (view.phase === "waiting" && !view.arrived[colour]) tags.push(t("page-not-here"));
    if (view.scoring && view.phase === "scoring") {
      if (view.scoring.accepted[colour]) tags.push(t("page-accepts"));
      if (view.scoring.resume_asked[colour]) tags.push(t("page-wants-on"));
    }
    // last: where there is little room the others matter more
    if (me === colour) tags.push(t("page-you"));
    this.tags.replaceChildren(...tags.map((tag) => el("span", { class: "tag" }, tag)));
    const turn = view.phase === "playing" && view.toMove === colour;
    this.element.classList.toggle("turn", turn);
    const winner = view.phase === "finished" && view.outcome?.winner === colour;
    this.element.classList.toggle("winner", winner);
  }

  /**
   * Shows a call for a while.
   * @param {string} text
   * @param {number} now
   */
  call(text, now) {
    say(this.called, text);
    this.calledAt = now;
  }

  /**
   * @param {Clock | null} clock
   * @param {boolean} running
   * @param {number} now
   */
  tick(clock, running, now) {
    this.element.classList.toggle("running", running);
    if (!running || now - this.calledAt > CALLED_FOR) say(this.called, "");
    if (!clock) {
      say(this.time, "");
      say(this.extra, "");
      return;
    }
    const inOvertime = clock.main === 0 && clock.period !== undefined;
    const left = inOvertime ? (clock.period ?? 0) : clock.main;
    const last = inOvertime ? clock.periods === undefined || clock.periods <= 1 : clock.period === undefined;
    say(this.time, clockFace(left));
    this.element.classList.toggle("short", running && last && left < SHORT);
    say(this.extra, overtime(clock, inOvertime));
  }
}

/**
 * What of the clock is beside the time that runs.
 * @param {Clock} clock
 * @param {boolean} inOvertime
 */
function overtime(clock, inOvertime) {
  const { periods, stones } = clock;
  const time = clockFace(clock.period ?? 0);
  if (periods !== undefined) return inOvertime ? t("page-periods", { periods }) : t("page-then-periods", { periods, time });
  if (stones !== undefined) return inOvertime ? t("page-stones", { stones }) : t("page-then-stones", { stones, time });
  return "";
}
