// @ts-check
/** The archive: every finished game that is for everybody, to be searched and looked at again. */

import { el } from "../dom.js";
import { t } from "../words/words.js";
import { Finished } from "./finished.js";

/**
 * Keeps what is searched for in the address: it can be handed on, and one comes back to it.
 * @param {string} path
 * @param {Record<string, string>} search
 */
export function toAddress(path, search) {
  const query = new URLSearchParams(search).toString();
  history.replaceState(history.state, "", `#/${path}${query === "" ? "" : `?${query}`}`);
}

export class Archive {
  /**
   * @param {import("../app.js").App} app
   * @param {Record<string, string>} search
   */
  constructor(app, search) {
    const searched = (/** @type {import("./finished.js").Search} */ wanted) => toAddress("archive", wanted);
    this.finished = new Finished(app, search, { player: null, searched });
    this.element = el("main", { id: "main", class: "archive" }, el("h1", {}, t("page-archive")), this.finished.element);
  }

  title() {
    return `${t("page-archive")} · ${t("page-title")}`;
  }

  end() {
    this.finished.end();
  }
}
