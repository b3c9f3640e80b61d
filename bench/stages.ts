import { assessQuality, findFaces } from "@selfsame/face/analyze";
import type { LocatedFace } from "@selfsame/face/analyze";
import { embed } from "@selfsame/face/compare/embed";
import { openViews } from "@selfsame/face/locate/views";
import { find } from "@selfsame/face/locate/find";
import type { Found } from "@selfsame/face/locate/find";
import { locateFace } from "@selfsame/face/locate/locate-face";
import { checkSpoof } from "@selfsame/face/assess/spoof";
import { analyzePhoto, cut } from "../packages/photo/src/engine/analyze.ts";
import type { Wants } from "../packages/photo/src/engine/engine.ts";
import { openPhoto } from "../packages/photo/src/decode/photo.ts";
import type { Photo } from "../packages/photo/src/decode/photo.ts";
import { timeEach } from "./measuring/measure.ts";
import type { Timing } from "./measuring/measure.ts";
import { clockedPipeline } from "./measuring/model-clock.ts";
import type { Stage } from "./report/report.ts";

const rounds = 5;
/** The size to which the engine decodes. */
const decodedSide = 1024;

export interface StageTimes {
  readonly stages: readonly Stage[];
  readonly verifyModelMs: number;
  readonly describe: { readonly timing: Timing; readonly foundShare: number };
}

interface Prepared {
  readonly bytes: Buffer;
  readonly photo: Photo;
  readonly found: readonly Found[];
  readonly face: LocatedFace;
}

/** Times each stage of the pipeline separately, in this process, on one core, on photos that show a face. */
export async function timeStages(photos: readonly Buffer[]): Promise<StageTimes> {
  const { pipeline, takeModelMs } = await clockedPipeline();
  const { models, manifest } = pipeline;
  const entries = manifest.models;
  const detector = { model: models.detect, entry: entries.detect };
  const landmarks = { model: models.landmarks, entry: entries.landmarks };

  const prepared: Prepared[] = [];
  for (const bytes of photos) {
    const photo = await openPhoto(bytes, decodedSide);
    if (photo.outcome !== "opened") throw new Error(`a sample photo was ${photo.outcome}`);
    const [face] = await findFaces(photo.image, pipeline, "main");
    const found = await find(openViews(photo.image, models.detect, entries.detect), "main");
    if (face !== undefined) prepared.push({ bytes, photo, found, face });
  }
  const time = async (name: string, work: (input: Prepared) => Promise<unknown>): Promise<Stage> => {
    const timing = await timeEach(prepared, rounds, work, takeModelMs);
    return { name, timing, modelMs: takeModelMs() / (prepared.length * rounds) };
  };
  const whole = async (name: string, wants: Wants): Promise<Stage> =>
    time(name, async ({ bytes }) => analyzePhoto(bytes, wants, pipeline));

  const stages = [
    await time("decode", async ({ bytes }) => openPhoto(bytes, decodedSide)),
    await time("detect", async ({ photo }) => find(openViews(photo.image, models.detect, entries.detect), "main")),
    await time("landmarks", async ({ photo, found: [main] }) => {
      if (main) await locateFace(photo.image, main, detector, landmarks);
    }),
    await time("align and embed", async ({ photo, face }) =>
      embed(photo.image, face.landmarks, models.embed, entries.embed),
    ),
    await time("the same by the second, in doubt", async ({ photo, face }) => {
      if (models.second && entries.embed.second) {
        await embed(photo.image, face.landmarks, models.second, entries.embed.second);
      }
    }),
    await time("spoof", async ({ photo, face }) => checkSpoof(photo.image, face.box, models.spoof, entries.spoof)),
    await time("quality", async ({ photo, face }) => assessQuality(photo.image, 1 / photo.scale, face, pipeline)),
    await time("crop", async ({ photo, face }) => cut(photo, face)),
  ];
  const reference = await whole("**a reference:** embedding", { embedding: "first" });
  const selfie = await whole("**a selfie:** embedding, spoof, crop", {
    embedding: "first",
    spoof: true,
    crop: true,
  });
  return {
    stages: [...stages, reference, selfie],
    verifyModelMs: reference.modelMs + selfie.modelMs,
    describe: { timing: reference.timing, foundShare: prepared.length / photos.length },
  };
}
