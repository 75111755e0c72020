// @ts-check
/** What an organiser can do now: everything asked for by a button, and again before it is done. */

import { button, el, say } from "../dom.js";
import { check, input, select } from "../lobby/fields.js";
import { failure } from "../shell/account.js";
import { t } from "../words/words.js";
import { openAct, openDeed } from "./act.js";
import { openEnterForm } from "./enter.js";
import { openByHand } from "./hand.js";
import { openImport } from "./import.js";
import { named } from "./words.js";

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {import("../protocol.js").RoundView} RoundView
 * @typedef {{state: "entry" | "drawn" | "waiting" | "open" | "paired_next" | "over", stage: number, round: number,
 *   lasts: boolean}} Now `waiting`: a round is paired and has not begun; `open`: it goes on; `paired_next`: it is
 *   complete; `lasts`: a further stage is set
 */

/**
 * Where an event is, for whoever leads it. Pure.
 * @param {TournamentView} view
 * @param {RoundView | null} round its newest round
 * @returns {Now}
 */
export function nowOf({ phase, stages = [], settings }, round) {
  const stage = stages.at(-1);
  const at = { stage: stage?.stage ?? 0, round: stage?.rounds ?? 0, lasts: (stage?.stage ?? 0) < settings.stages.length };
  if (phase === "entry" || phase === "drawn") return { state: phase, ...at };
  if (phase !== "running" || !stage) return { state: "over", ...at };
  if (stage.rounds === 0 || stage.complete >= stage.rounds) return { state: "paired_next", ...at };
  return { state: round && round.begun === undefined ? "waiting" : "open", ...at };
}

/** How the field can be put in order. */
const DRAWS = ["seed", "rating", "rank", "seeded", "lot"];

