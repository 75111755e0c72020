// @ts-check
/** What a game is played under, who plays it, its record and its address. */

import { button, el, printable, say } from "../dom.js";
import { failure } from "../shell/account.js";
import { setupParts } from "../words/game.js";
import { t } from "../words/words.js";
import { download } from "./record.js";

/** @typedef {import("../game/view.js").View} View */

/**
 * @param {import("../app.js").App} app
 * @param {string} game
 * @param {View} view
 * @param {Element} notice where a person is told what has failed
 */
export function aboutGame(app, game, view, notice) {
  const link = new URL(`#/game/${game}`, document.baseURI).href;
  const share = () => {
    // who thinks better of it has not failed
    navigator.share({ url: link }).catch((error) => error.name !== "AbortError" && say(notice, link));
  };
  const copy = async () => say(notice, (await copied(link)) ? t("page-link-copied") : link);
  const player = (/** @type {"black" | "white"} */ side) => {
    const name = printable(view.names[side]);
    return el("a", { href: `#/player/${view.setup.players[side]}` }, t("page-games-of", { name }));
  };
  const parts = setupParts(view.setup).map((part) => el("li", {}, part));
  const sgf = button(t("page-sgf"), () => void download(app, game).catch((error) => say(notice, failure(error))));
  return [
    el("h2", {}, t("page-about")),
    el("p", { class: "parts" }, player("black"), player("white")),
    el("ul", { class: "parts" }, ...parts),
    el(
      "div",
      { class: "buttons" },
      sgf,
      button(t("page-copy-link"), () => void copy()),
      "share" in navigator && button(t("page-share"), share),
    ),
  ];
}

/**
 * Puts a text on the clipboard; whether it is there.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // over plain http there is no such clipboard; the old way needs a selection
    const box = el("textarea", { class: "unseen", readonly: true }, text);
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}
