// @ts-check
/** The form of an offer, to anybody or to one person. */

import { shortTime } from "../clock/short.js";
import { button, el, printable, say } from "../dom.js";
import { Refused } from "../session/accounts.js";
import { failure } from "../shell/account.js";
import { openDialog } from "../shell/dialog.js";
import { komiText, rulesText, visibilityText, zi } from "../words/game.js";
import { reason, refusal } from "../words/refusal.js";
import { timeControl } from "../words/time.js";
import { t } from "../words/words.js";
import { bare, check, input, select } from "./fields.js";
import { playerOf } from "./players.js";
import * as of from "./terms.js";

/**
 * @typedef {{account: string, name: string}} Person
 * @typedef {import("./terms.js").Choice} Choice
 */

/** Names of the paces of the first three time controls. */
const PACES = ["page-preset-blitz", "page-preset-normal", "page-preset-slow"];

class Form {
  /**
   * @param {import("../app.js").App} app
   * @param {() => void} offered
   * @param {Person | null} to
   */
  constructor(app, offered, to) {
    this.app = app;
    this.offered = offered;
    this.to = to;
    const was = of.lastChoice();
    const number = { type: "number", min: of.SIDE.min, max: of.SIDE.max, step: 1, inputmode: "numeric" };
    this.width = bare(t("page-width"), { ...number, value: was.width });
    this.height = bare(t("page-height"), { ...number, value: was.height });
    this.timeText = bare(t("page-time-typed"), { value: was.timeText, maxlength: 64, autocapitalize: "off", spellcheck: "false" });
    this.points = bare(t("page-points"), { type: "number", step: 0.5, min: -of.MOST_KOMI, max: of.MOST_KOMI, value: was.points });
    this.sides = el("div", { class: "other sides-of" }, this.width, el("span", { "aria-hidden": "true" }, "×"), this.height);
    this.typed = el("div", { class: "other" }, this.timeText, el("p", { class: "hint" }, t("page-time-hint")));
    this.pointsBox = el("div", { class: "other" }, this.points);
    const all = this.#lists(was);
    this.fields = all;
    this.undo = check(t("page-offer-undo"), was.undo);
    this.opponent = input(t("page-offer-to"), { maxlength: 64, autocomplete: "off", placeholder: t("page-anybody") });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.presets = el("div", { class: "presets", role: "group", "aria-label": t("page-presets") });
    this.presets.append(...of.PRESETS.map((preset) => this.#preset(preset)));
    const { size, rules, time, colour, handicap, komi, visibility, placement, ko, suicide, compensation } = all;
    const main = [size, rules, time, colour, handicap, komi, visibility];
    if (!to) main.push(/** @type {any} */ (this.opponent));
    for (const { element } of [time, this.opponent]) element.classList.add("wide");
    this.fine = el("details", { class: "fine" }, el("summary", {}, t("page-offer-fine")));
    this.fine.append(el("div", { class: "offer-form" }, ...[placement, ko, suicide, compensation].map(({ element }) => element)));
    this.fine.open = [was.ko, was.suicide, was.compensation].some((text) => text !== "") || was.placement !== "fixed";
    this.element = el("form", {
      novalidate: true,
      on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#send();
        },
        input: () => this.#changed(),
      },
    });
    this.element.append(
      this.presets,
      el("div", { class: "offer-form" }, ...main.map(({ element }) => element)),
      this.fine,
      this.undo.element,
      this.problem,
      el(
        "div",
        { class: "buttons" },
        button(t("page-cancel"), () => this.close()),
        el("button", { type: "submit", class: "main" }, t("page-offer")),
      ),
    );
    this.#changed();
    const title = to ? t("page-challenge-of", { name: printable(to.name) }) : t("page-offer-title");
    this.close = openDialog(title, [this.element]);
  }

