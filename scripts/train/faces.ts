/**
 * Cuts faces out of photos for scripts/train/covered.py: `node scripts/train/faces.ts LIST OUT`. LIST has one path per line. Writes OUT.rgb,
 * consecutive chips of 96 pixels, and OUT.json: for each photo its result, its 68 points in the chip, and the chip's position.
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { findFaces } from "@selfsame/face/analyze";
import { squareOf } from "@selfsame/face/assess/square";
import { forget } from "@selfsame/face/pixels/pyramid";
import { sampleImage } from "@selfsame/face/pixels/sample";
import { apply, invert } from "@selfsame/face/plane/affine";
import { readSettings } from "../../packages/cli/src/settings.ts";
import { openPhoto } from "../../packages/photo/src/decode/photo.ts";
import { photoSideMax } from "../../packages/photo/src/engine/analyze.ts";
import { readManifest } from "../../packages/photo/src/models/manifest.ts";
import { modelPath } from "../../packages/photo/src/models/model-path.ts";
import { loadModels } from "../../packages/photo/src/models/onnx.ts";

/** Side of a chip, pixels; 24 pixels are the distance from the eyes to the mouth. */
const size = 96;
const reach = 4;

const [list, out] = process.argv.slice(2);
if (!list || !out) throw new Error("usage: node scripts/train/faces.ts LIST OUT");

const { manifestPath, modelsDir } = readSettings();
const manifest = readManifest(manifestPath);
const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir));
const chips = openSync(`${out}.rgb`, "w");
const rows: object[] = [];
for (const path of readFileSync(list, "utf8").trimEnd().split("\n")) rows.push({ path, ...(await faceOf(path)) });
closeSync(chips);
writeFileSync(`${out}.json`, JSON.stringify(rows));

async function faceOf(path: string): Promise<object> {
  const photo = await openPhoto(readFileSync(path), photoSideMax);
  if (photo.outcome !== "opened") return { outcome: photo.outcome };
  const { image, scale } = photo;
  const [face] = await findFaces(image, { models, manifest }, "main");
  if (!face) return { outcome: "no_face" };
  const { toPhoto } = squareOf(face.landmarks, reach, size);
  writeSync(chips, sampleImage(image, toPhoto, size, size, 128).data);
  forget(image);
  const toChip = invert(toPhoto);
  const points = face.points.map((point) => apply(toChip, point)).map(({ x, y }) => [x, y]);
  return {
    outcome: "found",
    points,
    toPhoto: [toPhoto.a, toPhoto.b, toPhoto.c, toPhoto.d, toPhoto.tx, toPhoto.ty],
    scale,
  };
}
