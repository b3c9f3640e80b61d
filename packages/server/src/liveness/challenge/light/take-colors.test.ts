import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoredFrame } from "../stepwise/sealed-frame.ts";
import { type MeasuredLight, judgeLight } from "./judge-light.ts";
import { colorsOf, picturesOf } from "./take-colors.ts";

const reflection = { skin: [0.4, 0.3, 0.2], background: [0.1, 0.1, 0.1] } as const;
const turn = { notBeforeMs: 300, untilMs: 3300 };
const embedding = Float32Array.of(1);

test("pictures of a color are measured where they were taken in their time, and in their order", async () => {
  for (const [capturedAfterMs, passedMs, isTaken] of [
    [[0, 100, 200], 300, true],
    [[100, 100, 100], 300, true],
    [[0], 299, false],
    [[0], 3300, true],
    [[0], 3301, false],
    [[0, 200, 199], 300, false],
    [[-1, 100], 300, false],
    // The two clocks may differ by 50 ms from rounding; a later picture would be from the future.
    [[0, 350], 300, true],
    [[0, 351], 300, false],
  ] as const) {
    const measured: number[] = [];
    const sent = { frame: new Uint8Array(), capturedAfterMs };
    const strip = async (_: Uint8Array, count: number) => {
      measured.push(count);
      return { reflections: capturedAfterMs.map((ms) => (ms === 100 ? undefined : reflection)), embedding };
    };
    const taken = await picturesOf(turn, passedMs, sent, strip);
    const what = `${String(capturedAfterMs)} after ${passedMs}`;
    const pictures = capturedAfterMs.map((afterMs) => ({
      afterMs,
      reflection: afterMs === 100 ? undefined : reflection,
    }));
    assert.deepEqual(taken, isTaken ? { pictures, embedding } : undefined, what);
    assert.deepEqual(measured, isTaken ? [capturedAfterMs.length] : [], what);
    assert.equal(await picturesOf(turn, passedMs, { ...sent, spared: true }, strip), undefined, what);
  }
  const nothing = await picturesOf(turn, 300, { frame: new Uint8Array(), capturedAfterMs: [0] }, async () => undefined);
  assert.equal(nothing, undefined);
});

const shown = ["#000000", "#ff0000", "#00ff00"].map((color) => ({ color, ms: 400 }));
const turns = [
  { task: "blink" as const, shownAtMs: 0 },
  ...shown.map((light, i) => ({ task: { light }, shownAtMs: 1000 * (i + 1) })),
  { task: undefined, shownAtMs: 9000 },
];
const step = { measured: {}, sha256: "" } as unknown as StoredFrame;
const lightOf = (red: number): MeasuredLight => ({
  pictures: [0, 100, 200].map((afterMs) => ({
    afterMs,
    reflection: { ...reflection, skin: [red, 0.3, 0.2] },
  })),
  embedding: Float32Array.of(red),
});
const taken = [0.1, 0.5, 0.2].map(lightOf);
const stored = (...lights: readonly (MeasuredLight | "spared" | undefined)[]) => [
  step,
  ...lights.map((light) => ({ light, sha256: "" })),
];

test("all colors are judged together, each from when it was shown; of a part nothing is said", () => {
  const lights = shown.map(({ color }, i) => ({ color, shownAtMs: 1000 * (i + 1), ...(taken[i] as MeasuredLight) }));
  const faces = [Float32Array.of(0.5), Float32Array.of(0.2)];
  const judged = judgeLight(lights);
  assert.notEqual(judged.correlation, null);
  assert.deepEqual(colorsOf(shown, turns, stored(...taken)), { ...judged, faces });
  const unknown = { result: "not_measurable", correlation: null };
  assert.deepEqual(colorsOf(shown, turns, stored(...taken.slice(0, 2))), { ...unknown, faces: faces.slice(0, 1) });
  const [dark, red] = taken;
  assert.deepEqual(colorsOf(shown, turns, stored(dark, red, undefined)), { ...unknown, faces: faces.slice(0, 1) });
  assert.deepEqual(colorsOf(shown, turns, [step]), { ...unknown, faces: [] });
});

test("a person who was spared colors, at the start or in between, has none that are judged", () => {
  const spared = { result: "spared", correlation: null, faces: [] };
  assert.deepEqual(colorsOf("spared", turns.slice(0, 1), [step]), spared);
  assert.deepEqual(colorsOf(shown, turns, stored(taken[0], "spared")), spared);
  assert.equal(colorsOf(undefined, turns.slice(0, 1), [step]), null);
});
