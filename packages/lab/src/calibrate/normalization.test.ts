import assert from "node:assert/strict";
import { test } from "node:test";
import { cosine } from "@selfsame/face/compare/embed";
import { normalize } from "@selfsame/face/compare/normalize";
import { learnNormalization } from "./normalization.ts";

const dimensionCount = 12;

/** Repeatable noise of mean 0 (mulberry32). */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/** Synthetic people: they differ in dimensions from 4 on; photos of one person differ most in dimension 0; each group shares dimension 1, 2 or 3. */
function population(seed: number) {
  const next = noise(seed);
  const person = (group: number) =>
    Float32Array.from({ length: dimensionCount }, (_, i) => (i >= 4 ? next() : i === group ? 2 : 0.5));
  const photo = (one: Float32Array) => one.map((value, i) => value + next() * (i === 0 ? 3 : 0.3));
  const groups = [1, 2, 3].map((group) => Array.from({ length: 40 }, () => person(group)));
  return {
    people: groups.flat().map((one) => [photo(one), photo(one), photo(one)]),
    groups: groups.map((group) => group.map(photo)),
  };
}

const { people, groups } = population(1);
const learned = learnNormalization(people, groups);

/** Distance of the mean genuine cosine above the mean impostor cosine within a group, in standard deviations. */
function separation(normalisation?: typeof learned): number {
  const other = population(2);
  const scores = (pairs: readonly (readonly [Float32Array, Float32Array])[]) =>
    pairs.map(([a, b]) => cosine(normalize(a, normalisation), normalize(b, normalisation)));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const genuine = scores(other.people.map(([a, b]) => [a ?? new Float32Array(), b ?? new Float32Array()]));
  const strangers = scores(
    other.groups.flatMap((group) => group.slice(1).map((one, i) => [one, group[i] ?? one] as const)),
  );
  const spread = Math.sqrt(mean(strangers.map((value) => (value - mean(strangers)) ** 2)));
  return (mean(genuine) - mean(strangers)) / spread;
}

test("people it was not learned from are told apart better", () => {
  assert.ok(separation(learned) > 1.5 * separation(), `${separation(learned)} against ${separation()}`);
});

test("normalised vectors have length 1", () => {
  const vector = normalize(people[0]?.[0] ?? new Float32Array(), learned);
  assert.ok(Math.abs(cosine(vector, vector) - 1) < 1e-6);
});

test("without two photos of anyone nothing can be learned", () => {
  assert.throws(
    () =>
      learnNormalization(
        people.map(([first]) => [first ?? new Float32Array()]),
        groups,
      ),
    RangeError,
  );
});
