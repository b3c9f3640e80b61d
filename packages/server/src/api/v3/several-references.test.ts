/** The mean of several photos is compared on the scale for their number: in /verify, a batch, and a session. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleFor, similarityOf } from "@selfsame/face/compare/calibrate";
import { normalize } from "@selfsame/face/compare/normalize";
import { judgeItem } from "../../features/batches/judge-item.ts";
import { createRandom } from "@selfsame/lab/calibrate/random";
import { defaultManifestPath } from "@selfsame/photo/models/default-manifest-path";
import { readManifest } from "@selfsame/photo/models/manifest";
import { completeSession } from "../../features/sessions/attempts/complete-session.ts";
import { createSession } from "../../features/sessions/create-session.ts";
import { findSession, type SessionResult } from "../../features/sessions/session.ts";
import { startSession } from "../../features/sessions/attempts/start-session.ts";
import { noDownload } from "../../../testing/service/service.ts";
import { sessionDeps } from "../../../testing/sessions/session-deps.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { referenceOf } from "@selfsame/photo/verify/references";
import { verify } from "@selfsame/photo/verify/verify";

const manifest = readManifest();
const { calibration, dimensions, second } = manifest.models.embed;
assert.ok(calibration);
const comparison = createComparison({ manifest, manifestPath: defaultManifestPath });

const random = createRandom(3);
/** Dimensions of both recognizers together. */
const length = dimensions + (second?.dimensions ?? 0);
const direction = () => Float32Array.from({ length }, () => random() - 0.5);
const person = direction();
/** Similar enough to pass, and not so similar that the scale ends. */
const embeddings = Array.from({ length: 4 }, () => {
  const light = direction();
  return normalize(person.map((value, i) => value + (light[i] as number) * 2.4));
});
const [selfie, ...references] = embeddings as [Float32Array, Float32Array, Float32Array, Float32Array];

/** Photos of one byte: the number of the embedding. The fifth shows no face. */
const analyze = async ([photo = 0]: Uint8Array) => {
  const face = { box: { x: 0, y: 0, width: 9, height: 9 }, score: 1, landmarks: [] as never };
  const embedding = embeddings[photo];
  const faces = embedding ? [face] : [];
  return { outcome: "analyzed", width: 9, height: 9, faces, ...(embedding && { embedding }) } as const;
};
const deps = { engine: { analyze, stop: async () => {} }, comparison, download: noDownload };
const photo = (number: number) => ({ from: "bytes", bytes: Uint8Array.of(number) }) as const;
const context = { accountId: "acc_1", allowedDomains: [], signal: new AbortController().signal };

function similarityOfMean(photos: number): number {
  assert.ok(calibration);
  const score = comparison.score(referenceOf(references.slice(0, photos)).embedding, selfie);
  const [similarity, asOne] = [photos, 1].map((count) => similarityOf(score, { scale: scaleFor(calibration, count) }));
  assert.ok(
    similarity !== undefined && asOne !== undefined && similarity > 0.4 && similarity < 1,
    `${photos}: ${score}, ${similarity}`,
  );
  assert.ok(photos === 1 ? similarity === asOne : similarity < asOne, `${photos}: ${similarity}, ${asOne}`);
  return similarity;
}

test("by /verify and in a batch, as many count as show a face", async () => {
  for (const photos of [1, 2, 3]) {
    const similarity = similarityOfMean(photos);
    const numbers = [9, ...references.slice(0, photos).map((_, i) => i + 1)];
    const [first, ...more] = numbers.map(photo);
    const request = { reference: first, moreReferences: more, selfie: photo(0), threshold: 0.4 };
    const outcome = await verify(deps, { ...request, wants: { reference: {}, selfie: {} } }, context);
    assert.ok(outcome.outcome === "compared");
    assert.equal(outcome.similarity, similarity);

    const results = await Promise.all(numbers.map((number) => analyze(photo(number).bytes)));
    const judged = judgeItem(comparison, results, await analyze(Uint8Array.of(0)), 0.4);
    assert.ok(judged.outcome === "judged" && judged.result.status === "done");
    assert.deepEqual([judged.result.similarity, judged.result.references_used], [similarity, photos]);
  }
});

onEachStore("a session", (kind) => {
  test("compares by as many as its reference was made of when it was created", async (t) => {
    const { deps: sessionsDeps, asked } = await sessionDeps(t, kind);
    const settings = { ...asked, reference: referenceOf(references), model: comparison.model, threshold: 0.4 };
    const { session, secret } = await createSession(sessionsDeps, settings);
    const now = async () =>
      (await findSession(sessionsDeps.store.db, asked.accountId, session.id)) ?? assert.fail("gone");
    const challenges = { start: async () => assert.fail("none"), perform: async () => assert.fail("none") };
    const device = "phone";
    await startSession(
      { ...sessionsDeps, challenges },
      await now(),
      { device, userAgent: undefined },
      { version: "2026-11" },
    );
    const photos = { selfie: Uint8Array.of(0), frames: [] };
    const request = { secret, device, photos, allowSeveralFaces: true, look: {} };
    await completeSession({ ...sessionsDeps, engine: deps.engine, comparison, challenges }, await now(), request);
    const { similarity } = JSON.parse((await now()).result ?? "{}") as SessionResult;
    assert.equal(similarity, similarityOfMean(references.length));
  });
});
