import assert from "node:assert/strict";
import { test } from "node:test";
import { free, harmonic, known, outside } from "./poisson.ts";

const [width, height] = [301, 274];
/** The area to fill: an egg with a bay, inside a ring of known values, with nothing beyond. */
const distanceIn = (x: number, y: number) =>
  Math.hypot((x - 150) / 120, (y - 130) / (x > 150 ? 90 : 125)) + 0.2 * Math.sin(x / 20);
const kinds = Uint8Array.from({ length: width * height }, (_, i) => {
  const [x, y] = [i % width, Math.floor(i / width)];
  if (distanceIn(x, y) < 0.9) return free;
  const besides = [distanceIn(x - 1, y), distanceIn(x + 1, y), distanceIn(x, y - 1), distanceIn(x, y + 1)];
  return Math.min(...besides) < 0.9 ? known : outside;
});

for (const [name, f] of [
  ["a slope", (x: number, y: number) => 0.3 * x - 0.2 * y],
  ["a saddle", (x: number, y: number) => ((x - 150) ** 2 - (y - 130) ** 2) / 200],
  ["waves at the edge that die away inside", (x: number, y: number) => 20 * Math.sin(x / 9) * Math.exp((y - 240) / 9)],
] as const) {
  test(`${name} is continued into the face as the equation wants it`, () => {
    const truth = Float32Array.from(kinds, (_, i) => f(i % width, Math.floor(i / width)));
    const filled = harmonic(
      truth.map((value, i) => (kinds[i] === known ? value : -1e4 * (kinds[i] as number))),
      kinds,
      width,
    );
    let worst = 0;
    for (const [i, kind] of kinds.entries())
      if (kind === free) worst = Math.max(worst, Math.abs((filled[i] as number) - (truth[i] as number)));
    assert.ok(kinds.includes(free) && worst < 0.5, `${worst} levels off`);
  });
}
