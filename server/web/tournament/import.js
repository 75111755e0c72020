// @ts-check
/** A list of entries from a file or from what is pasted: first checked, then taken whole or not at all. */

import { button, el, printable, say } from "../dom.js";
import { Refused } from "../session/accounts.js";
import { failure } from "../shell/account.js";
import { openDialog } from "../shell/dialog.js";
import { reason } from "../words/refusal.js";
import { t } from "../words/words.js";
import { area } from "./act.js";
import { named } from "./words.js";

/** Bytes of a list that the server reads. */
const BYTES = 256 * 1024;

/** @typedef {import("../protocol.js").EntryListCheck} EntryListCheck */

/** @param {import("./page.js").TournamentPage} page */
export function openImport(page) {
  const file = el("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv,text/plain" });
  const text = area(t("contest-import-paste"), { rows: 8, spellcheck: "false" });
  const problem = el("p", { class: "problem", role: "alert" });
  const faults = el("ul", { class: "plain faults" });
  const state = el("p", { class: "hint", role: "status" });
  let busy = false;
  const look = async (/** @type {Blob} */ csv) => {
    const checked = await page.source.importList(csv, true);
    faults.replaceChildren(...faultsOf(checked).map((line) => el("li", {}, line)));
    return checked;
  };
  const send = async (/** @type {boolean} */ check) => {
    if (busy) return;
    say(problem, "");
    say(state, "");
    faults.replaceChildren();
    const csv = file.files?.[0] ?? new Blob([text.box.value], { type: "text/csv" });
    if (csv.size === 0) return say(problem, t("contest-import-empty"));
    if (csv.size > BYTES) return say(problem, t("contest-import-large", { kib: BYTES / 1024 }));
    busy = true;
    try {
      if (check) {
        say(state, stateText(await look(csv)));
      } else {
        await page.source.importList(csv, false);
        page.hurry();
        close();
      }
    } catch (error) {
      say(problem, failure(error));
      // where what is said names no lines they are asked for
      if (!check && error instanceof Refused && error.error.why === "entry_list") await look(csv).catch(() => null);
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

/** @param {EntryListCheck} checked */
function stateText({ entries, ignored = [], problems = [] }) {
  const said = problems.length > 0 ? t("contest-import-bad", { count: problems.length }) : t("contest-import-good", { count: entries });
  return ignored.length > 0 ? t("contest-parts", { one: said, two: t("contest-import-ignored", { names: ignored.map(printable).join(", ") }) }) : said;
}

/**
 * What is wrong with a list, a line each.
 * @param {EntryListCheck} checked
 * @returns {string[]}
 */
export const faultsOf = ({ problems = [] }) =>
  problems.map(({ line = 0, column = 0, field, why, limit, message }) =>
    t("contest-import-fault", {
      line,
      column,
      field: field === undefined ? "" : named("contest-column", field),
      fault: reason({ code: "tournament", why, limit, message }) ?? printable(message),
    }),
  );
