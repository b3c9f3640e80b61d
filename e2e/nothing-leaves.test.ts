import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { noOffline, runOffline } from "../testing/offline/run-offline.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";

test("nothing leaves the machine: no look-up, no connection, no file left behind", { skip: noOffline() }, async () => {
  const { modelsDir } = await testModels();
  const seen = await runOffline(join(import.meta.dirname, "../testing/offline/use-everything.ts"), {
    SELFSAME_MODELS_DIR: modelsDir,
  });
  assert.deepEqual(seen, {
    statuses: [200],
    evaluated: true,
    used: { lookups: [], connections: [], unanswered: 0, files: [] },
    proof: { lookups: ["proof.example"], connections: ["203.0.113.7:443"], unanswered: 1 },
  });
});
