// @ts-check
/**
 * What a player can do now, and what he is asked: buttons below the board. Watching there is none of it.
 */

import { arrange, button, el, iconButton, say } from "../dom.js";
import { isSealing, proposable } from "../game/breaks.js";
import { other } from "../game/vertex.js";
import { colourName, outcomeWithArea, stateText } from "../words/game.js";
import { within } from "../words/time.js";
import { t } from "../words/words.js";

/**
 * @typedef {import("../game/view.js").View} View
 * @typedef {import("../game/vertex.js").Colour} Colour
 * @typedef {{play: () => void, drop: () => void, nudge: (dx: number, dy: number) => void, pass: () => void, undo: () => void, resign: () => void,
 *   answerUndo: (accept: boolean) => void, accept: () => void, resume: () => void, takeSeat: () => void,
 *   propose: (proposal: import("../game/breaks.js").Proposal) => void, ask: () => void, answer: (accept: boolean) => void,
 *   live: () => void, again: () => void, lobby: () => void}} Does
 * @typedef {{me: Colour | null, chosen: string | null, aims: boolean, unseen: boolean, busy: boolean,
 *   seatTaken: boolean, looksBack: boolean}} Now
 *   `chosen` is the vertex of a stone that waits to be confirmed, `aims` that a finger has chosen it, `unseen`
 *   that what is asked has only just changed
 * @typedef {[text: string, press: () => void, kind?: string, answers?: boolean]} Wanted a button; `answers` what
 *   the opponent has done: nobody answers what he has not seen
 */

/**
 * How many moves one takes back: through one's own last one; 0 when there is none.
 * @param {View} view
 * @param {Colour} me
 */
export function toTakeBack(view, me) {
  for (let n = 1; n <= view.moves.length; n += 1) if (view.moves.at(-n)?.by === me) return n;
  return 0;
}

