/** Tests a change of the recognizer while sessions are open: their sealed references are embeddings of the previous one. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { joined } from "@selfsame/face/compare/embed-face";
import { normalize } from "@selfsame/face/compare/normalize";
import type { SecondEntry } from "@selfsame/face/manifest";
import { createRandom } from "@selfsame/lab/calibrate/random";
import { readInstalled } from "@selfsame/photo/models/catalog/installed";
import { sessionDeps } from "../../../../testing/sessions/session-deps.ts";
import { type StoreKind } from "@selfsame/platform/store/migrate";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { createComparison, type Comparison } from "@selfsame/photo/verify/comparison";
import { referenceOf } from "@selfsame/photo/verify/references";
import { completeSession } from "../attempts/complete-session.ts";
import { createSession } from "../create-session.ts";
import { findSession, type SessionResult } from "../session.ts";
import { startSession } from "../attempts/start-session.ts";

const { manifest, manifestPath } = readInstalled("", "mobilefacenet-512");
const { calibration: _, card: __, ...embed } = manifest.models.embed;
const alone = createComparison({ manifest, manifestPath });

const random = createRandom(3);
const direction = (length: number) => Float32Array.from({ length }, () => random() - 0.5);
const near = (face: Float32Array, apart: number) => {
  const other = direction(face.length);
  return normalize(face.map((value, i) => value + (other[i] as number) * apart));
};
const [first, second] = [direction(512), direction(192)];
const faceOfTwo = () => joined(near(first, 2.4), near(second, 0.2));
const [reference, selfie] = [faceOfTwo(), faceOfTwo()];
const firstOf = (face: Float32Array) => face.slice(0, 512);

const other: SecondEntry = {
  ...embed,
  id: "another",
  dimensions: 192,
  weight: 0.4,
  band: 4,
  calibration: { around: alone.score(firstOf(reference), firstOf(selfie)), factor: 20 },
};
const pair = createComparison({
  manifest: { ...manifest, models: { ...manifest.models, embed: { ...manifest.models.embed, second: other } } },
  manifestPath,
});

/** An engine that returns this embedding for every photo. */
const engineOf = (embedding: Float32Array) => ({
  analyze: async () =>
    ({
      outcome: "analyzed",
      width: 9,
      height: 9,
      faces: [{ box: { x: 0, y: 0, width: 9, height: 9 }, score: 1, landmarks: [] as never }],
      embedding,
    }) as const,
  stop: async () => {},
});

/** A session whose reference was embedded by one recognizer and whose selfie by another. */
async function session(
  t: TestContext,
  kind: StoreKind,
  created: readonly [Comparison, Float32Array],
  completed: readonly [Comparison, Float32Array],
) {
  const { deps, asked } = await sessionDeps(t, kind);
  const settings = { ...asked, reference: referenceOf([created[1]]), model: created[0].model, threshold: 0.4 };
  const made = await createSession(deps, settings);
  const now = async () => (await findSession(deps.store.db, asked.accountId, made.session.id)) ?? assert.fail("gone");
  const challenges = { start: async () => assert.fail("none"), perform: async () => assert.fail("none") };
  await startSession(
    { ...deps, challenges },
    await now(),
    { device: "phone", userAgent: undefined },
    { version: "2026-11" },
  );
  const photos = { selfie: Uint8Array.of(0), frames: [] };
  const request = { secret: made.secret, device: "phone", photos, allowSeveralFaces: true, look: {} };
  const all = { ...deps, engine: engineOf(completed[1]), comparison: completed[0], challenges };
  const { outcome } = await completeSession(all, await now(), request);
  return { outcome, ...(await now()) };
}

onEachStore("with two recognizers", (kind) => {
  test("the sealed reference has the numbers of both, and both count", async (t) => {
    const { result } = await session(t, kind, [pair, reference], [pair, selfie]);
    const { similarity } = JSON.parse(result ?? "{}") as SessionResult;
    assert.equal(similarity, pair.similarity(reference, selfie));
    assert.notEqual(similarity, alone.similarity(firstOf(reference), firstOf(selfie)));
  });

  const [ofOne, ofTwo] = [[alone, firstOf(reference)] as const, [pair, reference] as const];
  for (const [what, before, after] of [
    ["a second comes to the recognizer", ofOne, [pair, selfie] as const],
    ["the second goes", ofTwo, [alone, firstOf(selfie)] as const],
  ] as const) {
    test(`${what}: a session from before ends, and nothing is compared across models`, async (t) => {
      const noComparison = {
        ...after[0],
        score: () => assert.fail("compared"),
        similarity: () => assert.fail("compared"),
      };
      const { outcome, status, result, reference: sealed } = await session(t, kind, before, [noComparison, after[1]]);
      assert.deepEqual([outcome, status, result, sealed], ["over", "cancelled", null, null]);
    });
  }
});
