/** A worker runs a recognizer of ResNet-50's size within the limits that every photo has. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { largeRecognizer } from "../../testing/engine/large-recognizer.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { samplePortrait } from "../../testing/photos/sample-photos.ts";
import { createEngine } from "./create-engine.ts";

const folder = mkdtempSync(join(tmpdir(), "selfsame-large-"));
after(() => rmSync(folder, { recursive: true }));

const { modelsDir } = await testModels();
const { models, network } = largeRecognizer("r50", folder, modelsDir);

/** docs/models.md states how much memory such a worker uses. */
const memoryBytesMax = 1.2e9;

for (const threads of [1, 2]) {
  test(`6.3 billion multiply-adds with ${threads} of its threads, in the time and the memory that there is`, async (t) => {
    assert.ok(Math.abs(network.multiplyAdds / 1e9 - 6.3) < 0.1, `${network.multiplyAdds}`);
    const runtime = { threads, providers: ["cpu"] } as const;
    const engine = await createEngine({ models: { ...models, runtime }, workers: 1 });
    t.after(() => engine.stop());
    const result = await engine.analyze(await samplePortrait(), { embedding: true });
    assert.ok(result.outcome === "analyzed" && result.embedding?.length === network.dimensions);
    const { memoryBytes } = engine.status;
    assert.ok(memoryBytes > network.file.length && memoryBytes < memoryBytesMax, `${memoryBytes}`);
  });
}
