/** The detector, in a worker: it looks at frames, keeps the last ones, and makes the photo of the best. */
import type { Image } from "@selfsame/face/pixels/image";
import type { Assets } from "../assets.ts";
import { best, candidateFrames } from "../capture/choice.ts";
import { type Photo, photoOf, type WholeFrame } from "../photo/photo.ts";
import type { Sighting } from "../capture/sighting.ts";
import type { Answer, Asked } from "./messages.ts";
import { loadModel, useRuntime } from "./runtime.ts";
import { see, type Sight } from "./see.ts";

/** Of the image the detector looks at: enough for the eyes of a face that fills a third of it. */
const longestSideMaxPx = 640;

/** Of all that is loaded, about half is the runtime. It compiles while it comes, and does not say how far it is. */
const runtimeShare = 0.5;

interface Kept {
  readonly bitmap: ImageBitmap;
  readonly sighting: Sighting;
}

declare const SELFSAME_ASSETS: Assets;

let sight: Sight | undefined;
let kept: Kept[] = [];
let canvas: OffscreenCanvas | undefined;

async function load(smiles: boolean): Promise<true> {
  // Without it the runtime would wait forever.
  if (typeof WebAssembly === "undefined") throw new Error("no WebAssembly");
  const { runtime, detect, landmarks, eyes, covered } = SELFSAME_ASSETS;
  useRuntime(beside(runtime));
  const entries = [detect, landmarks, eyes, ...(covered ? [covered] : [])];
  const allBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let bytes = 0;
  const onBytes = (count: number) => {
    bytes += count;
    tell({ loaded: (1 - runtimeShare) * Math.min(1, bytes / allBytes) });
  };
  const [detectModel, landmarksModel, eyesModel, coveredModel] = await Promise.all(
    entries.map((entry) => loadModel(entry, beside(entry.source.path), onBytes)),
  );
  if (!detectModel || !landmarksModel || !eyesModel) throw new Error("a model is missing");
  sight = {
    models: { detect: detectModel, landmarks: landmarksModel, eyes: eyesModel, covered: coveredModel },
    detect,
    landmarks,
    eyes,
    covered,
    smiles,
  };
  // The first run of a model is slower than the others: let it not be that of the first frame.
  const blank = { width: 64, height: 64, channels: 4, data: new Uint8ClampedArray(64 * 64 * 4) } as const;
  await see(blank, blank, 0, sight);
  return true;
}

function beside(url: string): string {
  return new URL(url, import.meta.url).href;
}

async function look(frame: number, bitmap: ImageBitmap): Promise<Sighting> {
  if (!sight) throw new Error("not loaded");
  const sighting = await see(pixelsOf(bitmap), { width: bitmap.width, height: bitmap.height }, frame, sight);
  kept.push({ bitmap, sighting });
  if (kept.length > candidateFrames) kept.shift()?.bitmap.close();
  return sighting;
}

function pixelsOf(bitmap: ImageBitmap): Image {
  const scale = Math.min(1, longestSideMaxPx / Math.max(bitmap.width, bitmap.height));
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no 2d canvas");
  context.drawImage(bitmap, 0, 0, width, height);
  return { width, height, channels: 4, data: context.getImageData(0, 0, width, height).data };
}

async function take(fromFrame: number, whole: WholeFrame | undefined): Promise<Photo> {
  const chosen = best(kept.filter(({ sighting }) => sighting.frame >= fromFrame)) ?? kept.at(-1);
  if (!chosen) throw new Error("no frame to take");
  const photo = await photoOf(chosen.bitmap, chosen.sighting.size, chosen.sighting.face?.box, whole);
  for (const { bitmap } of kept) bitmap.close();
  kept = [];
  return photo;
}

function answerTo(question: Asked): Promise<true | Sighting | Photo> {
  switch (question.ask) {
    case "load":
      return load(question.smiles);
    case "look":
      return look(question.frame, question.bitmap);
    case "take":
      return take(question.fromFrame, question.whole);
  }
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  const { number } = data;
  answerTo(data).then(
    (value) => tell({ number, value }),
    (error: unknown) => tell({ number, problem: String(error) }),
  );
});

function tell(answer: Answer): void {
  postMessage(answer);
}
