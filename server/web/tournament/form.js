// @ts-check
/** The form of a new tournament, from a preset, and of the settings of one that is there. */

import { button, el, printable } from "../dom.js";
import { check, input, select } from "../lobby/fields.js";
import { KO, RULES } from "../lobby/terms.js";
import { playerOf } from "../lobby/players.js";
import { Refused } from "../session/accounts.js";
import { rulesText } from "../words/game.js";
import { t } from "../words/words.js";
import { Wrong, area, openDeed } from "./act.js";
import { addressOf } from "./address.js";
import {
  BOUTS, ILLEGAL_MOVES, LATENESS, MOVE_LIMIT, ORDERS, OVERTIMES, PACES, SYSTEMS, UNRULED, fieldsOf, settingsOf, stageFieldsOf,
} from "./settings.js";
import { create, presetsOf } from "./source.js";
import { named, ownZone } from "./words.js";

/**
 * @typedef {import("../protocol.js").EventSettings} EventSettings
 * @typedef {import("../protocol.js").StageSettings} StageSettings
 */

/** Stages of an event. */
const STAGES = 8;

/**
 * @param {string} prefix
 * @param {string[]} codes
 */
const options = (prefix, codes) => codes.map((code) => /** @type {[string, string]} */ ([code, named(prefix, code)]));

/** The fields of one stage. */
class StageForm {
  /**
   * @param {StageSettings} stage
   * @param {number} at from 0
   * @param {() => boolean} teams whether teams play
   */
  constructor(stage, at, teams) {
    const was = stageFieldsOf(stage);
    this.base = stage;
    this.teams = teams;
    this.at = at;
    const number = { type: "number", step: 1, min: 1, inputmode: "numeric" };
    const kept = stage.order ? ORDERS : ORDERS.filter((name) => name !== "kept");
    this.fields = {
      system: select(t("contest-field-system"), options("contest-choose-system", SYSTEMS), was.system),
      count: input(t("contest-field-count"), { ...number, value: was.count }),
      bout: select(t("contest-field-bout"), options("contest-choose-bout", [...BOUTS.players, ...BOUTS.teams]), was.bout),
      games: input(t("contest-field-games"), { ...number, value: was.games }),
      order: select(t("contest-field-order"), options("contest-choose-order", kept), was.order),
      first: input(t("contest-field-first"), { ...number, min: 2, value: was.first }),
      pace: select(t("contest-field-pace"), options("contest-choose-pace", PACES), was.pace),
      pause: input(t("contest-field-pause"), { value: was.pause, maxlength: 16, autocapitalize: "off", spellcheck: "false" }),
      zone: input(t("contest-field-zone"), { value: was.zone || ownZone(), maxlength: 64, autocapitalize: "off", spellcheck: "false" }),
    };
    this.times = area(t("contest-field-times"), { rows: 4, value: was.times, placeholder: "2026-12-01 09:30", spellcheck: "false" });
    this.carry = check(t("contest-field-carry"), was.carry);
    const { zone, ...rest } = this.fields;
    this.element = el("fieldset", { class: "stage" }, el("legend", {}, t("contest-stage-of", { stage: at + 1 })));
    const grid = el("div", { class: "offer-form" }, ...Object.values(rest).map(({ element }) => element));
    this.element.append(grid, this.carry.element, zone.element, this.times.element);
    this.element.addEventListener("change", () => this.changed());
    this.changed();
  }

  /** Shows what belongs to what was chosen. */
  changed() {
    const { system, count, bout, games, first, pace, pause, zone } = this.fields;
    const kinds = this.teams() ? BOUTS.teams : BOUTS.players;
    for (const option of bout.box.options) option.hidden = option.disabled = !kinds.includes(option.value);
    if (!kinds.includes(bout.box.value)) bout.box.value = kinds[0] ?? "";
    label(count, named("contest-count", system.box.value));
    label(games, t(bout.box.value === "boards" ? "contest-field-boards" : "contest-field-games"));
    games.element.hidden = !["best_of", "boards"].includes(bout.box.value);
    first.element.hidden = this.carry.element.hidden = this.at === 0;
    pause.element.hidden = pace.box.value !== "at_once";
    zone.element.hidden = this.times.element.hidden = pace.box.value !== "at";
  }

