// @ts-check
/**
 * What people read, in their language, made from keys and parameters: the Fluent files that every client
 * shares. Nothing else knows a language, and nothing is decided from a text.
 */

import { FluentBundle, FluentResource } from "../vendor/fluent.js";

/** The languages, each named in itself. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文" };

/** The files that the page uses; what a part of it needs beside them is added when it is shown. */
const FILES = ["game.ftl", "refusals.ftl", "page.ftl"];

/** @type {FluentBundle | null} */
let bundle = null;
let tag = "en";

/**
 * The language that a name of BCP 47 means; null when there is no such one.
 * @param {string} name
 */
export function languageOf(name) {
  let locale;
  try {
    locale = new Intl.Locale(name);
  } catch {
    return null;
  }
  if (locale.language === "en") return "en";
  if (locale.language !== "zh") return null;
  return locale.maximize().script === "Hant" ? "zh-Hant" : "zh-Hans";
}

/**
 * Reads a language; a file that cannot be had leaves what was there.
 * @param {string | null} wanted null for that of the browser
 * @returns {Promise<void>}
 */
export async function speak(wanted) {
  const found = wanted ?? navigator.languages.map(languageOf).find((name) => name !== null) ?? "en";
  const name = found in LANGUAGES ? found : "en";
  const files = [...FILES];
  const texts = await Promise.all(files.map((file) => read(`locales/${name}/${file}`)));
  // one was added meanwhile
  if (files.length < FILES.length) return speak(wanted);
  const next = new FluentBundle(name, { useIsolating: false });
  for (const text of texts) next.addResource(new FluentResource(text));
  bundle = next;
  tag = name;
  document.documentElement.lang = name;
  return undefined;
}

/**
 * Reads a further file, once: from then on each language is read with it.
 * @param {string} file
 */
export async function alsoRead(file) {
  if (FILES.includes(file)) return;
  const spoken = tag;
  const text = await read(`locales/${spoken}/${file}`);
  if (FILES.includes(file)) return;
  FILES.push(file);
  // another language was chosen meanwhile: it is read again with this file
  if (spoken === tag) bundle?.addResource(new FluentResource(text));
  else await speak(tag);
}

/** @param {string} path */
async function read(path) {
  const response = await fetch(new URL(path, document.baseURI));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

export const language = () => tag;

/** @param {string} key */
export const has = (key) => bundle?.getMessage(key)?.value != null;

/**
 * The text of a key.
 * @param {string} key
 * @param {Record<string, string | number>} [parameters]
 * @returns {string}
 */
export function t(key, parameters = {}) {
  const pattern = bundle?.getMessage(key)?.value;
  if (!bundle || !pattern) {
    console.error(`no text for ${key}`);
    return `⟨${key}⟩`;
  }
  /** @type {any} */
  const errors = [];
  const text = bundle.formatPattern(pattern, /** @type {any} */ (parameters), errors);
  if (errors.length > 0) console.error(key, errors);
  return text;
}
