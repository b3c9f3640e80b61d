/**
 * What the page reads of a version 3 answer; docs/ has the whole of it.
 * @typedef {{ faces: number, box: { x: number, y: number, width: number, height: number }, quality: { score: number, issues: string[] } }} Side
 * @typedef {{ match: boolean, similarity: number | null, threshold: number, false_match_rate: number | null, reference: Side, selfie: Side }} Verdict
 * @typedef {{ code: string, message: string, param: string | null, hint: string }} Problem
 * @typedef {{ match: boolean, confidence: number, message: string, is_spoof: boolean, selfie_image: string }} LegacyVerdict
 */

/**
 * @template T
 * @typedef {{ status: number, ms: number, body: T }} Answer `status` is 0 when the server could not be reached
 */

/** @typedef {Answer<{ success: boolean, data: Verdict | null, error: Problem | null, meta?: { model?: string } }>} AnswerV3 */
/** @typedef {Answer<LegacyVerdict | { error: string }>} AnswerV2 */

/** The same two photos to both contracts: version 3 says where the faces are, version 2 checks the selfie for spoofs and crops it. */
export const paths = { v3: "/api/v3/verify", v2: "/api/v2/verify" };

/**
 * @param {string} path
 * @param {string} key
 * @param {{ reference: Blob, selfie: Blob }} photos
 * @param {AbortSignal} signal
 * @returns {Promise<Answer<any>>}
 */
export async function send(path, key, { reference, selfie }, signal) {
  const body = new FormData();
  body.append("reference", reference, "reference");
  body.append("selfie", selfie, "selfie");
  const started = performance.now();
  const response = await fetch(path, { method: "POST", headers: { Authorization: `Bearer ${key}` }, body, signal });
  const answer = await response.json();
  return { status: response.status, ms: Math.round(performance.now() - started), body: answer };
}
