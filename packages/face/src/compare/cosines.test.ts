import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { cosinesTo, type Vectors } from "./cosines.ts";

const vectorsOf = (rows: readonly (readonly number[])[]): Vectors => ({
  bytes: Int8Array.from(rows.flat()),
  lengths: Float32Array.from(rows, (row) => Math.hypot(...row)),
  dimensions: rows[0]?.length ?? 0,
});

const made = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
  fc.record({
    own: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions }),
    rows: fc.array(
      fc
        .array(fc.integer({ min: -128, max: 127 }), { minLength: dimensions, maxLength: dimensions })
        .filter((row) => row.some((value) => value !== 0)),
      { minLength: 1, maxLength: 20 },
    ),
  }),
);

test("they are the products over the lengths, whatever was asked before", () => {
  fc.assert(
    fc.property(made, ({ own, rows }) => {
      const cosines = cosinesTo(Float32Array.from(own), vectorsOf(rows));
      assert.equal(cosines.length, rows.length);
      for (const [i, row] of rows.entries()) {
        const product = row.reduce((sum, value, k) => sum + value * (own[k] ?? 0), 0);
        assert.ok(Math.abs((cosines[i] ?? Number.NaN) - product / Math.hypot(...row)) < 1e-5);
      }
    }),
  );
});

test("what is asked of two in turns is not mixed up", () => {
  const [one, other] = [
    vectorsOf([
      [1, 0],
      [0, 2],
    ]),
    vectorsOf([
      [0, 3],
      [-4, 0],
    ]),
  ];
  const own = Float32Array.of(0.6, 0.8);
  const told = [one, other, one].map((vectors) => Array.from(cosinesTo(own, vectors), (value) => value.toFixed(3)));
  assert.deepEqual(told, [
    ["0.600", "0.800"],
    ["0.800", "-0.600"],
    ["0.600", "0.800"],
  ]);
});

test("thousands of them take more memory than it begins with", () => {
  const rows = Array.from({ length: 5000 }, (_, i) =>
    Array.from({ length: 512 }, (_, k) => ((i * 31 + k * 17) % 255) - 127),
  );
  const own = Float32Array.from({ length: 512 }, (_, k) => Math.sin(k) / 16);
  const cosines = cosinesTo(own, vectorsOf(rows));
  const last = rows.at(-1) ?? [];
  const product = last.reduce((sum, value, k) => sum + value * (own[k] ?? 0), 0);
  assert.ok(Math.abs((cosines.at(-1) ?? Number.NaN) - product / Math.hypot(...last)) < 1e-5);
});

test("vectors of 128 and of 1,024 numbers, as recognizers give them", () => {
  for (const dimensions of [128, 1024]) {
    const rows = Array.from({ length: 3 }, (_, i) =>
      Array.from({ length: dimensions }, (_, k) => ((i * 31 + k * 17) % 255) - 127),
    );
    const own = Float32Array.from({ length: dimensions }, (_, k) => Math.sin(k) / 16);
    const cosines = cosinesTo(own, vectorsOf(rows));
    for (const [i, row] of rows.entries()) {
      const product = row.reduce((sum, value, k) => sum + value * (own[k] ?? 0), 0);
      assert.ok(Math.abs((cosines[i] ?? Number.NaN) - product / Math.hypot(...row)) < 1e-5);
    }
  }
});
