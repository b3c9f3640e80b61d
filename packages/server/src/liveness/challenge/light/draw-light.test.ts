import assert from "node:assert/strict";
import { test } from "node:test";
import { dark, drawLight } from "./draw-light.ts";

const draws = Array.from({ length: 2000 }, () => drawLight());

test("three or four saturated colors follow on the dark, different ones, and each channel is in one of them", () => {
  assert.deepEqual(new Set(draws.map(({ length }) => length)), new Set([4, 5]));
  for (const [first, ...colors] of draws) {
    assert.deepEqual(first, dark);
    assert.equal(new Set(colors.map(({ color }) => color)).size, colors.length);
    for (const { color } of colors) assert.match(color, /^#(ff|00){3}$/);
    for (const at of [1, 3, 5]) assert.ok(colors.some(({ color }) => color[at] === "f"));
    for (const { color } of colors) assert.ok(color.includes("0") && color.includes("f"), color);
  }
});

test("durations are 250 to 650 ms, at least 100 ms apart, and in no order of their own", () => {
  let rising = 0;
  for (const [, ...colors] of draws) {
    const durations = colors.map(({ ms }) => ms);
    const sorted = durations.toSorted((one, other) => one - other);
    assert.ok((sorted[0] ?? 0) >= 250 && (sorted.at(-1) ?? 0) <= 650, durations.join());
    for (const [i, ms] of sorted.slice(1).entries()) assert.ok(ms - (sorted[i] ?? 0) >= 100, durations.join());
    if (sorted.every((ms, i) => ms === durations[i])) rising++;
  }
  assert.ok(rising > 0 && rising < draws.length / 3);
});

test("the screen changes at most three times in any second, half of what WCAG 2.3.1 allows", () => {
  for (const draw of draws) {
    const changes = [0];
    for (const { ms } of draw) changes.push((changes.at(-1) ?? 0) + ms);
    for (const from of changes) {
      assert.ok(changes.filter((at) => at >= from && at < from + 1000).length <= 3, JSON.stringify(draw));
    }
  }
});

test("chance may take both ends: 250 and 650 ms, three colors and four", () => {
  const durationsOf = (random: (below: number) => number) =>
    drawLight(random)
      .map(({ ms }) => ms)
      .slice(1);
  assert.deepEqual(
    durationsOf(() => 0),
    [250, 350, 450],
  );
  assert.deepEqual(new Set(durationsOf((below) => below - 1)), new Set([350, 450, 550, 650]));
});
