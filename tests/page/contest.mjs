// What the tests of tournaments share: people with accounts, a tournament that is made and walked through, and what axe-core finds.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Person, URL_OF_PAGE } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Somebody with an account: guests take no part in tournaments. */
export async function registered(browser, options = {}) {
  const person = await Person.at(browser, options);
  person.name = `p${randomBytes(4).toString("hex")}`;
  await person.page.locator("header button:not([aria-label])").click();
  await person.page.locator("dialog input[name=username]").fill(person.name);
  await person.page.locator("dialog input[type=password]").fill(randomBytes(12).toString("hex"));
  await person.page.getByRole("button", { name: "Register" }).click();
  await person.page.locator("header .who", { hasText: person.name }).waitFor();
  return person;
}

/** Nothing is found, and the page does not scroll sideways. */
export async function check(person, where) {
  await person.page.evaluate(AXE);
  const found = await person.page.evaluate(async () => (await window.axe.run(document)).violations);
  const said = found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html}\n${node.failureSummary}`).join("\n")}`);
  assert.deepEqual(said, [], where);
  const wide = await person.page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const beyond = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > innerWidth);
    return beyond.map((one) => `${one.tagName} ${one.getAttribute("class") ?? ""}: ${one.getBoundingClientRect().right}`);
  });
  assert.deepEqual(wide, [], `${where} is too wide`);
}

/** Fields of the form of a tournament; the page speaks English. */
export async function make(organiser, { name, preset, fields }) {
  const { page } = organiser;
  await page.goto(`${URL_OF_PAGE}#/tournaments`);
  await organiser.press("New tournament");
  const dialog = page.locator("dialog");
  if (preset) await dialog.getByLabel("Begin from").selectOption(preset);
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await fields(dialog);
  await dialog.getByRole("button", { name: "New tournament" }).click();
  await page.waitForURL(/#\/tournament\/[\w-]+$/);
  await page.getByRole("heading", { name }).waitFor();
  return new URL(page.url()).hash.slice("#/tournament/".length);
}

/** Presses a button of the organiser, and that he means it. */
export async function does(person, name) {
  await person.press(name);
  await person.page.locator("dialog").getByRole("button", { name, exact: true }).click();
  await person.page.locator("dialog").waitFor({ state: "detached" });
}

/** Somebody enters a tournament as what he is called. */
export async function enters(person, id) {
  await person.page.goto(`${URL_OF_PAGE}#/tournament/${id}`);
  await person.press("Enter");
  await person.page.locator("dialog").getByRole("button", { name: "Enter" }).click();
  await person.says(`You are entered as ${person.name}`);
}

export const tab = (person, name) => person.page.locator(".tabs").getByRole("link", { name, exact: true }).click();
export const asked = async (path) => (await fetch(new URL(`api/v1/tournaments/${path}`, URL_OF_PAGE))).json();