  /** @returns {import("./settings.js").StageFields} */
  get held() {
    const held = Object.fromEntries(Object.entries(this.fields).map(([name, { box }]) => [name, box.value]));
    return /** @type {any} */ ({ ...held, times: this.times.box.value, carry: this.carry.box.checked });
  }

  /**
   * @param {string} field
   * @param {string} text
   */
  fault(field, text) {
    /** @type {any} */ (this.fields)[field]?.fault(text);
  }
}

/**
 * @param {{element: HTMLElement}} field
 * @param {string} text
 */
function label({ element }, text) {
  const name = element.querySelector(".label");
  if (name) name.textContent = text;
}

class SettingsForm {
  /**
   * @param {EventSettings} base
   * @param {(account: string) => string} nameOf
   */
  constructor(base, nameOf) {
    this.nameOf = nameOf;
    this.element = el("div", {});
    this.fill(base);
  }

  /** @param {EventSettings} base */
  fill(base) {
    this.base = base;
    const was = fieldsOf(base, this.nameOf);
    const text = { autocomplete: "off", maxlength: 400 };
    this.fields = {
      name: input(t("contest-name"), { ...text, maxlength: 80, value: was.name }),
      entry: select(t("contest-entry"), options("contest-entry", ["open", "organiser"]), was.entry),
      limit: input(t("contest-field-limit"), { type: "number", min: 2, max: 1000, step: 1, value: was.limit }),
      size: input(t("page-offer-size"), { ...text, value: was.size, maxlength: 5 }),
      rules: select(t("page-offer-rules"), RULES.map((name) => [name, rulesText(name)]), was.rules),
      time: input(t("page-time-typed"), { ...text, value: was.time, maxlength: 64, autocapitalize: "off", spellcheck: "false" }),
      komi: input(t("contest-field-komi"), { type: "number", step: 0.5, value: was.komi }),
      ko: select(t("page-offer-ko"), KO.map((ko) => [ko, ko === "" ? t("page-as-rules") : t(`ko-${ko}`)]), was.ko),
      unruled: select(t("contest-unruled"), options("contest-unruled", UNRULED), was.unruled),
      moveLimit: input(t("contest-move-limit"), { type: "number", ...MOVE_LIMIT, step: 1, value: was.moveLimit }),
      lateness: select(t("contest-lateness"), options("contest-lateness", LATENESS), was.lateness),
      illegal: select(t("contest-illegal_move"), options("contest-illegal_move", ILLEGAL_MOVES), was.illegal),
      overtime: select(t("contest-overtime"), options("contest-overtime", OVERTIMES), was.overtime),
      organisers: input(t("contest-field-organisers"), { ...text, value: was.organisers }),
      referees: input(t("contest-field-referees"), { ...text, value: was.referees }),
    };
    this.description = area(t("contest-field-description"), { rows: 3, maxlength: 4000, value: was.description });
    this.prizes = area(t("contest-field-prizes"), { rows: 2, maxlength: 8100, value: was.prizes });
    this.teams = check(t("contest-field-teams"), was.teams);
    this.hosted = check(t("contest-field-hosted"), was.hosted);
    this.stages = base.stages.map((stage, at) => this.#stage(stage, at));
    this.teams.box.addEventListener("change", () => this.stages?.forEach((stage) => stage.changed()));
    this.list = el("div", {}, ...this.stages.map(({ element }) => element));
    const { name, lateness, illegal, overtime, organisers, referees, ...rest } = this.fields;
    this.element.replaceChildren(
      name.element,
      this.description.element,
      el("div", { class: "offer-form" }, ...Object.values(rest).map(({ element }) => element)),
      el("p", { class: "hint" }, t("page-time-hint")),
      lateness.element,
      illegal.element,
      overtime.element,
      this.prizes.element,
      this.teams.element,
      this.hosted.element,
      this.list,
      el(
        "div",
        { class: "buttons" },
        button(t("contest-add-stage"), () => this.#addStage()),
        button(t("contest-remove-stage"), () => this.#removeStage()),
      ),
      organisers.element,
      referees.element,
    );
  }

  /**
   * @param {StageSettings} stage
   * @param {number} at
   */
  #stage(stage, at) {
    return new StageForm(stage, at, () => this.teams?.box.checked ?? false);
  }

  #addStage() {
    const stages = this.stages ?? [];
    if (stages.length >= STAGES) return;
    const bout = this.teams?.box.checked ? { bout: "boards", boards: 3 } : { bout: "best_of", games: 3 };
    const last = { system: { system: "elimination", losses: 1 }, bout, draws: "replay", from: { first: 2 } };
    stages.push(this.#stage(/** @type {StageSettings} */ (last), stages.length));
    this.list?.append(stages.at(-1)?.element ?? "");
  }

  #removeStage() {
    if ((this.stages?.length ?? 0) > 1) this.stages?.pop()?.element.remove();
  }

  /**
   * The accounts of officials, by the names that were typed; those that were there are known.
   * @param {"organisers" | "referees"} which
   */
  async #officials(which) {
    const typed = this.fields?.[which].box.value ?? "";
    const names = typed.split(/[,，、]/).map((name) => name.trim()).filter((name) => name !== "");
    const known = new Map((this.base?.[which] ?? []).map((id) => [this.nameOf(id), id]));
    const found = [];
    for (const name of names) {
      try {
        found.push(known.get(name) ?? (await playerOf(name)).account);
      } catch (error) {
        if (error instanceof Refused && error.error.code === "not_found") throw new Wrong(t("contest-wrong-official", { name: printable(name) }));
        throw error;
      }
    }
    return [...new Set(found)];
  }

