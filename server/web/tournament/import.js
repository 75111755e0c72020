// @ts-check
/** A list of entries from a file or from what is pasted: first checked, then taken whole or not at all. */

import { button, el, say } from "../dom.js";
import { Refused } from "../session/accounts.js";
import { failure } from "../shell/account.js";
import { openDialog } from "../shell/dialog.js";
import { t } from "../words/words.js";
import { area } from "./act.js";
import { named } from "./words.js";

/** Bytes of a list that the server reads. */
const BYTES = 256 * 1024;

/** @param {import("./page.js").TournamentPage} page */
export function openImport(page) {
  const file = el("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv,text/plain" });
  const text = area(t("contest-import-paste"), { rows: 8, spellcheck: "false" });
  const problem = el("p", { class: "problem", role: "alert" });
  const faults = el("ul", { class: "plain faults" });
  const state = el("p", { class: "hint", role: "status" });
  let busy = false;
  const list = () => file.files?.[0] ?? new Blob([text.box.value], { type: "text/csv" });
  const send = async (/** @type {boolean} */ check) => {
    if (busy) return;
    say(problem, "");
    say(state, "");
    faults.replaceChildren();
    const csv = list();
    if (csv.size === 0) return say(problem, t("contest-import-empty"));
    if (csv.size > BYTES) return say(problem, t("contest-import-large", { kib: BYTES / 1024 }));
    busy = true;
    try {
      const done = await page.source.importList(csv, check);
      if (check) say(state, t("contest-import-good", { count: countOf(done) }));
      else close();
      page.hurry();
    } catch (error) {
      say(problem, failure(error));
      if (error instanceof Refused) faults.replaceChildren(...faultsOf(error.error).map((line) => el("li", {}, line)));
    }
    busy = false;
    return undefined;
  };
  const close = openDialog(t("contest-import"), [
    el("p", { class: "hint" }, t("contest-import-hint")),
    el("label", { class: "field" }, el("span", {}, t("contest-import-file")), file),
    text.element,
    problem,
    faults,
    state,
    el(
      "div",
      { class: "buttons" },
      button(t("page-cancel"), () => close()),
      button(t("contest-import-check"), () => void send(true)),
      button(t("contest-import-do"), () => void send(false), { class: "main" }),
    ),
  ]);
}

/** @param {any} done */
const countOf = ({ entries = 0 }) => (Array.isArray(entries) ? entries.length : entries);

/**
 * What is wrong with a list, a line each, where the server names lines.
 * @param {any} error
 * @returns {string[]}
 */
export function faultsOf({ problems = [] }) {
  return problems.map((/** @type {any} */ { line = 0, column = 0, field = "", fault = "" }) =>
    t("contest-import-fault", {
      line,
      column,
      field: field === "" ? "" : named("contest-column", field),
      fault: named("contest-fault", fault),
    }),
  );
}
