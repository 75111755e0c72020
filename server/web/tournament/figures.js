// @ts-check
/** The exact numbers of standings as people read them. Pure. */

/** @typedef {{n: number, d?: number}} Exact a fraction in lowest terms; `d` is 1 where it is absent */

/** Places behind the point, as result lists print totals. */
const PLACES = 4;

/**
 * Up to four decimal places, rounded, halves away from zero: `14.4286`, `8.5`, `12`.
 * @param {Exact} exact
 */
export function exactText({ n, d = 1 }) {
  const scale = 10n ** BigInt(PLACES);
  const [above, below] = [BigInt(Math.abs(n)), BigInt(d)];
  const scaled = (above * scale * 2n + below) / (2n * below);
  const sign = n < 0 && scaled > 0n ? "-" : "";
  const rest = String(scaled % scale).padStart(PLACES, "0").replace(/0+$/, "");
  return `${sign}${scaled / scale}${rest === "" ? "" : `.${rest}`}`;
}

/**
 * The fraction itself where decimals are not all of it: `101/7`.
 * @param {Exact} exact
 */
export function fractionText({ n, d = 1 }) {
  const isWhole = (10 ** PLACES) % d === 0;
  return isWhole ? exactText({ n, d }) : `${n}/${d}`;
}

/** Points of the event that a score gives. @type {Record<string, number>} */
export const POINTS = { win: 2, draw: 1, loss: 0 };
