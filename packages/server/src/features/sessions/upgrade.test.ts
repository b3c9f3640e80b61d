/** Tests an upgrade to another default recognizer: open sessions use the recognizer that made their sealed embeddings. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import { readInstalled } from "@selfsame/photo/models/catalog/installed";
import { embeddingContractId } from "@selfsame/photo/models/embedding-contract";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { samplePhoto, samplePortrait } from "@selfsame/photo/testing/photos/sample-photos";
import { sessionDeps } from "../../../testing/sessions/session-deps.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { referenceOf } from "@selfsame/photo/verify/references";
import { completeSession } from "./attempts/complete-session.ts";
import { startSession } from "./attempts/start-session.ts";
import { sealCapture } from "./captures/capture.ts";
import { compareCapture, settleComparison } from "./captures/compare-session.ts";
import { createSession, type NewSession } from "./create-session.ts";
import { findSession, type SessionResult } from "./session.ts";

const unsent = { photos: [], evidence: [] } as const;
const models = await testModels();
const engine = await sharedEngine();
const comparison = createComparison(models);
const former = createComparison(readInstalled(models.modelsDir, "mobilefacenet-512"));

const same = await samplePortrait();
const other = new Uint8Array(samplePhoto(1));
const embedded = async (photo: Uint8Array, model?: string): Promise<Float32Array> => {
  const result = await engine.analyze(photo.slice(), { embedding: true }, { model });
  assert.equal(result.outcome, "analyzed");
  return (result.outcome === "analyzed" && result.embedding) || assert.fail("no face");
};
const reference = await embedded(await sharp(same).linear(0.8, 12).jpeg().toBuffer(), former.model);

async function opened(t: TestContext, kind: StoreKind, more: Partial<NewSession>) {
  const { deps: own, asked } = await sessionDeps(t, kind);
  const challenges = { start: async () => assert.fail("none"), perform: async () => assert.fail("none") };
  const deps = { ...own, engine, comparison, challenges };
  const made = await createSession(deps, { ...asked, expiresInSeconds: 600, ...more });
  const now = async () => (await findSession(deps.store.db, asked.accountId, made.session.id)) ?? assert.fail("gone");
  const complete = async (selfie: Uint8Array) => {
    await startSession(deps, await now(), { device: "phone", userAgent: undefined }, { version: "2026-11" });
    const photos = { selfie: selfie.slice(), frames: [] };
    const request = { secret: made.secret, device: "phone", photos, allowSeveralFaces: true, look: {} };
    return (await completeSession(deps, await now(), request)).outcome;
  };
  return { deps, secret: made.secret, now, complete };
}

const resultIn = ({ result }: { readonly result: string | null }) => JSON.parse(result ?? "{}") as SessionResult;

test("the former default is another contract, and the worker still makes its embeddings", async () => {
  assert.notEqual(former.model, comparison.model);
  assert.equal(former.model, embeddingContractId(readInstalled(models.modelsDir, "mobilefacenet-512").manifest));
  assert.equal(reference.length, 512);
  assert.equal((await embedded(same)).length, 768);
  await assert.rejects(embedded(same, "another-1"), /no earlier recognizer makes embeddings of another-1/);
});

onEachStore("a session that was open before the upgrade", (kind) => {
  const before = { reference: referenceOf([reference]), model: former.model };

  test("ends with the similarity that its own recognizer gives", async (t) => {
    const { complete, now } = await opened(t, kind, before);
    assert.equal(await complete(same), "done");
    const session = await now();
    const { similarity, model } = resultIn(session);
    assert.equal(session.status, "verified");
    assert.equal(similarity, former.similarity(reference, await embedded(same, former.model)));
    assert.equal(model, former.model);
  });

  test("rejects another person", async (t) => {
    const { complete, now } = await opened(t, kind, { ...before, attempts: 1 });
    await complete(other);
    const session = await now();
    assert.deepEqual([session.status, resultIn(session).reasons.includes("no_match")], ["failed", true]);
  });

  test("that was captured is compared with photos by the recognizer of its capture", async (t) => {
    const { deps, secret, now } = await opened(t, kind, {
      reference: undefined,
      model: former.model,
      compareLater: { limit: 2, minutes: 5 },
    });
    const { id } = await now();
    const capture = sealCapture(deps.seal, secret, former.model, { selfie: reference, frames: undefined });
    const result = JSON.stringify({ model: former.model, reasons: [] });
    const captured = { status: "captured", capture, result } as const;
    await deps.store.db.updateTable("verification_sessions").set(captured).where("id", "=", id).execute();
    const one = { embedding: await embedded(same, former.model), photos: 1 };
    const similarity = (await compareCapture(deps, await now(), one, 0.7)) ?? assert.fail("not compared");
    assert.equal(similarity.similarity, former.similarity(one.embedding, reference));
    await settleComparison(deps, await now(), similarity, 0.7, unsent, async () => {});
    const { status, ...ended } = await now();
    assert.deepEqual([status, resultIn(ended).model], ["verified", former.model]);
  });

  test("whose recognizer nobody has any more is cancelled", async (t) => {
    const { complete, now } = await opened(t, kind, { ...before, model: "another-1" });
    assert.equal(await complete(same), "over");
    assert.equal((await now()).status, "cancelled");
  });

  test("without a reference is embedded by the recognizer in use", async (t) => {
    const { complete, now } = await opened(t, kind, {
      reference: undefined,
      model: former.model,
      compareLater: { limit: 2, minutes: 5 },
    });
    assert.equal(await complete(same), "done");
    const session = await now();
    assert.deepEqual([session.status, session.model], ["captured", comparison.model]);
  });
});
