import assert from "node:assert/strict";
import { test } from "node:test";
import { cosine } from "@selfsame/face/compare/embed";
import { joined } from "@selfsame/face/compare/embed-face";
import { createPairScorer } from "@selfsame/face/compare/score";
import { compareItem } from "./compare-item.ts";
import { createHostPlaces } from "./host-places.ts";
import { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import { EngineUnavailable, type PhotoAnalysis, type Wants } from "@selfsame/photo/engine/engine";
import { scriptedComparison } from "@selfsame/photo/testing/engine/scripted-engine";
import { verify } from "@selfsame/photo/verify/verify";

const unit = (...values: readonly number[]) => Float32Array.from(values, (value) => value / Math.hypot(...values));
/** Embeddings of each face, by the first and the second recognizer. A photo is one byte: the number of its face. */
const faces = [
  [unit(1, 0), unit(1, 0)],
  [unit(1, 0.1), unit(1, 1)],
  [unit(1, 1), unit(1, 0.5)],
  [unit(0, 1), unit(1, 0)],
] as const;

/** Pairs are in doubt at cosines of 0.5 to 0.9. */
const { score, isInDoubt } = createPairScorer(cosine, cosine, {
  dimensions: 2,
  weight: 0.5,
  band: 0.2,
  around: 0.7,
  factor: 1,
});
const comparison = { ...scriptedComparison, score, similarity: score, isInDoubt };

function engine() {
  const asked: (Wants & { readonly photo: number })[] = [];
  const analyze = async (photo: Uint8Array, wants: Wants): Promise<PhotoAnalysis> => {
    const face = { box: { x: 0, y: 0, width: 9, height: 9 }, score: 1, landmarks: [] as never };
    // The input of the second recognizer is the number that the first analysis returned.
    const number = wants.second ? (new Float32Array(new Uint8Array(photo).buffer)[0] ?? 9) : (photo[0] ?? 9);
    const [first, second] = faces[number] ?? assert.fail(`photo ${number}`);
    asked.push({ ...wants, photo: number });
    const seen = { outcome: "analyzed", width: 9, height: 9, faces: [face] } as const;
    if (wants.second) return { ...seen, embedding: second };
    if (wants.embedding === "first") return { ...seen, embedding: first, forSecond: Float32Array.of(number) };
    return { ...seen, embedding: joined(first, second) };
  };
  return { asked, engine: { analyze } };
}

const context = { accountId: "acc_1", allowedDomains: [], signal: new AbortController().signal };
const download = async () => assert.fail("nothing is downloaded");
const photo = (number: number) => ({ from: "bytes", bytes: Uint8Array.of(number) }) as const;
const whole = (number: number) => joined(...(faces[number] as (typeof faces)[number]));

async function verified(references: readonly number[], selfie: number) {
  const { asked, engine: own } = engine();
  const [reference, ...moreReferences] = references.map(photo);
  const request = { reference, moreReferences, selfie: photo(selfie), threshold: 0.1 };
  const wants = { reference: {}, selfie: {} };
  const outcome = await verify({ engine: own, comparison, download }, { ...request, wants }, context);
  assert.ok(outcome.outcome === "compared");
  return { similarity: outcome.similarity, second: asked.filter((one) => one.second).map((one) => one.photo) };
}

test("where the first is sure, the second is not asked, and the similarity is that of whole embeddings", async () => {
  for (const selfie of [1, 3]) {
    const { similarity, second } = await verified([0], selfie);
    assert.deepEqual(second, []);
    assert.equal(similarity, score(whole(0), whole(selfie)));
  }
});

test("where it is in doubt, the second is asked of each photo once, and the similarity is that of whole embeddings", async () => {
  const { similarity, second } = await verified([0], 2);
  assert.equal(second.length, 2);
  assert.deepEqual(new Set(second), new Set([0, 2]));
  assert.ok(Math.abs(similarity - score(whole(0), whole(2))) < 1e-6);
  const several = await verified([0, 1], 2);
  assert.deepEqual(new Set(several.second), new Set([0, 1, 2]));
  const mean = whole(0).map((value, i) => value + (whole(1)[i] ?? 0));
  assert.ok(Math.abs(several.similarity - score(mean, whole(2))) < 1e-6);
});

test("an item of a batch does the same, and comes later where the engine has no room for the second", async () => {
  const photos = async (url: string) => ({ outcome: "downloaded", bytes: Uint8Array.of(Number(url.at(-1))) }) as const;
  const budget = new MemoryBudget(1e9, 1_000);
  const { asked, engine: own } = engine();
  const deps = { engine: own, comparison, download: photos, hosts: createHostPlaces(4), budget };
  const item = { references: ["https://a.example/0"], selfie: "https://a.example/2" };
  const result = await compareItem(deps, item, 0.1, context);
  assert.ok("similarity" in result && Math.abs((result.similarity ?? 0) - score(whole(0), whole(2))) < 1e-6);
  assert.equal(asked.filter((one) => one.second).length, 2);
  const full = {
    analyze: async (bytes: Uint8Array, wants: Wants) => {
      if (wants.second) throw new EngineUnavailable("busy", 3);
      return own.analyze(bytes, wants);
    },
  };
  const later = await compareItem({ ...deps, engine: full }, item, 0.1, context);
  assert.deepEqual(later, { status: "postponed", afterMs: 3000 });
});