  /** @param {Choice} was */
  #lists(was) {
    const named = (/** @type {string[]} */ names, /** @type {(name: string) => string} */ text) =>
      names.map((name) => /** @type {[string, string]} */ ([name, text(name)]));
    const knob = (/** @type {string} */ prefix) => (/** @type {string} */ name) =>
      name === "" ? t("page-as-rules") : t(`${prefix}-${name}`);
    const other = t("page-other");
    const times = of.TIMES.map((control, at) => /** @type {[string, string]} */ ([String(at), timeControl(control)]));
    return {
      size: select(
        t("page-offer-size"),
        named(of.SIZES, (side) => (side === of.OTHER ? other : `${side}×${side}`)),
        was.size,
        [this.sides],
      ),
      rules: select(t("page-offer-rules"), named(of.RULES, rulesText), was.rules),
      time: select(t("page-offer-time"), [...times, [of.OTHER, other]], was.time, [this.typed]),
      colour: select(
        t("page-offer-colour"),
        named(of.COLOURS, (name) => t(`maker-${name}`)),
        was.colour,
      ),
      handicap: select(
        t("page-offer-handicap"),
        named(of.HANDICAPS, (n) => (n === "0" ? t("page-even") : t("handicap", { stones: Number(n) }))),
        was.handicap,
      ),
      komi: select(
        t("page-offer-komi"),
        named(of.KOMIS, (points) => (points === of.OTHER ? other : komiText(Number(points)))),
        was.komi,
        [this.pointsBox],
      ),
      visibility: select(t("page-offer-visibility"), named(of.VISIBILITIES, visibilityText), was.visibility),
      placement: select(t("page-offer-placement"), named(of.PLACEMENTS, (name) => t(`placement-${name}`)), was.placement),
      ko: select(t("page-offer-ko"), named(of.KO, knob("ko")), was.ko),
      suicide: select(t("page-offer-suicide"), named(of.SUICIDE, knob("suicide")), was.suicide),
      compensation: select(t("page-offer-compensation"), named(of.COMPENSATION, knob("compensation")), was.compensation),
    };
  }

  /** @param {{size: string, time: string}} preset */
  #preset({ size, time }) {
    const pace = t(PACES[Number(time)] ?? "page-other", { size: `${size}×${size}` });
    const press = () => {
      this.fields.size.box.value = size;
      this.fields.time.box.value = time;
      this.#changed();
    };
    return button(pace, press, { "data-size": size, "data-time": time });
  }

  /** What the fields hold. @returns {Choice} */
  get choice() {
    const held = Object.fromEntries(Object.entries(this.fields).map(([name, { box }]) => [name, box.value]));
    const [width, height, timeText, points] = [this.width, this.height, this.timeText, this.points].map((box) => box.value);
    return /** @type {any} */ ({ ...held, width, height, timeText, points, undo: this.undo.box.checked });
  }

  /** Shows what belongs to what was chosen, and what does not fit it. */
  #changed() {
    const { choice, fields } = this;
    for (const one of this.presets.children) {
      const { size, time } = /** @type {HTMLElement} */ (one).dataset;
      one.setAttribute("aria-pressed", String(size === choice.size && time === choice.time));
    }
    this.sides.hidden = choice.size !== of.OTHER;
    // whoever wants another time begins with the one that was there
    const known = of.TIMES[Number(this.timeBefore ?? choice.time)];
    if (choice.time === of.OTHER && this.typed.hidden && known) this.timeText.value = shortTime(known);
    this.timeBefore = choice.time;
    this.typed.hidden = choice.time !== of.OTHER;
    this.pointsBox.hidden = choice.komi !== of.OTHER;
    const stones = Number(choice.handicap);
    const usual = fields.komi.box.options[0];
    const points = of.usualKomi(choice.rules, stones);
    if (usual) usual.text = t("page-komi-usual-of", { points, zi: zi(points * 2) });
    const size = of.sizeOf(choice);
    const places = size ? of.fixedPlaces(size) : 9;
    // a board without places for so many stones: they are placed freely
    const [fixed] = fields.placement.box.options;
    if (fixed) fixed.disabled = stones > 1 && stones > places;
    if (fixed?.disabled) fields.placement.box.value = "free";
    fields.placement.box.disabled = stones < 2;
    const { faults = {} } = of.termsOf(choice);
    // what is still being typed is not called wrong
    const seen = this.tried ? faults : { colour: faults.colour };
    for (const name of /** @type {const} */ (["size", "time", "colour", "handicap", "komi"])) {
      const key = seen[name];
      fields[name].fault(key ? t(key) : "");
    }
    this.opponent.fault("");
    say(this.problem, "");
  }

  /** Somebody wanted to send it: whatever is wrong is said. */
  tried = false;
  /** @type {string | undefined} */
  timeBefore = undefined;

  /** The account that is meant; null for anybody. Says what is wrong with the name. */
  async #whom() {
    const name = this.opponent.box.value.trim();
    if (this.to) return this.to.account;
    return name === "" ? null : (await playerOf(name)).account;
  }

  async #send() {
    if (this.element.ariaBusy === "true") return undefined;
    this.tried = true;
    this.#changed();
    const { choice } = this;
    const { terms } = of.termsOf(choice);
    if (!terms) return this.#toFault();
    this.element.ariaBusy = "true";
    try {
      const to = await this.#whom();
      const { error } = await this.app.connection.ask({ type: "offer", terms: to === null ? terms : { ...terms, to } });
      this.element.ariaBusy = "false";
      if (error) return this.#refused(error);
    } catch (error) {
      this.element.ariaBusy = "false";
      if (error instanceof Refused && error.error.code === "not_found") {
        this.opponent.fault(t("page-nobody"));
        return this.#toFault();
      }
      return say(this.problem, failure(error));
    }
    of.remember(choice);
    this.close();
    return this.offered();
  }

  /** @param {import("../session/session.js").WireError} error */
  #refused(error) {
    const name = of.fieldOf(error);
    const field = name === "to" ? this.opponent : name && this.fields[name];
    if (!field || (name === "to" && this.to)) return say(this.problem, refusal(error));
    field.fault(reason(error) ?? refusal(error));
    return this.#toFault();
  }

  /** To the first field that is wrong. */
  #toFault() {
    const first = this.element.querySelector("[aria-invalid]");
    if (first instanceof HTMLElement) first.focus();
  }
}

/**
 * @param {import("../app.js").App} app
 * @param {() => void} offered
 * @param {Person | null} [to] whom alone it is for
 */
export const openOfferForm = (app, offered, to = null) => new Form(app, offered, to);