export class Controls {
  /** @param {Does} does */
  constructor(does) {
    this.does = does;
    this.state = el("p", { class: "state", role: "status", tabindex: -1 });
    this.detail = el("p", { class: "detail" });
    this.left = el("p", { class: "detail left" });
    this.buttons = el("div", { class: "buttons" });
    this.element = el("section", { class: "controls card", "aria-label": t("page-game") });
    const nudge = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ dx, /** @type {number} */ dy) =>
      iconButton(sign, name, () => does.nudge(dx, dy));
    this.nudge = el(
      "div",
      { class: "nudge", role: "group", "aria-label": t("page-nudge") },
      nudge("back", t("page-nudge-left"), -1, 0),
      nudge("up", t("page-nudge-up"), 0, -1),
      nudge("down", t("page-nudge-down"), 0, 1),
      nudge("forth", t("page-nudge-right"), 1, 0),
    );
    this.element.append(this.state, this.detail, this.left, this.buttons, this.nudge);
    this.drawn = "";
    /** The buttons that are shown, by their texts. @type {Map<string, {element: HTMLElement, press: () => void, off: boolean}>} */
    this.made = new Map();
  }

  /**
   * @param {View} view
   * @param {Now} now
   */
  show(view, now) {
    const scoring = view.phase === "scoring" ? view.scoring : null;
    say(this.state, this.#state(view, now));
    say(this.detail, this.#detail(now, scoring));
    this.detail.hidden = this.detail.textContent === "";
    this.nudge.hidden = !now.aims;
    const wanted = this.#wanted(view, now);
    const key = JSON.stringify([wanted.map(([text]) => text), now.busy, now.unseen]);
    if (key === this.drawn) return;
    this.drawn = key;
    const hadFocus = this.buttons.contains(document.activeElement);
    this.made = new Map(wanted.map((one) => [one[0], this.#button(one, now)]));
    arrange(this.buttons, [...this.made.values()].map(({ element }) => element));
    // what had it is gone: one reads on where it says why
    if (hadFocus && !this.buttons.contains(document.activeElement)) this.state.focus({ preventScroll: true });
  }

  /**
   * The button that is there already, if there is one. One that is off can still have the focus.
   * @param {Wanted} wanted
   * @param {Now} now
   */
  #button([text, press, kind = "", answers = false], { busy, unseen }) {
    const off = busy || (unseen && answers);
    let made = this.made.get(text);
    if (made) {
      Object.assign(made, { press, off });
    } else {
      const fresh = { element: button(text, () => fresh.off || fresh.press()), press, off };
      made = fresh;
    }
    made.element.className = kind;
    made.element.setAttribute("aria-disabled", String(off));
    return made;
  }

  /**
   * @param {View} view
   * @param {Now} now
   */
  #state(view, now) {
    if (view.phase === "finished" && view.outcome) return outcomeWithArea(view.outcome);
    if (view.undoRequest && now.me === other(view.undoRequest.by)) {
      return t("page-asked-undo", { moves: view.undoRequest.moves });
    }
    const asked = view.undoRequest ?? view.proposal;
    const mine = view.phase === "playing" && view.toMove === now.me && view.handicapLeft === 0 && !asked;
    if (mine && isSealing(view)) return t("page-seal");
    if (!mine || view.nextStopFinal) return stateText(view);
    const last = view.moves.at(-1);
    // nothing on the board shows it
    const passed = last?.vertex === "pass" && last.by !== now.me;
    return passed ? t("page-your-move-passed", { colour: colourName(last.by) }) : t("page-your-move");
  }

  /**
   * @param {Now} now
   * @param {View["scoring"]} scoring
   */
  #detail(now, scoring) {
    if (now.seatTaken) return t("page-seat-taken");
    if (scoring) {
      const marks = t("page-marks", { stones: scoring.dead.length, revision: scoring.revision });
      if (!now.me) return marks;
      return scoring.accepted[now.me] ? t("page-marks-accepted", { marks }) : t("page-marks-hint", { marks });
    }
    return "";
  }

  /**
   * The time that there still is to agree on dead stones, or until a pause is over.
   * @param {View} view
   * @param {number | null} ms
   */
  tick(view, ms) {
    this.left.hidden = ms === null;
    if (ms === null) return;
    const time = within(ms);
    if (view.phase === "paused") return say(this.left, t("page-left-pause", { time }));
    say(this.left, view.scoring?.final ? t("page-left-final", { time }) : t("page-left", { time }));
  }

  /**
   * What can be done.
   * @param {View} view
   * @param {Now} now
   * @returns {Wanted[]}
   */
  #wanted(view, now) {
    const { does } = this;
    const { me } = now;
    if (now.looksBack) return [[t("page-live"), does.live, "main"]];
    if (view.phase === "finished") {
      /** @type {Wanted} */
      const again = [t("page-play-again"), does.again];
      return [...(me ? [again] : []), [t("page-to-lobby"), does.lobby]];
    }
    if (!me) return [];
    if (now.seatTaken) return [[t("page-take-seat"), does.takeSeat, "main"]];
    /** @type {Wanted} */
    const resign = [t("page-resign"), does.resign, "danger"];
    if (view.phase === "waiting") return [resign];
    if (view.phase === "paused" || view.phase === "adjourned") return [...this.#breaks(view, me), resign];
    if (view.phase === "scoring" && view.scoring) {
      const resumes = view.scoring.final ? t("page-ask-resume") : t("page-resume");
      /** @type {Wanted[]} */
      const wanted = [];
      if (!view.scoring.accepted[me]) wanted.push([t("page-accept"), does.accept, "main", true]);
      if (!view.scoring.resume_asked[me]) wanted.push([resumes, does.resume, "", true]);
      return [...wanted, resign];
    }
    if (now.chosen !== null) {
      return [
        [isSealing(view) ? t("page-seal-there", { vertex: now.chosen }) : t("page-play-there", { vertex: now.chosen }), does.play, "main"],
        [t("page-cancel"), does.drop],
      ];
    }
    return [...this.#undo(view, me), ...this.#turn(view, me), ...this.#breaks(view, me), resign];
  }

  /**
   * What both must agree on: asked for, answered, withdrawn.
   * @param {View} view
   * @param {Colour} me
   * @returns {Wanted[]}
   */
  #breaks(view, me) {
    const { answer, ask, propose } = this.does;
    if (view.proposal?.by === me) return [[t("page-proposal-withdraw"), () => answer(false)]];
    if (view.proposal) {
      // an undo is answered first
      if (view.undoRequest && view.undoRequest.by !== me) return [];
      return [
        [t("page-proposal-agree"), () => answer(true), "main", true],
        [t("page-proposal-decline"), () => answer(false), "", true],
      ];
    }
    const proposals = proposable(view);
    if (view.phase === "playing") return proposals.length > 0 ? [[t("page-ask"), ask]] : [];
    /** @type {Wanted[]} */
    const wanted = proposals.includes("go_on") ? [[t("page-go-on"), () => propose("go_on"), "main"]] : [];
    return proposals.includes("adjourn") ? [...wanted, [t("page-adjourn-time"), ask]] : wanted;
  }

  /**
   * @param {View} view
   * @param {Colour} me
   * @returns {Wanted[]}
   */
  #turn(view, me) {
    if (view.toMove !== me || view.handicapLeft > 0) return [];
    return [[isSealing(view) ? t("page-seal-pass") : t("page-pass"), this.does.pass, "pass"]];
  }

  /**
   * @param {View} view
   * @param {Colour} me
   * @returns {Wanted[]}
   */
  #undo(view, me) {
    const { answerUndo, undo } = this.does;
    if (view.undoRequest?.by === me) return [[t("page-undo-withdraw"), () => answerUndo(false)]];
    if (view.undoRequest) {
      return [
        [t("page-undo-allow"), () => answerUndo(true), "main", true],
        [t("page-undo-refuse"), () => answerUndo(false), "", true],
      ];
    }
    return view.setup.undo && !isSealing(view) && toTakeBack(view, me) > 0 ? [[t("page-undo"), undo]] : [];
  }
}
