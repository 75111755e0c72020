// A page of a browser that is driven from outside, whatever the protocol: what is looked at, and how long one waits.

import { until } from "./browser.mjs";

export class Driven {
  /**
   * The value of an expression in the page.
   * @param {string} expression
   * @returns {Promise<any>}
   */
  async value(expression) {
    throw new Error(`nothing here knows how to ask for ${expression}`);
  }

  /** Waits for an element whose text or name contains a text. */
  sees(selector, text = "") {
    const holds = `(e) => (e.textContent + (e.ariaLabel ?? "")).includes(${JSON.stringify(text)})`;
    return until(() => this.value(`[...document.querySelectorAll(${JSON.stringify(selector)})].some(${holds})`));
  }
}
