import assert from "node:assert/strict";
import { test } from "node:test";
import { cosine } from "@selfsame/face/compare/embed";
import { normalize } from "@selfsame/face/compare/normalize";
import { rateOf } from "@selfsame/face/compare/calibrate";
import type { Scale } from "@selfsame/face/manifest";
import { referenceOf } from "@selfsame/photo/verify/references";
import { averagedScales } from "./averages.ts";
import { createRandom } from "./random.ts";
import { impostorScores, scaleFrom } from "./scale.ts";

const random = createRandom(11);
/** Approximately normal: a sum of several uniform numbers. */
const normal = () => Array.from({ length: 6 }, random).reduce((sum, one) => sum + one - 0.5, 0);
const [shared, dimensions] = [6, 24];

/** A person's photos. People differ in a few dimensions, photos of one person in all of them, so averaging removes what differs between photos. */
function person(name: string): Map<string, Float32Array> {
  const face = Array.from({ length: dimensions }, (_, i) => (i < shared ? normal() * 2 : 0));
  const photo = () => normalize(Float32Array.from(face, (value) => value + normal()));
  return new Map(Array.from({ length: 5 }, (_, i) => [`${name} ${i}`, photo()] as const));
}

const people = Array.from({ length: 110 }, (_, i) => person(`${i}`));
const others = Array.from({ length: 110 }, (_, i) => person(`other ${i}`));
const scale = scaleFrom(impostorScores(people, cosine));

/** The share of impostors whose photo, or average of `photos`, reaches the score of a similarity. */
function passing(photos: number, at: Scale, similarity: number): number {
  const threshold = at.find(([, one]) => one === similarity)?.[0] ?? Infinity;
  let [all, passed] = [0, 0];
  for (const one of others) {
    const { embedding } = referenceOf([...one.values()].slice(0, photos));
    for (const stranger of others) {
      if (stranger === one) continue;
      for (const photo of stranger.values()) {
        all++;
        if (cosine(embedding, photo) >= threshold) passed++;
      }
    }
  }
  return passed / all;
}

test("with a scale for means as few strangers pass as with one photo, of people it was not learned from", () => {
  const averaged = averagedScales(people, cosine, scale);
  assert.deepEqual(
    averaged.map(({ photos }) => photos),
    [2, 3, 4, 5],
  );
  for (const similarity of [0.4, 0.5]) {
    const once = passing(1, scale, similarity);
    assert.ok(once > rateOf(similarity) * 0.8 && once < rateOf(similarity) * 1.2);
    for (const { photos, scale: own } of averaged) {
      const [before, now] = [passing(photos, scale, similarity), passing(photos, own, similarity)];
      assert.ok(before > once * 1.1, `${photos} photos let more pass on the scale of one: ${before}`);
      assert.ok(now > once * 0.75 && now < once * 1.25, `${photos} photos on their own: ${now}, one photo: ${once}`);
    }
  }
  for (const { scale: own } of averaged) {
    assert.deepEqual(
      own.map(([, similarity]) => similarity),
      scale.map(([, similarity]) => similarity),
    );
    assert.ok(own.every(([score], i) => i === 0 || score > (own[i - 1]?.[0] ?? 0)));
  }
});

test("the same photos make the same scales, and too few people with so many photos none", () => {
  const few = [...people.slice(0, 100), ...others.slice(0, 99).map((one) => new Map([...one].slice(0, 1)))];
  const trimmed = few.map((one, i) => (i === 0 ? new Map([...one].slice(0, 2)) : one));
  const made = averagedScales(trimmed, cosine, scale);
  assert.deepEqual(
    made.map(({ photos }) => photos),
    [2],
  );
  assert.deepEqual(averagedScales(trimmed, cosine, scale), made);
});

test("photos that show one person under two names are not strangers", () => {
  const known = people.slice(0, 100).map((one) => new Map([...one].slice(0, 2)));
  const [[path, photo]] = [...(known[0] as Map<string, Float32Array>)] as [[string, Float32Array]];
  const twice = [...known, new Map([[`again ${path}`, photo]])];
  const apart = averagedScales(twice, cosine, scale, { has: (a, b) => a === path && b === `again ${path}` });
  assert.notDeepEqual(apart, averagedScales(twice, cosine, scale));
});
