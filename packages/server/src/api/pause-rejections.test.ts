import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineUnavailable } from "@selfsame/photo/engine/engine";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { send } from "../../testing/service/request.ts";
import { startService } from "../../testing/service/service.ts";

test("who sends what was rejected again at once, on sixty connections, is answered thirty times a second", async (t) => {
  const full = () => {
    throw new EngineUnavailable("busy", 1);
  };
  const engine = { ...scriptedEngine(), requireRoom: full };
  const service = await startService(t, { engine, comparison: scriptedComparison });
  const photo = await portrait("amal");
  const startMs = performance.now();
  let rejected = 0;
  const again = async () => {
    while (rejected < 220) {
      const response = await send(service, { photos: { reference: photo, selfie: photo } });
      await response.arrayBuffer();
      assert.equal(response.status, 503);
      rejected++;
    }
  };
  await Promise.all(Array.from({ length: 60 }, again));
  // The first hundred are rejected at once; the others wait for up to two seconds, sixty at a time.
  assert.ok(performance.now() - startMs > 2000, `${rejected} in ${performance.now() - startMs} ms`);
});
