import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readManifest } from "../models/manifest.ts";
import { facePlace, type FacePlace, photoOfCard, type Shot } from "../../testing/photos/card.ts";
import { portrait } from "../../testing/photos/portraits.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { type Comparison, createComparison } from "../verify/comparison.ts";
import { createEngine, type RunningEngine } from "./create-engine.ts";

const { threshold } = readManifest().models.embed.calibration ?? { threshold: 1 };

const shots: Readonly<Record<string, Shot>> = {
  "flat, 80 pixels": { faceWidth: 80 },
  "60 pixels, a little turned and tilted": { faceWidth: 60, angleDegrees: 12, perspective: 0.12 },
  "turned by an eighth": { faceWidth: 80, angleDegrees: 45 },
  "on its side": { faceWidth: 70, angleDegrees: 90 },
  "on its other side": { faceWidth: 70, angleDegrees: 270 },
  "aslant on its head": { faceWidth: 75, angleDegrees: 135 },
  "aslant on its head, the other way": { faceWidth: 75, angleDegrees: 225 },
  "on its head": { faceWidth: 70, angleDegrees: 180 },
  "a ghost portrait beside it, laminated": { faceWidth: 80, ghost: true, lamination: true },
  "grey and blurred": { faceWidth: 80, tint: "grey", blur: 1 },
  "green, of poor quality": { faceWidth: 80, tint: "green", jpegQuality: 40 },
};

describe("portraits on cards", () => {
  let engine: RunningEngine;
  let reference: Buffer;
  let selfie: Float32Array;
  let place: FacePlace;
  let comparison: Comparison;

  const look = async (photo: Buffer) => {
    const result = await engine.analyze(photo, { embedding: true, quality: "main" });
    assert.ok(result.outcome === "analyzed" && result.embedding && result.faces[0], "a face is found");
    return { face: result.faces[0], embedding: result.embedding, width: result.width, height: result.height };
  };

  before(async () => {
    const models = await testModels();
    engine = await createEngine({ models, workers: 1 });
    comparison = createComparison(models);
    reference = await portrait("amal");
    const { face, ...size } = await look(reference);
    place = facePlace(face.box, size);
    selfie = (await look(await portrait("amal-selfie"))).embedding;
  });
  after(() => engine.stop());

  for (const [name, shot] of Object.entries(shots)) {
    test(`${name}: found, and the same person as on the selfie`, async () => {
      const { face, embedding } = await look(await photoOfCard(reference, place, shot));
      const width = Math.min(face.box.width, face.box.height);
      assert.ok(width > shot.faceWidth * 0.6 && width < shot.faceWidth * 1.6, `the portrait, not its ghost: ${width}`);
      const reached = comparison.similarity(embedding, selfie);
      assert.ok(reached >= threshold, `similarity ${reached}`);
    });
  }

  test("a lamp's reflection on the portrait is told as glare, and no other picture is", async () => {
    const issuesOf = async (shot: Shot) => (await look(await photoOfCard(reference, place, shot))).face.quality?.issues;
    assert.ok((await issuesOf({ faceWidth: 90, glare: 1 }))?.includes("glare"));
    assert.ok(!(await issuesOf({ faceWidth: 90 }))?.includes("glare"));
    assert.ok(!(await issuesOf({ faceWidth: 90, tint: "grey" }))?.includes("glare"));
  });
});