  /** What was chosen; rejects with what is wrong, and says it at its field. */
  async settings() {
    const { base, fields, stages } = this;
    if (!base || !fields || !stages) throw new Wrong("");
    const held = Object.fromEntries(Object.entries(fields).map(([name, { box }]) => [name, box.value]));
    const texts = { description: this.description?.box.value, prizes: this.prizes?.box.value };
    const more = { ...texts, teams: this.teams?.box.checked, hosted: this.hosted?.box.checked };
    for (const field of Object.values(fields)) field.fault("");
    for (const stage of stages) for (const name of Object.keys(stage.fields)) stage.fault(name, "");
    const officials = { organisers: await this.#officials("organisers"), referees: await this.#officials("referees") };
    const { settings, fault } = settingsOf(base, /** @type {any} */ ({ ...held, ...more }), stages.map((stage) => stage.held), officials);
    if (!fault) return settings;
    const text = t(fault.fault);
    if (fault.stage !== undefined) stages[fault.stage]?.fault(fault.field, text);
    else /** @type {any} */ (fields)[fault.field]?.fault(text);
    const first = this.element.querySelector("[aria-invalid]");
    if (first instanceof HTMLElement) first.focus();
    throw new Wrong(text);
  }
}

/**
 * A new tournament, from one of the presets.
 * @param {import("../app.js").App} app
 */
export async function openCreateForm(app) {
  const presets = await presetsOf(app.accounts);
  const [first] = presets;
  if (!first) throw new Error("the server has no presets");
  // the name of a preset is not that of an event
  const begin = (/** @type {EventSettings} */ settings) => ({ ...settings, name: "" });
  const form = new SettingsForm(begin(first.settings), (id) => id);
  const preset = select(t("contest-preset"), options("contest-preset", presets.map((one) => one.preset)), first.preset);
  preset.box.addEventListener("change", () => {
    const chosen = presets.find((one) => one.preset === preset.box.value);
    const name = form.fields?.name.box.value ?? "";
    if (chosen) form.fill({ ...begin(chosen.settings), name });
  });
  const does = async () => {
    const { tournament } = await create(app.accounts, await form.settings());
    location.hash = addressOf(tournament);
  };
  openDeed(t("contest-create"), [preset.element, form.element], { yes: t("contest-create"), does, wide: true });
}

/**
 * @param {import("./page.js").TournamentPage} page
 * @param {EventSettings} settings
 */
export function openSettingsForm(page, settings) {
  const names = /** @type {import("./words.js").Names} */ (page.names);
  const form = new SettingsForm(settings, (id) => names.official(id));
  const does = async () => page.ask({ ask: "settings", settings: await form.settings() });
  openDeed(t("contest-settings"), [form.element], { yes: t("contest-save"), does, wide: true });
}