export class Organise {
  /** @param {import("./page.js").TournamentPage} page */
  constructor(page) {
    this.page = page;
    this.state = el("p", { role: "status" });
    this.deeds = el("div", { class: "buttons" });
    this.problem = el("p", { class: "problem", role: "alert" });
    const always = el("div", { class: "buttons" });
    always.append(
      button(t("contest-settings"), () => void this.#settings()),
      button(t("contest-add-entry"), () => page.view && openEnterForm(page, page.view, {})),
      button(t("contest-import"), () => openImport(page)),
      button(t("contest-cancel"), () => openAct(page, t("contest-cancel"), { yes: t("contest-cancel"), danger: true, ask: (act) => ({ ask: "cancel", act }) }), { class: "danger" }),
    );
    this.element = el("div", {}, el("h2", {}, t("contest-do-next")), this.state, this.deeds, this.problem);
    this.element.append(el("h2", {}, t("contest-do-always")), always);
    this.always = always;
    this.drawn = "";
  }

  /** @param {TournamentView} view */
  async show(view) {
    const stage = view.stages?.at(-1);
    const isOpen = stage && stage.rounds > stage.complete;
    this.round = isOpen ? await this.page.source.round(stage.stage, stage.rounds) : null;
    const now = nowOf(view, this.round);
    say(this.state, named("contest-now", now.state, { round: now.round, next: now.round + 1, stage: now.stage }));
    this.always.hidden = now.state === "over";
    const key = JSON.stringify(now);
    if (key === this.drawn) return;
    this.drawn = key;
    const hadFocus = this.deeds.contains(document.activeElement);
    this.deeds.replaceChildren(...this.#buttons(now));
    if (hadFocus) this.deeds.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @type {RoundView | null} */
  round = null;

  /**
   * @param {Now} now
   * @returns {Node[]}
   */
  #buttons({ state, stage, lasts }) {
    const ask = (/** @type {string} */ name, /** @type {import("./source.js").Ask} */ what, kind = "") =>
      button(t(`contest-do-${name}`), () => this.#confirm(name, what), { class: kind });
    const draw = (/** @type {string} */ kind) => button(t("contest-do-draw"), () => this.#draw(), { class: kind });
    const byHand = button(t("contest-by-hand-title"), () => void this.#byHand());
    switch (state) {
      case "entry":
        return [draw("main")];
      case "drawn":
        return [ask("start", { ask: "start" }, "main"), draw("")];
      case "waiting":
        return [ask("begin", { ask: "begin" }, "main"), byHand];
      case "open":
        return [ask("close", { ask: "close_round" }, "danger")];
      case "paired_next":
        return [
          ask("pair", { ask: "pair" }, "main"),
          ask("pair-begin", { ask: "pair", begin: true }),
          byHand,
          ...(lasts ? [button(t("contest-do-next-stage"), () => this.#nextStage(stage + 1))] : []),
          ask("finish", { ask: "finish" }, lasts ? "danger" : ""),
        ];
      default:
        return [];
    }
  }

  /**
   * @param {string} name
   * @param {import("./source.js").Ask} ask
   */
  #confirm(name, ask) {
    const { page } = this;
    openDeed(t(`contest-do-${name}`), [el("p", {}, t(`contest-ask-${name}`))], { yes: t(`contest-do-${name}`), does: () => page.ask(ask) });
  }

  #draw() {
    const { page } = this;
    const by = select(t("contest-draw-by"), DRAWS.map((how) => [how, named("contest-drawn", how, { seeded: "…" })]), "seed");
    const seeded = input(t("contest-draw-seeded"), { type: "number", min: 1, step: 1, value: 4 });
    const changed = () => {
      seeded.element.hidden = by.box.value !== "seeded";
    };
    by.box.addEventListener("change", changed);
    changed();
    const does = () => {
      const how = by.box.value === "seeded" ? { seeded: { seeded: Math.max(0, Math.round(Number(seeded.box.value))) } } : by.box.value;
      return page.ask({ ask: "draw", by: how });
    };
    openDeed(t("contest-do-draw"), [el("p", {}, t("contest-ask-draw")), by.element, seeded.element], { yes: t("contest-do-draw"), does });
  }

  /** @param {number} stage */
  #nextStage(stage) {
    const { page } = this;
    const chosen = input(t("contest-chosen"), { autocomplete: "off", maxlength: 4000, placeholder: "3, 1, 8, 5" });
    const byPlaces = check(t("contest-chosen-by-places"), true);
    const changed = () => {
      chosen.element.hidden = byPlaces.box.checked;
    };
    byPlaces.box.addEventListener("change", changed);
    changed();
    const does = () => {
      const numbers = chosen.box.value.match(/\d+/g)?.map(Number) ?? [];
      return page.ask({ ask: "next_stage", ...(!byPlaces.box.checked && { chosen: numbers }) });
    };
    openDeed(t("contest-do-next-stage"), [el("p", {}, t("contest-ask-next-stage", { stage })), byPlaces.element, chosen.element], {
      yes: t("contest-do-next-stage"),
      does,
    });
  }

  /** The list begins with the round that waits, or with the field in the order of the draw. */
  async #byHand() {
    const { page, round } = this;
    const { view } = page;
    const stage = view?.stages?.at(-1);
    if (!view || !stage) return;
    const gone = new Set(view.entries.filter((entry) => entry.gone).map(({ no }) => no));
    const field = stage.field.map(({ entry }) => entry).filter((no) => !gone.has(no));
    if (round) {
      const pairs = round.bouts.map(({ first, second }) => ({ first, second }));
      openByHand(page, { pairs, byes: round.byes ?? [] }, field);
      return;
    }
    say(this.problem, "");
    try {
      const { rows } = await page.source.standings(stage.stage);
      const order = rows.map(({ entry }) => entry).filter((no) => field.includes(no));
      const pairs = [];
      for (let at = 0; at + 1 < order.length; at += 2) pairs.push({ first: order[at] ?? 0, second: order[at + 1] ?? 0 });
      openByHand(page, { pairs, byes: order.length % 2 === 1 ? order.slice(-1) : [] }, field);
    } catch (error) {
      say(this.problem, failure(error));
    }
  }

  async #settings() {
    const { page } = this;
    const form = await import("./form.js").catch(() => null);
    if (!form) say(this.problem, t("page-unreachable"));
    else if (page.view) form.openSettingsForm(page, page.view.settings);
  }
}
