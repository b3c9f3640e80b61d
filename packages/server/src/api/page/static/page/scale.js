import { element } from "./element.js";

/** One step of 0.1 is a factor of ten: at 0.5, one stranger in 100 looks this alike. */
const ticks = /** @type {const} */ ([
  [0.4, "10"],
  [0.5, "100"],
  [0.6, "1k"],
  [0.7, "10k"],
  [0.8, "100k"],
  [0.9, "1M"],
]);

/**
 * Draws the similarity scale, with how far this pair reached and the threshold where known.
 * @param {HTMLElement} place
 * @param {{ similarity?: number | null, threshold?: number, match?: boolean }} [result]
 */
export function drawScale(place, { similarity, threshold, match } = {}) {
  const reached = element("span", { className: "reached" });
  reached.style.width = `${100 * (similarity ?? 0)}%`;
  const parts = [element("div", { className: "track" }, reached)];
  if (threshold !== undefined) {
    const limit = element("div", { className: "limit", title: `Threshold ${threshold}` });
    limit.style.left = `${100 * threshold}%`;
    parts.push(limit);
  }
  for (const [at, text] of ticks) {
    const tick = element("div", { className: "tick", textContent: text });
    tick.style.left = `${100 * at}%`;
    parts.push(tick);
  }
  parts.push(element("div", { className: "tick first", textContent: "1 in" }));
  const tone = match === undefined ? "" : match ? "yes" : "no";
  place.className = `scale ${tone}`;
  place.ariaLabel = describe(similarity, threshold);
  place.replaceChildren(...parts);
}

/** @param {number | null | undefined} similarity @param {number | undefined} threshold */
function describe(similarity, threshold) {
  const scale = "The similarity scale from 0 to 1. From 0.4 on, each step of 0.1 makes a false match ten times rarer.";
  if (threshold === undefined) return scale;
  const reached = similarity === null || similarity === undefined ? "below the threshold" : String(similarity);
  return `${scale} This pair: ${reached}. Threshold: ${threshold}.`;
}

/** 0.0000417 -> "1 time in 24,000" @param {number} falseMatchRate */
export function inWords(falseMatchRate) {
  const oneIn = Number((1 / falseMatchRate).toPrecision(2));
  if (oneIn >= 1_000_000_000) return "less than 1 time in a billion";
  return oneIn <= 1 ? "nearly always" : `1 time in ${oneIn.toLocaleString("en")}`;
}
