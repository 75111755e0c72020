// @ts-check
/** Logging in, registering, becoming a guest, logging out. */

import { button, el, say } from "../dom.js";
import { Refused } from "../session/accounts.js";
import { refusal } from "../words/refusal.js";
import { t } from "../words/words.js";
import { confirm, openDialog } from "./dialog.js";

/**
 * What a person is told of a failed request.
 * @param {unknown} error
 */
export const failure = (error) => (error instanceof Refused ? refusal(error.error) : t("page-unreachable"));

/**
 * @param {import("../app.js").App} app
 */
export async function openAccount(app) {
  if (app.accounts.name !== null) {
    if (await confirm(t("page-ask-log-out"), t("page-log-out"))) await app.logout();
    return;
  }
  const problem = el("p", { class: "problem", role: "alert" });
  const name = el("input", { name: "username", autocomplete: "username", required: true, maxlength: 64 });
  const password = el("input", {
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
    maxlength: 1024,
  });
  let busy = false;
  const begin = async (/** @type {() => Promise<unknown>} */ how) => {
    // the fields stay as they are: what is inert has no focus
    if (busy) return;
    busy = true;
    form.ariaBusy = "true";
    say(problem, "");
    try {
      await how();
      close();
      app.signedIn();
    } catch (error) {
      say(problem, failure(error));
    } finally {
      busy = false;
      form.ariaBusy = "false";
    }
  };
  const register = button(t("page-register"), () => {
    if (form.reportValidity()) void begin(() => app.accounts.register(name.value, password.value));
  });
  const form = el(
    "form",
    {
      on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void begin(() => app.accounts.login(name.value, password.value));
        },
      },
    },
    el("label", { class: "field" }, el("span", {}, t("page-name")), name),
    el("label", { class: "field" }, el("span", {}, t("page-password")), password),
    problem,
    el(
      "div",
      { class: "buttons" },
      register,
      el("button", { type: "submit", class: "main" }, t("page-log-in")),
    ),
    el("p", { class: "or" }, t("page-guest-hint")),
    el(
      "div",
      { class: "buttons" },
      button(t("page-cancel"), () => close()),
      button(t("page-guest"), () => void begin(() => app.accounts.guest()), { class: "guest" }),
    ),
  );
  const close = openDialog(t("page-account"), [form]);
}
