import { byId, element } from "./element.js";
import { drawScale, inWords } from "./scale.js";

/** @import { AnswerV2, AnswerV3, LegacyVerdict, Side, Verdict } from "./api.js" */

const issueNames = /** @type {Readonly<Record<string, string>>} */ ({
  too_small: "small face",
  too_dark: "too dark",
  too_bright: "too bright",
  eyes_closed: "eyes closed",
  several_faces: "several faces",
  cut_off: "cut off",
});

/** @param {string} text @param {string} explain @param {"" | "idle" | "yes" | "no"} tone */
export function say(text, explain, tone = "") {
  const headline = byId("verdict-title");
  headline.textContent = text;
  headline.className = `headline ${tone}`;
  byId("explain").textContent = explain;
}

export function showNothing(text = "No verdict yet", explain = "It appears here as soon as both photos are in.") {
  say(text, explain, "idle");
  drawScale(byId("scale"));
  byId("facts").replaceChildren();
}

/** @param {AnswerV3} v3 @param {AnswerV2} v2 */
export function showVerdict(v3, v2) {
  const legacy = "match" in v2.body ? v2.body : undefined;
  if (v3.body.data === null) {
    showProblem(v3);
    return;
  }
  const data = v3.body.data;
  const spoof = legacy?.is_spoof === true;
  say(data.match ? "Same person" : "Different people", explain(data), data.match ? "yes" : "no");
  drawScale(byId("scale"), { ...data, similarity: data.similarity ?? legacy?.confidence ?? null });
  byId("facts").replaceChildren(
    fact("Similarity", `${data.similarity?.toFixed(4) ?? `under ${data.threshold}`}`),
    fact(
      "Spoof check of the selfie",
      legacy === undefined ? "not done" : spoof ? "possible spoof" : "looks genuine",
      spoof ? "no" : "",
    ),
    fact("Reference photo", ...quality(data.reference)),
    fact("Selfie", ...quality(data.selfie)),
    fact("Time, with the network", `${v3.ms} ms`),
    ...(legacy === undefined || legacy.selfie_image === "" ? [] : [cropFact(legacy)]),
  );
}

/** @param {AnswerV3} answer */
function showProblem({ status, body }) {
  showNothing(body.error?.message ?? `The server answered ${status}`, body.error?.hint ?? "");
}

/** @param {Verdict} data */
function explain({ match, similarity, false_match_rate: rate, threshold }) {
  // 1 is the end of the scale, and not a measurement.
  if (similarity === 1) return "Photos of two strangers look this alike less than 1 time in 10 million.";
  if (match && rate !== null) return `Photos of two strangers look this alike ${inWords(rate)}.`;
  return `Their similarity is below the threshold of ${threshold}.`;
}

/** @param {Side} side @returns {[string, "" | "warn"]} */
function quality({ quality: { score, issues }, faces }) {
  const words = issues.map((issue) => issueNames[issue] ?? issue.replaceAll("_", " "));
  const several = faces > 1 && !issues.includes("several_faces") ? [`${faces} faces, the largest counts`] : [];
  const all = [...words, ...several];
  return all.length > 0 ? [all.join(", "), "warn"] : [`good, quality ${score.toFixed(2)}`, ""];
}

/** @param {string} name @param {string | Node} value @param {string} [tone] */
function fact(name, value, tone = "") {
  return element("div", {}, element("dt", { textContent: name }), element("dd", { className: tone }, value));
}

/** @param {LegacyVerdict} legacy */
function cropFact({ selfie_image: base64 }) {
  const src = `data:image/jpeg;base64,${base64}`;
  const image = element("img", { src, alt: "The selfie, upright and cropped to the face", width: 56, height: 56 });
  return fact(
    "Optimized selfie",
    element("a", { href: src, download: "selfie-optimized.jpg", className: "crop", title: "Download" }, image),
  );
}
