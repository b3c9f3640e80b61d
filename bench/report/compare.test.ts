import assert from "node:assert/strict";
import { test } from "node:test";
import { compareRuns, type Run } from "./compare.ts";

function run(cpu: number, memoryMb: number, kind = "AMD EPYC, AVX2"): Run {
  const timing = { p50: cpu * 9, p95: cpu * 99, cpu };
  const results = {
    stages: [
      { name: "decode", timing, modelMs: 0 },
      { name: "**a selfie:** embedding", timing, modelMs: 1 },
    ],
    verifyModelMs: 20,
    http: [{ name: "one at a time", timing, perSecond: 1 }],
    eventLoop: { wallMs: 1, cpuMs: 1 },
    memoryMb,
    load: { before: 1, after: 1 },
    peers: [],
  };
  return { kind, results };
}

test("up to 15 % more is none, more than that is a loss, of processor time and of memory", () => {
  const compared = compareRuns(run(10, 500), run(11.4, 580));
  assert.ok(compared.outcome === "compared");
  assert.deepEqual(
    compared.lost.map(({ name, ratio }) => [name, ratio]),
    [["memory, MB", 1.16]],
  );
  const slower = compareRuns(run(10, 500), run(11.6, 500));
  assert.deepEqual(slower.outcome === "compared" && slower.lost.map(({ name }) => name), [
    "verify, one at a time, ms",
    "a selfie: embedding, ms",
  ]);
});

test("less is told and is no loss", () => {
  const compared = compareRuns(run(10, 500), run(5, 250));
  assert.ok(compared.outcome === "compared" && compared.lost.length === 0);
  assert.equal(compared.changes[0]?.ratio, 0.5);
});

test("what could not be measured is a loss, not a pass", () => {
  const compared = compareRuns(run(10, 500), run(Number.NaN, 500));
  assert.ok(compared.outcome === "compared" && compared.lost.length === 2);
});

test("a run on another kind of machine is not compared", () => {
  assert.deepEqual(compareRuns(run(10, 500, "Apple M4"), run(10, 500)), { outcome: "other_machine", kind: "Apple M4" });
});
