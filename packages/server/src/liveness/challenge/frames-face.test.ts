import assert from "node:assert/strict";
import { test } from "node:test";
import type { FivePoints } from "@selfsame/face/face";
import { neutralFrame, pictureOf } from "../../../testing/challenge/perform.ts";
import { noDownload } from "../../../testing/service/service.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { directionOf, average } from "@selfsame/photo/verify/frames-face";
import { verify } from "@selfsame/photo/verify/verify";

const comparison = createComparison(await testModels());

test("the person who performed the challenge must match the reference, whomever the selfie resembles", async () => {
  const engine = await sharedEngine();
  const embed = async (photo: Buffer) => {
    const result = await engine.analyze(photo, { embedding: true });
    assert.ok(result.outcome === "analyzed" && result.embedding);
    return result.embedding;
  };
  const [victim, attacker] = [
    await embed(await neutralFrame(await pictureOf("ada", engine))),
    await embed(await neutralFrame(await pictureOf("bea", engine))),
  ] as const;
  // A morph's embedding: equally similar to both people.
  const morph = directionOf(average([victim, attacker]).sum);
  const look = async (photo: Uint8Array) => {
    const embedding = photo.length === 1 ? morph : victim;
    const face = { box: { x: 0, y: 0, width: 9, height: 9 }, score: 1, landmarks: [] as unknown as FivePoints };
    return { outcome: "analyzed", width: 9, height: 9, faces: [face], embedding } as const;
  };
  const deps = { engine: { analyze: look, stop: async () => {} }, comparison, download: noDownload };
  const compare = async (frames?: readonly Float32Array[]) => {
    const [reference, selfie] = [2, 1].map((size) => ({ from: "bytes", bytes: new Uint8Array(size) }) as const);
    const request = { reference, selfie, wants: { reference: {}, selfie: {} }, frames: frames && average(frames) };
    const outcome = await verify(deps, request, {
      accountId: "acc_1",
      allowedDomains: [],
      signal: new AbortController().signal,
    });
    assert.ok(outcome.outcome === "compared");
    return outcome.reasons;
  };
  assert.deepEqual(await compare(), [], "the selfie alone deceives");
  assert.deepEqual(await compare([attacker, attacker, attacker]), ["no_match", "challenge_no_match"]);
  assert.deepEqual(await compare([victim, victim, victim]), []);
});
