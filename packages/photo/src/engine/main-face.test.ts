import assert from "node:assert/strict";
import { test } from "node:test";
import { samplePhoto } from "../../testing/photos/sample-photos.ts";
import { sharedEngine } from "../../testing/engine/shared-engine.ts";

const engine = await sharedEngine();

for (const number of [1, 2, 3, 4, 5, 6] as const) {
  test(`sample ${number}: whatever is asked of a photo, its main face and its number of faces are the same`, async () => {
    const photo = samplePhoto(number);
    const [all, compared, embedded] = await Promise.all([
      engine.analyze(photo, { quality: "all" }),
      engine.analyze(photo, { quality: "main", embedding: true }),
      engine.analyze(photo, { embedding: true }),
    ]);
    assert.ok(all.outcome === "analyzed" && compared.outcome === "analyzed" && embedded.outcome === "analyzed");
    assert.equal(compared.faces.length, all.faces.length);
    assert.deepEqual(compared.faces[0]?.box, all.faces[0]?.box);
    assert.deepEqual(embedded.faces[0]?.box, all.faces[0]?.box);
    assert.deepEqual(embedded.embedding, compared.embedding);
    const [main, ...others] = all.faces.map(({ box }) => box.width * box.height);
    assert.ok((main ?? 0) > 0.63 * Math.max(...others, 0), "nearly as large as anybody, or larger");
    assert.deepEqual(
      others,
      others.toSorted((a, b) => b - a),
      "the others by size",
    );
  });
}
