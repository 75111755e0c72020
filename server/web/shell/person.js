// @ts-check
/** What can be done about somebody whose name one reads: look him up, challenge him, hear him no more. */

import { button, el, printable, say } from "../dom.js";
import { refusal } from "../words/refusal.js";
import { t } from "../words/words.js";
import { openDialog } from "./dialog.js";

/**
 * @param {import("../app.js").App} app
 * @param {{account: string, name: string}} person
 */
export function openPerson(app, { account, name }) {
  const problem = el("p", { class: "problem", role: "alert" });
  const own = app.accounts.account;
  const muted = app.mutes.has(account);
  const mute = async () => {
    const error = await app.mutes.set(account, name, !muted);
    if (error) say(problem, refusal(error));
    else close();
  };
  const challenge = async () => {
    const form = await import("../lobby/form.js").catch(() => null);
    if (!form) return say(problem, t("page-unreachable"));
    close();
    // nobody is taken away from a game that he plays
    return form.openOfferForm(app, () => app.head?.tell(t("page-offer-open"), "#/"), { account, name });
  };
  const others = own !== null && own !== account;
  const close = openDialog(printable(name), [
    el(
      "div",
      { class: "choices" },
      el("a", { class: "button", href: `#/player/${account}` }, t("page-games")),
      others && button(t("page-challenge"), () => void challenge()),
      others && button(muted ? t("page-unmute") : t("page-mute"), () => void mute()),
    ),
    others && !muted && el("p", { class: "hint" }, t("page-mute-hint")),
    problem,
    el("div", { class: "buttons" }, button(t("page-close"), () => close())),
  ]);
}
