// @ts-check
/**
 * What a browser keeps between visits: settings, never a secret. A browser that keeps nothing is no error.
 */

/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // it holds for this visit then
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was kept
  }
}
