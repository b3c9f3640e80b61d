/** Judges tones that are constructed so that their correlation and change are known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Light } from "@selfsame/face/assess/reflection";
import { facesIn, judgeLight, type SeenLight } from "./judge-light.ts";

type Vector = readonly (readonly number[])[];

/** The offset that the judgment adds to nearly black. */
const floor = 0.003;
const lightOf = (tone: readonly number[]): Light =>
  tone.map((value) => Math.exp(value - 1) - floor) as unknown as Light;
const valuesOf = (color: string) => [1, 3, 5].map((i) => Number(color.slice(i, i + 2) === "ff"));

const product = (one: Vector, other: Vector) =>
  one
    .flatMap((color, k) => color.map((value, i) => value * (other[k]?.[i] ?? 0)))
    .reduce((sum, value) => sum + value, 0);
const plus = (one: Vector, other: Vector, times = 1): Vector =>
  one.map((color, k) => color.map((value, i) => value + times * (other[k]?.[i] ?? 0)));
const scaled = (one: Vector, times: number): Vector => plus(scaledToNothing(one), one, times);
const scaledToNothing = (one: Vector): Vector => one.map((color) => color.map(() => 0));

/** Without what the channels share, the mean over time and `apartFrom`; scaled to 1 on the average of the pictures. */
function unit(one: Vector, ...apartFrom: readonly Vector[]): Vector {
  const own = one.map((color) => color.map((value) => value - color.reduce((sum, each) => sum + each, 0) / 3));
  const means = [0, 1, 2].map((i) => own.reduce((sum, color) => sum + (color[i] ?? 0), 0) / own.length);
  const centered = own.map((color) => color.map((value, i) => value - (means[i] ?? 0)));
  const apart = apartFrom.reduce(
    (left, other) => plus(left, other, -product(left, other) / product(other, other)),
    centered,
  );
  return scaled(apart, 1 / Math.sqrt(product(apart, apart) / apart.length));
}

const colors = ["#000000", "#ff0000", "#00ffff", "#00ff00", "#ff00ff"];
const still = colors.map((color, i) => ({ color, shownAtMs: 1000 + 5000 * i }));
/** Milliseconds after a change, beyond the reach of every lag. */
const afters = [1000, 2500];

function seen(
  lights: readonly { color: string; shownAtMs: number }[],
  after: readonly number[],
  skin: Vector,
  background?: Vector,
) {
  let k = 0;
  return lights.map(({ color, shownAtMs }): SeenLight => {
    const pictures = after.map((afterMs) => {
      const reflection = { skin: lightOf(skin[k] ?? []), background: lightOf(background?.[k] ?? [0, 0, 0]) };
      k++;
      return { afterMs, reflection };
    });
    return { color, shownAtMs, embedding: undefined, pictures };
  });
}

const shown = unit(colors.flatMap((color) => afters.map(() => valuesOf(color))));
const other = unit(
  shown.map((_, k) => [Math.sin(3 * k), Math.cos(5 * k), Math.sin(7 * k + 1)]),
  shown,
);
/** A tone with this change, and this correlation with the colors shown. */
const toneOf = (correlation: number, change: number): Vector =>
  scaled(plus(scaled(shown, correlation), other, Math.sqrt(1 - correlation ** 2)), change);
const near = (value: number | null, expected: number, what: string) =>
  assert.ok(value !== null && Math.abs(value - expected) < 1e-6, `${what}: ${value}, not ${expected}`);

test("what passes and what is an attack, at the bounds of correlation and change", () => {
  for (const [correlation, change, result] of [
    [1, 0.05, "passed"],
    [0.8501, 0.0201, "passed"],
    [0.8499, 0.0201, "not_measurable"],
    [0.8501, 0.0199, "not_measurable"],
    [0.6001, 0.0401, "not_measurable"],
    [0.5999, 0.0401, "attack"],
    [0.5999, 0.0399, "not_measurable"],
    [0, 0.05, "attack"],
    [-0.9, 0.05, "attack"],
  ] as const) {
    const judged = judgeLight(seen(still, afters, toneOf(correlation, change)));
    assert.equal(judged.result, result, `${correlation} ${change}`);
    near(judged.correlation, correlation, `${change}`);
  }
});

test("a shadow, and a light that falls on skin and background alike, change nothing", () => {
  const own = toneOf(0.9, 0.05);
  const shadow = own.map((color, k) => color.map((value) => value + Math.sin(k) / 5));
  near(judgeLight(seen(still, afters, shadow)).correlation, 0.9, "shadow");
  const room = scaled(
    unit(
      shown.map((_, k) => [Math.cos(k), Math.sin(2 * k), Math.cos(3 * k)]),
      shown,
      other,
    ),
    0.03,
  );
  // `left` is the share of the background that remains: up to all of it is subtracted, and none is added.
  for (const [share, left] of [
    [0, 0],
    [0.5, 0],
    [1, 0],
    [2, 1],
    [-0.5, -0.5],
  ] as const) {
    const { correlation } = judgeLight(seen(still, afters, plus(own, room, share), room));
    const norm = Math.hypot(0.05, left * 0.03);
    near(correlation, (0.9 * 0.05) / norm, `${share} of the background`);
  }
});

test("seven pictures are too few, and without any change nothing correlates", () => {
  const lights = seen(still, afters, toneOf(1, 0.05));
  const without = (count: number) => {
    let left = count;
    return lights.map((light) => ({
      ...light,
      pictures: light.pictures.map(({ afterMs, reflection }) => ({
        afterMs,
        reflection: left-- > 0 ? undefined : reflection,
      })),
    }));
  };
  assert.equal(judgeLight(without(2)).result, "passed");
  assert.deepEqual(judgeLight(without(3)), { result: "not_measurable", correlation: null });
  const flat = judgeLight(seen(still, afters, scaledToNothing(shown)));
  assert.equal(flat.result, "not_measurable");
});

test("a reflection may come up to 600 ms late, is blurred over 60 ms, and before the first color it was dark", () => {
  const lights = colors.slice(1).map((color, i) => ({ color, shownAtMs: 1000 + 450 * i }));
  const after = Array.from({ length: 15 }, (_, i) => 30 * i);
  const colorAt = (ms: number) => valuesOf(lights.findLast(({ shownAtMs }) => shownAtMs <= ms)?.color ?? "#000000");
  const blurredAt = (ms: number) =>
    [0, 20, 40, 60]
      .map((ago) => colorAt(ms - ago))
      .reduce((sum, color) => sum.map((value, i) => value + (color[i] ?? 0) / 4), [0, 0, 0]);
  const judgeAt = (lagMs: number) => {
    const tone = lights.flatMap(({ shownAtMs }) => after.map((ms) => blurredAt(shownAtMs + ms - lagMs)));
    return judgeLight(seen(lights, after, scaled(unit(tone), 0.05))).correlation ?? 0;
  };
  for (const lagMs of [0, 20, 140, 600]) near(judgeAt(lagMs), 1, `${lagMs} ms late`);
  for (const lagMs of [-60, 660]) assert.ok(judgeAt(lagMs) < 0.999, `${lagMs} ms late`);
});

test("faces are those of the colors, not of the dark, and of pictures that have one", () => {
  const [one, two] = [Float32Array.of(1), Float32Array.of(2)];
  const light = (color: string, embedding: Float32Array | undefined) => ({
    color,
    embedding,
    shownAtMs: 0,
    pictures: [],
  });
  const lights = [light("#000000", one), light("#ff0000", two), light("#00ff00", undefined)];
  assert.deepEqual(facesIn(lights), [two]);
});
