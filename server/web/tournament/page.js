// @ts-check
/**
 * The page of a tournament: its name and state, parts to choose from, and the part that is chosen. What changes
 * is heard over the socket; while that says nothing it is read again now and then.
 */

import { el, printable, say } from "../dom.js";
import { oneAtATime } from "../session/one_at_a_time.js";
import { failure } from "../shell/account.js";
import { duration, within } from "../words/time.js";
import { t } from "../words/words.js";
import { addressOf, placeOf } from "./address.js";
import { Bracket } from "./bracket.js";
import { Entries } from "./entries.js";
import { Explain } from "./explain.js";
import { Overview } from "./overview.js";
import { Pairings } from "./pairings.js";
import { Results } from "./results.js";
import { Source } from "./source.js";
import { Standings } from "./standings.js";
import { Names, isBracket, named, phaseName } from "./words.js";

/** It is read again after so long, ms, where nothing is heard of it .. */
const EVERY = 5_000;
/** .. and where it is, in case something was missed. */
const SELDOM = 60_000;
/** Between two readings, ms, however much happens. */
const APART = 1_000;

/** What people do for themselves, whatever officials have done meanwhile; all else is done on what was seen. */
const OWN = ["enter", "change_entry", "withdraw", "line_up", "member_leaves"];

/**
 * @typedef {import("../protocol.js").TournamentView} TournamentView
 * @typedef {{element: HTMLElement, show: (view: TournamentView) => void | Promise<void>, heard?: (notice: any) => void,
 *   end?: () => void}} Part one part of the page; `show` is told the newest view, and reads what else it needs
 */

export class TournamentPage {
  /**
   * @param {import("../app.js").App} app
   * @param {string} hash
   */
  constructor(app, hash) {
    this.app = app;
    const place = placeOf(hash);
    this.id = place?.id ?? "";
    this.source = new Source(app.accounts, this.id);
    this.gone = false;
    /** @type {TournamentView | null} */
    this.view = null;
    this.tab = place?.tab ?? "overview";
    /** @type {import("./address.js").Search} */
    this.search = place?.search ?? {};
    this.heading = el("h1", { class: "name" });
    this.state = el("p", { class: "parts", role: "status" });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.nav = el("nav", { class: "tabs", "aria-label": t("contest-parts-of-page") });
    this.body = el("div", { class: "part" });
    this.element = el("main", { id: "main", class: "tournament" });
    this.element.append(this.heading, this.state, this.nav, this.problem, this.body);
    /** @type {Part | null} */
    this.part = null;
    this.drawn = "";
    this.unheard = app.connection.listen((update) => this.#heard(update));
    /** Whether news of it comes by itself. */
    this.hears = false;
    /** When it is read next; 0 if that is not settled. */
    this.timer = 0;
    this.readOnce = oneAtATime(() => this.#readOnce());
    this.readAt = -Infinity;
    this.seen = () => document.visibilityState === "visible" && this.hurry();
    document.addEventListener("visibilitychange", this.seen);
    if (place) {
      app.connection.followTournament(this.id, true);
      void this.#read();
    } else {
      say(this.problem, t("refusal-not_found"));
    }
  }

  title() {
    const name = this.view ? printable(this.view.settings.name) : t("page-tournaments");
    return `${name} · ${t("page-title")}`;
  }

  end() {
    this.gone = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.seen);
    this.unheard();
    this.app.connection.followTournament(this.id, false);
    this.part?.end?.();
  }

  /**
   * Shows another part of the same tournament.
   * @param {string} hash
   */
  goTo(hash) {
    const place = placeOf(hash);
    if (place?.id !== this.id) return false;
    const isSame = place.tab === this.tab && this.part !== null;
    this.tab = place.tab;
    this.search = place.search;
    void (isSame ? this.#show() : this.#open());
    return true;
  }

  /**
   * The address of another part of it.
   * @param {string} tab
   * @param {Record<string, string | number | undefined>} [search]
   */
  to(tab, search) {
    return addressOf(this.id, tab, search);
  }

  /** @param {any} update */
  #heard(update) {
    if (update.type !== "tournament" || update.tournament !== this.id) return;
    this.hears = update.heard;
    const isOld = this.view !== null && update.seq <= this.view.seq;
    if (!isOld) {
      this.part?.heard?.(update);
      this.hurry();
    }
  }

  /** Reads it again, as soon as that is due. */
  hurry() {
    clearTimeout(this.timer);
    if (this.gone) return;
    const left = Math.max(0, this.readAt + APART - performance.now());
    this.timer = window.setTimeout(() => void this.#read(), left);
  }

  async #read() {
    this.timer = 0;
    if (this.gone) return;
    let isRead = true;
    try {
      await this.readOnce();
    } catch (error) {
      isRead = false;
      this.failed(error);
    }
    // what was heard meanwhile has its own time
    if (this.timer === 0 && !this.gone) {
      this.timer = window.setTimeout(() => void this.#read(), this.hears && isRead ? SELDOM : EVERY);
    }
  }

  async #readOnce() {
    this.readAt = performance.now();
    if (document.visibilityState === "visible" || this.view === null) await this.#readView();
  }

  async #readView() {
    const view = await this.source.view();
    if (this.gone) return;
    say(this.problem, "");
    this.take(view);
  }

