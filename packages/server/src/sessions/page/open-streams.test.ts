import assert from "node:assert/strict";
import { test } from "node:test";
import { createOpenStreams } from "./open-streams.ts";

test("ten follow one session, two thousand a node; who leaves makes room", () => {
  const streams = createOpenStreams();
  const taken = Array.from({ length: 2000 }, (_, i) => streams.take(`vs_${i % 200}`));
  assert.deepEqual([streams.take("vs_7"), streams.take("vs_200")], ["session", "node"]);
  const [leave] = taken;
  assert.ok(typeof leave === "function");
  leave();
  assert.equal(typeof streams.take("vs_200"), "function");
  assert.equal(streams.take("vs_0"), "node");
});
