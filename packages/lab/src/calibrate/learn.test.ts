import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "./random.ts";
import { learn, neighborsOf, scorable, scorerOf } from "./learn.ts";

const random = createRandom(3);
const vector = () => Float32Array.from({ length: 16 }, () => random() - 0.5);
const photos = (name: string, count: number) =>
  new Map(Array.from({ length: count }, (_, i) => [`${name} ${i}`, vector()] as const));
const people = Array.from({ length: 8 }, (_, i) => photos(`person ${i}`, 3));
const groups = [{ photos: photos("here", 20) }, { photos: photos("there", 20) }];

test("a normalisation that is kept makes the same embeddings as before, whoever else is learned from", () => {
  const before = learn(people, groups);
  const others = [{ photos: photos("elsewhere", 20) }, { photos: photos("further", 20) }];
  const kept = learn(people.slice(2), others, before.normalisation);
  const own = people[0] as Map<string, Float32Array>;
  assert.deepEqual(scorable(kept)(own), scorable(before)(own));
  assert.notDeepEqual(scorable(learn(people.slice(2), others))(own), scorable(before)(own));
  assert.notDeepEqual(kept.cohort, before.cohort, "the cohort is learned anew");
});

test("as large a share of any cohort counts, and scores are the same both ways round", () => {
  assert.deepEqual([3072, 2560, 1].map(neighborsOf), [2304, 1920, 1]);
  const learned = learn(people, groups);
  const [one, other] = [...scorable(learned)(people[0] as Map<string, Float32Array>).values()] as [
    Float32Array,
    Float32Array,
  ];
  const score = scorerOf(learned);
  assert.equal(score(one, other), score(other, one));
});
