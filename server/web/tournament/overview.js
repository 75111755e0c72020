// @ts-check
/** What a tournament is: its settings in words, officials, timetable, and the way in and out of it. */

import { button, el, printable, say } from "../dom.js";
import { failure, openAccount } from "../shell/account.js";
import { confirm } from "../shell/dialog.js";
import { t } from "../words/words.js";
import { openEnterForm } from "./enter.js";
import { DataTable, facts } from "./tables.js";
import { actText, gameParts, named, ownZone, stageParts, timeIn } from "./words.js";

/** @typedef {import("../protocol.js").TournamentView} TournamentView */

export class Overview {
  /** @param {import("./page.js").TournamentPage} page */
  constructor(page) {
    this.page = page;
    this.problem = el("p", { class: "problem", role: "alert" });
    this.you = el("p", { class: "you-are" });
    this.deeds = el("div", { class: "buttons" });
    this.about = el("div", {});
    this.element = el("div", {}, this.you, this.deeds, this.problem, this.about);
    this.drawn = "";
  }

  /** @param {TournamentView} view */
  show(view) {
    this.#deeds(view);
    const { now: _, ...rest } = view;
    const said = JSON.stringify(rest);
    // what did not change is neither read out again nor scrolled away
    if (said === this.drawn) return;
    this.drawn = said;
    this.about.replaceChildren(...this.#about(view));
  }

  /** @param {TournamentView} view */
  #deeds(view) {
    const { app } = this.page;
    const { phase, settings, you = {} } = view;
    const entry = view.entries.find(({ no }) => no === you.entry);
    const playing = entry && !entry.gone ? entry : null;
    say(this.you, playing ? t("contest-you-are", { name: printable(playing.name), no: playing.no }) : "");
    const ends = ["finished", "cancelled"].includes(phase);
    const key = JSON.stringify([ends, playing?.no, settings.entry, settings.teams, app.accounts.account]);
    if (key === this.made) return;
    this.made = key;
    const buttons = [];
    if (!ends && !playing && (settings.entry ?? "open") === "open") buttons.push(button(t("contest-enter"), () => this.#enter(), { class: "main" }));
    if (!ends && playing && settings.teams) buttons.push(button(t("contest-lineup"), () => void this.#lineUp()));
    if (!ends && playing) buttons.push(button(t("contest-withdraw"), () => void this.#withdraw(playing), { class: "danger" }));
    this.deeds.replaceChildren(...buttons);
  }

  made = "";

  #enter() {
    const { app, view } = this.page;
    if (!view) return;
    if (app.accounts.account === null) void openAccount(app);
    else openEnterForm(this.page, view, { own: true });
  }

  async #lineUp() {
    const { view } = this.page;
    const entry = view?.entries.find(({ no }) => no === view.you?.entry);
    const read = await import("./lineup.js").catch(() => null);
    if (!read) {
      this.page.failed(null);
      return;
    }
    const { openLineup } = read;
    if (entry) openLineup(this.page, entry);
  }

  /** @param {import("../protocol.js").EntryView} entry */
  async #withdraw(entry) {
    say(this.problem, "");
    if (!(await confirm(t("contest-withdraw-question"), t("contest-withdraw")))) return;
    try {
      await this.page.ask({ ask: "withdraw", entry: entry.no });
    } catch (error) {
      say(this.problem, failure(error));
    }
  }

  /**
   * @param {TournamentView} view
   * @returns {Node[]}
   */
  #about(view) {
    const { settings, entries, draw, sanctions = [] } = view;
    const { illegal_move: illegal = "reject", overtime = "lose" } = settings;
    const names = /** @type {import("./words.js").Names} */ (this.page.names);
    const taking = entries.filter(({ gone }) => !gone).length;
    const people = (/** @type {string[]} */ ids = []) =>
      ids.flatMap((id, at) => [at > 0 && ", ", el("a", { class: "name", href: `#/player/${id}` }, names.official(id))]);
    const description = printable(settings.description ?? "").split("\n").filter((line) => line.trim() !== "");
    const list = facts([
      [t("contest-entries"), t("contest-entries-of", { count: taking, limit: settings.entry_limit ?? 0 })],
      [t("contest-entry"), named("contest-entry", settings.entry ?? "open")],
      [t("contest-who"), settings.teams ? t("contest-teams") : t("contest-players")],
      [t("contest-games"), gameParts(settings.terms).join(" · ")],
      [t("contest-lateness"), named("contest-lateness", settings.lateness ?? "doubled")],
      [t("contest-move-limit"), settings.move_limit ? String(settings.move_limit) : ""],
      [t("contest-unruled"), settings.unruled_repetition === "draw" ? t("contest-unruled-draw") : ""],
      [t("contest-illegal_move"), illegal !== "reject" && named("contest-illegal_move", illegal)],
      [t("contest-overtime"), overtime !== "lose" && named("contest-overtime", overtime)],
      [t("contest-where"), settings.hosted === false ? t("contest-where-elsewhere") : t("contest-where-here")],
      [t("contest-organisers"), people(settings.organisers)],
      [t("contest-referees"), (settings.referees ?? []).length > 0 && people(settings.referees)],
      [t("contest-prizes"), (settings.prizes ?? []).map((prize, at) => `${at + 1}. ${printable(prize)}`).join(" · ")],
      [t("contest-draw"), draw ? drawText(draw) : ""],
    ]);
    const stages = settings.stages.map((stage, at) => el("li", {}, `${at + 1}. ${stageParts(stage).join(" · ")}`));
    return [
      ...description.map((line) => el("p", { class: "text" }, line)),
      list,
      el("h2", {}, t("contest-stages")),
      el("ol", { class: "plain" }, ...stages),
      ...settings.stages.flatMap((stage, at) => this.#timetable(stage, at + 1)),
      ...(sanctions.length > 0 ? [el("h2", {}, t("contest-sanctions")), sanctionList(names, sanctions)] : []),
    ];
  }

  /**
   * When the rounds of a stage begin, in the event's zone and where one is.
   * @param {import("../protocol.js").StageSettings} stage
   * @param {number} number
   */
  #timetable({ pace }, number) {
    if (pace?.pace !== "at") return [];
    const [zone, own] = [pace.zone ?? ownZone(), ownZone()];
    const isOther = zone !== own;
    const title = t("contest-timetable", { stage: number });
    const table = new DataTable(title);
    table.show({
      heads: [
        { text: t("contest-round"), kind: "number" },
        isOther ? t("contest-time-there", { zone: printable(zone) }) : t("contest-time"),
        ...(isOther ? [t("contest-time-here", { zone: own })] : []),
      ],
      rows: pace.times.map((at, index) => ({
        key: String(index),
        cells: [{ text: String(index + 1), kind: "number head" }, timeIn(at, zone), ...(isOther ? [timeIn(at)] : [])],
      })),
    });
    return [el("h2", {}, title), table.element];
  }
}

/** @param {import("../protocol.js").DrawView} draw */
function drawText({ how, seed, stale = false }) {
  const seeded = typeof how === "object" ? how.seeded.seeded : 0;
  const said = named("contest-drawn", typeof how === "object" ? "seeded" : how, { seeded });
  const whole = t("contest-drawn-with", { how: said, seed });
  return stale ? t("contest-parts", { one: whole, two: t("contest-draw-stale") }) : whole;
}

/**
 * @param {import("./words.js").Names} names
 * @param {import("../protocol.js").SanctionView[]} sanctions
 */
function sanctionList(names, sanctions) {
  const lines = sanctions.map(({ at, by, sanction, act }) => {
    const { whom, until = 0 } = sanctioned(names, sanction);
    const kind = sanction.sanction === "ban" && sanction.everywhere ? "ban_everywhere" : sanction.sanction;
    const what = named("contest-sanction", kind, { whom, until: timeIn(until) });
    return el("li", {}, t("contest-sanction-line", { time: timeIn(at), what, why: actText(act), by: names.official(by) }));
  });
  return el("ul", { class: "plain" }, ...lines);
}

/**
 * Whom a sanction is laid on, and until when.
 * @param {import("./words.js").Names} names
 * @param {import("../protocol.js").Sanction} sanction
 * @returns {{whom: string, until?: number}}
 */
function sanctioned(names, sanction) {
  switch (sanction.sanction) {
    case "ban":
      return { whom: names.official(sanction.account), until: sanction.until };
    case "lift_ban":
      return { whom: names.official(sanction.account) };
    case "reprimand":
      return { whom: printable(sanction.name) };
    default:
      return { whom: names.of(sanction.entry) };
  }
}
