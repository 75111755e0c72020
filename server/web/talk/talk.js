// @ts-check
/**
 * Talk beside a game: what was said in the channels that one may read, and a field to say something.
 *
 * Players and spectators talk apart until the game is finished.
 */

import { button, el, printable, say } from "../dom.js";
import { sideOf } from "../game/view.js";
import { refusal } from "../words/refusal.js";
import { language, t } from "../words/words.js";

/** Characters (code points) of one line that the server takes. */
const LINE_CHARS = 300;

export class Talk {
  /**
   * @param {import("../app.js").App} app
   * @param {string} game
   */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    /** @type {import("../game/view.js").View | null} */
    this.view = null;
    this.list = el("div", {
      class: "lines",
      role: "log",
      tabindex: 0,
      "aria-label": t("page-talk"),
    });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.input = el("input", {
      on: { input: () => this.#measure() },
      autocomplete: "off",
      enterkeyhint: "send",
      "aria-label": t("page-say"),
      placeholder: t("page-say"),
    });
    this.button = el("button", { type: "submit" }, t("page-send"));
    this.form = el("form", { class: "say", on: { submit: (/** @type {Event} */ event) => this.#submit(event) } });
    this.form.append(this.input, this.button);
    this.nobody = el("p", { class: "hint" }, t("page-talk-nobody"));
    this.element = el("section", { class: "talk card", "aria-labelledby": "talk-title" });
    this.muted = el("details", { class: "muted" });
    this.muted.hidden = true;
    const title = el("h2", { id: "talk-title" }, t("page-talk"));
    this.element.append(title, this.list, this.problem, this.form, this.nobody, this.muted);
    /** What is shown. @type {import("./lines.js").Said[]} */
    this.shown = [];
    /** Lines are shown with their channels. */
    this.both = false;
    // until the game is here nobody knows to whom one talks
    this.form.hidden = true;
    this.nobody.hidden = true;
    this.stop = app.connection.listen((update) => this.#heard(update));
    this.off = app.connection.session.talkOff;
    this.unheard = app.mutes.listen(() => this.#changed());
    this.#showMuted();
  }

  end() {
    this.stop();
    this.unheard();
  }

  /** Somebody is not heard any more, or again. */
  #changed() {
    this.#showMuted();
    this.#draw();
  }

  /** Who is muted, each to be heard again. */
  #showMuted() {
    const { names } = this.app.mutes;
    this.muted.hidden = names.size === 0;
    const hear = async (/** @type {string} */ account, /** @type {string} */ name) => {
      const error = await this.app.mutes.set(account, name, false);
      say(this.problem, error ? refusal(error) : "");
    };
    const rows = [...names].map(([account, name]) => {
      const said = printable(name);
      const again = button(t("page-unmute"), () => void hear(account, name), { "aria-label": t("page-unmute-of", { name: said }) });
      return el("li", {}, el("b", {}, said), again);
    });
    const hadFocus = this.muted.contains(document.activeElement);
    const summary = el("summary", {}, t("page-muted", { count: names.size }));
    this.muted.replaceChildren(summary, el("ul", {}, ...rows));
    if (hadFocus) (names.size > 0 ? summary : this.input).focus();
  }

  /** @param {any} update */
  #heard(update) {
    if (update.type === "talk" && update.game === this.game) this.#draw();
    if (update.type === "connected") void this.app.mutes.read();
    if (update.type === "talk_off") {
      this.off = true;
      this.show(this.view);
    }
  }

  /** @param {import("../game/view.js").View | null} view */
  show(view) {
    const anew = this.view === null || (view?.phase === "finished") !== this.both;
    this.view = view;
    const mayTalk = this.app.accounts.account !== null;
    this.form.hidden = !mayTalk;
    this.nobody.hidden = mayTalk;
    this.element.hidden = this.off;
    if (anew) {
      this.#draw();
      if (this.app.connection.state === "up") void this.app.mutes.read();
    }
  }

  #draw() {
    const { mutes, accounts } = this.app;
    const lines = (this.app.lines?.of(this.game) ?? []).filter(({ by }) => !mutes.has(by));
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    const both = this.view?.phase === "finished";
    const onlyMore = this.shown.length > 0 && both === this.both && this.shown.every((said, at) => said === lines[at]);
    const fresh = onlyMore ? lines.slice(this.shown.length) : lines;
    const made = fresh.map(({ by, name, text, channel, at }) => {
      const who = printable(name);
      const about = { class: "speaker", "aria-haspopup": "dialog" };
      const speaker = by === accounts.account ? el("b", {}, who) : button(who, () => void this.#about(by, name), about);
      const time = new Date(at).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      const where = channel === "players" ? t("page-channel-players") : t("page-channel-spectators");
      return el(
        "p",
        { class: "line" },
        el("time", { title: new Date(at).toLocaleString(language()) }, time),
        " ",
        both && el("span", { class: "channel" }, where),
        both && " ",
        speaker,
        " ",
        el("span", { class: "text" }, printable(text)),
      );
    });
    // only what is new is added, so that a screen reader reads only that
    if (onlyMore) this.list.append(...made);
    else this.list.replaceChildren(...made);
    this.shown = [...lines];
    this.both = both;
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * @param {string} account
   * @param {string} name
   */
  async #about(account, name) {
    try {
      const { openPerson } = await import("../shell/person.js");
      openPerson(this.app, { account, name });
    } catch {
      say(this.problem, t("page-unreachable"));
    }
  }

  /** Says while it is written that it is too long, counted as the server counts. Whether it is. */
  #measure() {
    const given = [...this.input.value].length;
    const isLong = given > LINE_CHARS;
    if (isLong) say(this.problem, refusal({ code: "bad_text", limit: { of: "line_characters", max: LINE_CHARS, given } }));
    else if (this.tooLong) say(this.problem, "");
    this.tooLong = isLong;
    this.input.setAttribute("aria-invalid", String(isLong));
    return isLong;
  }

  tooLong = false;

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const text = this.input.value;
    if (text.trim() === "" || !this.view || this.#measure()) return;
    const channel = sideOf(this.view, this.app.accounts.account) ? "players" : "spectators";
    this.input.value = "";
    say(this.problem, "");
    const result = await this.app.connection.ask({ type: "say", game: this.game, channel, text });
    if (!result.error) return;
    say(this.problem, refusal(result.error));
    if (this.input.value === "") this.input.value = text;
  }
}