  /** @param {TournamentView} view the newest one */
  take(view) {
    const isFirst = this.view === null;
    this.view = view;
    this.names = new Names(view);
    say(this.heading, printable(view.settings.name));
    say(this.state, stateParts(view).join(" · "));
    document.title = this.title();
    this.#tabs(view);
    if (isFirst) this.#open();
    else void this.#show();
  }

  /** @type {Names | null} */
  names = null;

  /** @param {TournamentView} view */
  #tabs(view) {
    const tabs = tabsOf(view);
    const key = JSON.stringify([tabs, this.tab]);
    if (key === this.drawn) return;
    this.drawn = key;
    const hadFocus = this.nav.contains(document.activeElement);
    this.nav.replaceChildren(
      ...tabs.map((tab) => {
        const isHere = tab === this.tab;
        return el("a", { href: this.to(tab), "aria-current": isHere ? "page" : null }, named("contest-tab", tab));
      }),
    );
    const here = this.nav.querySelector("[aria-current]");
    if (hadFocus && here instanceof HTMLElement) here.focus({ preventScroll: true });
  }

  /** Opens the part that the address names. */
  async #open() {
    const { view } = this;
    if (!view) return;
    this.opened += 1;
    const turn = this.opened;
    this.#tabs(view);
    say(this.problem, "");
    let part;
    try {
      part = await this.#make();
    } catch {
      say(this.problem, t("page-unreachable"));
      return;
    }
    if (turn !== this.opened || this.gone) return;
    this.part?.end?.();
    this.part = part;
    this.showPart = oneAtATime(() => this.#showPart(part));
    this.body.replaceChildren(part.element);
    await this.#show();
  }

  opened = 0;

  /** @returns {Promise<Part>} */
  async #make() {
    switch (this.tab) {
      case "entries":
        return new Entries(this);
      case "pairings":
        return new Pairings(this);
      case "standings":
        return new Standings(this, false);
      case "cross":
        return new Standings(this, true);
      case "bracket":
        return new Bracket(this);
      case "results":
        return new Results(this);
      case "explain":
        return new Explain(this);
      case "organise": {
        const { Organise } = await import("./organise.js");
        return new Organise(this);
      }
      case "referee": {
        const { Referee } = await import("./referee.js");
        return new Referee(this);
      }
      default:
        return new Overview(this);
    }
  }

  /** Tells the part what stands now. */
  #show() {
    return this.showPart();
  }

  /** One part is never told two things at once: the older of two answers could come last. */
  showPart = oneAtATime(async () => {});

  /** @param {Part} part */
  async #showPart(part) {
    if (!this.view || part !== this.part) return;
    try {
      await part.show(this.view);
    } catch (error) {
      if (part === this.part) this.failed(error);
    }
  }

  /**
   * What a part could not do is told.
   * @param {unknown} error
   */
  failed(error) {
    if (!this.gone) say(this.problem, failure(error));
  }

  /**
   * Asks something of the tournament; when it is done the page is read again.
   * @param {import("./source.js").Ask} ask
   */
  async ask(ask) {
    const acts = !OWN.includes(ask.ask);
    const after = Math.max(this.view?.seq ?? 0, this.actedAt);
    const done = await this.source.command(ask, acts ? after : undefined);
    // nobody else has acted before it: what this one does next is not refused because it is not read yet
    if (acts || done.seq === after + 1) this.actedAt = done.seq;
    this.hurry();
    return done;
  }

  /** The event of what was done last here, where nobody else's is unseen. */
  actedAt = 0;
}

/**
 * The parts that there are, for whoever looks.
 * @param {TournamentView} view
 */
function tabsOf({ settings, stages = [], you = {} }) {
  const hasBegun = stages.length > 0;
  const bracket = settings.stages.some(({ system }, at) => isBracket(system) && at < stages.length);
  return [
    "overview",
    "entries",
    ...(hasBegun ? ["pairings", "standings", "cross"] : []),
    ...(bracket ? ["bracket"] : []),
    ...(hasBegun ? ["results"] : []),
    ...(you.organiser ? ["organise"] : []),
    ...(you.organiser || you.referee ? ["referee"] : []),
  ];
}

/**
 * Where it stands, and what time does next.
 * @param {TournamentView} view
 */
function stateParts({ phase, stages = [], settings, next, now }) {
  const parts = [phaseName(phase)];
  const stage = stages.at(-1);
  if (stage && phase === "running") {
    if (settings.stages.length > 1) parts.push(t("contest-stage-of", { stage: stage.stage }));
    parts.push(stage.rounds === 0 ? t("contest-no-round") : t("contest-round-of", { round: stage.rounds }));
    if (stage.held !== undefined) parts.push(t("contest-held", { round: stage.held }));
  }
  if (next) {
    const time = next.at > now ? within(next.at - now) : duration(0);
    parts.push(named("contest-next", next.step, { time }));
  }
  return parts;
}
