import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineUnavailable } from "../photo/engine/engine.ts";
import { scriptedComparison, scriptedEngine } from "../../testing/engine/scripted-engine.ts";
import { portrait } from "../../testing/photos/portraits.ts";
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
