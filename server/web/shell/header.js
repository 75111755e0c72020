// @ts-check
/** The head of every page: where one is, whether there is a connection, who one is, settings. */

import { button, el, iconButton, printable, say } from "../dom.js";
import { t } from "../words/words.js";
import { openAccount } from "./account.js";
import { openSettings } from "./settings.js";

/**
 * @param {import("../app.js").App} app
 */
export function header(app) {
  // how long it takes is not read out each second
  const state = el("span", { role: "status" });
  const wait = el("span", { "aria-hidden": "true" });
  const news = el("a", { class: "news" });
  const who = el("a", { class: "who" });
  const link = (/** @type {string} */ href, /** @type {string} */ text) =>
    el("a", { href, "aria-current": location.hash.split("?")[0] === href ? "page" : null }, text);
  const places = el("nav", { class: "places", "aria-label": t("page-places") });
  places.append(link("#/", t("page-lobby")), link("#/tournaments", t("page-tournaments")), link("#/archive", t("page-archive")));
  const account = button("", () => openAccount(app), { class: "quiet" });
  const speak = (/** @type {string} */ tag) => void app.speak(tag);
  const gear = iconButton("settings", t("page-settings"), () => openSettings(speak), { class: "quiet" });
  const element = el(
    "header",
    { class: "head" },
    el(
      "a",
      { class: "brand", href: "#/" },
      el("span", { class: "brand-stone", "aria-hidden": "true" }),
      el("span", { class: "brand-name" }, t("page-title")),
    ),
    places,
    el("span", { class: "told" }, el("span", { class: "link-state" }, state, " ", wait), el("span", { role: "status" }, news)),
    el("span", { class: "space" }),
    who,
    account,
    gear,
  );
  /** @type {number} */
  let timer = 0;
  let refused = "";
  let wasDown = false;
  const show = () => {
    clearTimeout(timer);
    const { connection, accounts } = app;
    say(who, accounts.name === null ? "" : printable(accounts.name));
    who.hidden = accounts.account === null;
    if (accounts.account !== null) who.href = `#/player/${accounts.account}`;
    say(account, accounts.name === null ? t("page-log-in") : t("page-log-out"));
    element.dataset.link = connection.state;
    if (connection.state === "up") refused = "";
    if (connection.state !== "connecting") wasDown = connection.state === "down";
    say(wait, "");
    if (refused !== "") {
      say(state, refused);
    } else if (wasDown) {
      const isDown = connection.state === "down";
      const seconds = isDown ? Math.max(0, Math.ceil((connection.retryAt - performance.now()) / 1000)) : 0;
      say(state, t("page-link-down"));
      say(wait, `· ${t("page-link-next", { seconds })}`);
      if (isDown) timer = window.setTimeout(show, 500);
    } else {
      say(state, connection.state === "connecting" ? t("page-link-connecting") : "");
    }
  };
  /** @param {string} why the server will not talk to this page */
  const problem = (why) => {
    refused = why;
    show();
  };
  /**
   * Tells of something elsewhere, and leads there; an empty text tells of nothing any more.
   * @param {string} text
   * @param {string} address
   */
  const tell = (text, address) => {
    // what leads nowhere is not come to by the keyboard
    if (text === "") news.removeAttribute("href");
    else news.href = address;
    say(news, text);
  };
  const told = () => news.textContent ?? "";
  show();
  return { element, tell, told, problem, show, end: () => clearTimeout(timer) };
}
