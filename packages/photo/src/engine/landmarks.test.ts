import assert from "node:assert/strict";
import { test } from "node:test";
import { findFaces } from "@selfsame/face/analyze";
import { locateLevel, locateMirrored } from "@selfsame/face/locate/landmarks";
import { distance } from "@selfsame/face/plane/geometry";
import { openPhoto } from "../decode/photo.ts";
import { modelPath } from "../models/model-path.ts";
import { loadModels } from "../models/onnx.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { samplePhoto } from "../../testing/photos/sample-photos.ts";
import { photoSideMax } from "./analyze.ts";

test("each of the 68 landmarks is where it is in the mirror image", async () => {
  const { manifest, manifestPath, modelsDir } = await testModels();
  const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir));
  const part = { model: models.landmarks, entry: manifest.models.landmarks };
  for (const sample of [1, 3, 6] as const) {
    const photo = await openPhoto(samplePhoto(sample), photoSideMax);
    assert.ok(photo.outcome === "opened");
    const [face] = await findFaces(photo.image, { models, manifest }, "main");
    assert.ok(face);
    const direct = await locateLevel(photo.image, face.points, part);
    const mirrored = await locateMirrored(photo.image, face.points, part);
    const eyes = distance(face.landmarks[0], face.landmarks[1]);
    for (const [i, point] of direct.entries()) {
      // Along the jaw, only the line is certain, not the position on it.
      const most = i < 17 ? 0.2 : 0.1;
      const apart = distance(point, mirrored[i] as (typeof mirrored)[number]) / eyes;
      assert.ok(apart < most, `sample ${sample}: landmark ${i} is ${apart} of the eyes' distance beside`);
    }
  }
});
