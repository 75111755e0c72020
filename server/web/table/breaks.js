// @ts-check
/** The dialog in which a player asks for what both must agree on. */

import { button, el } from "../dom.js";
import { openDialog } from "../shell/dialog.js";
import { within } from "../words/time.js";
import { t } from "../words/words.js";

/**
 * @typedef {import("../game/breaks.js").Proposal} Proposal
 * @typedef {import("../game/view.js").View} View
 * @typedef {(proposal: Proposal, resumeAt: string | null) => void} Ask
 */

/** @param {Proposal} proposal */
export function proposalName(proposal) {
  switch (proposal) {
    case "pause":
      return t("page-pause");
    case "count":
      return t("page-count");
    case "adjourn":
      return t("page-adjourn");
    case "go_on":
      return t("page-go-on");
  }
}

/**
 * Offers what can be asked of the opponent; a choice closes the dialog.
 * @param {View} view
 * @param {Proposal[]} proposals
 * @param {Ask} ask
 */
export function openProposals(view, proposals, ask) {
  /** The game is adjourned already: nothing more is sealed. */
  const again = view.phase === "adjourned";
  const until = el("input", { type: "datetime-local" });
  const close = openDialog(t("page-ask-title"), proposals.map((proposal) => choice(proposal)));

  /** @param {Proposal} proposal */
  function choice(proposal) {
    const press = () => {
      const resumeAt = proposal === "adjourn" ? instantOf(until.value) : null;
      close();
      ask(proposal, resumeAt);
    };
    const time = el("label", { class: "field" }, el("span", { class: "label" }, t("page-adjourn-until")), until);
    return el(
      "div",
      { class: "field" },
      !again && el("p", { class: "hint" }, hint(proposal)),
      proposal === "adjourn" && time,
      el("div", { class: "buttons" }, button(again ? t("page-adjourn-time") : proposalName(proposal), press)),
    );
  }

  /** @param {Proposal} proposal */
  function hint(proposal) {
    if (proposal === "pause") return t("page-pause-hint", { time: within(view.pauseLeft) });
    return proposal === "count" ? t("page-count-hint") : t("page-adjourn-hint");
  }
}

/**
 * The instant of a day and a time where this machine is; null when none was chosen.
 * @param {string} value
 */
function instantOf(value) {
  const at = new Date(value);
  return value === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
