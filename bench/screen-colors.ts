/**
 * `node bench/screen-colors.ts --photos FOLDER [--sessions 200] [--only WORD ...]`: how often the screen color check accepts genuine people and
 * attackers, on rendered pictures. FOLDER contains photos of faces, in any subfolders. Each session renders one of them in front of a screen with its
 * own color sequence and camera (lit-by-screen.ts), and measures it as the service does: JPEG, detector (once a session), judge. `--only "whose
 * face"` compares the small pictures with the other photos of the same folder, and with those of other folders: FOLDER then has one folder for each
 * person.
 */
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { reflectionOf } from "../packages/face/src/assess/reflection.ts";
import type { Box } from "../packages/face/src/plane/geometry.ts";
import { drawLight, palette, type ShownLight } from "../packages/server/src/liveness/challenge/light/draw-light.ts";
import { judgeLight, type LightJudgment } from "../packages/server/src/liveness/challenge/light/judge-light.ts";
import { createEngine } from "../packages/photo/src/engine/create-engine.ts";
import {
  type Camera,
  type Color,
  colorOf,
  film,
  pictureHeight,
  pictureWidth,
  type Scene,
  sceneOf,
  schedule,
  type Shown,
  shownBy,
  stripOf,
} from "../packages/server/testing/challenge/lit-by-screen.ts";
import { createComparison } from "../packages/photo/src/verify/comparison.ts";
import { average, directionOf } from "../packages/photo/src/verify/frames-face.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { randomFrom } from "./attacks/effects.ts";

const { values } = parseArgs({
  options: {
    photos: { type: "string" },
    sessions: { type: "string", default: "200" },
    only: { type: "string", multiple: true, default: [""] },
  },
});
const sessions = Number(values.sessions);
if (values.photos === undefined) throw new Error("--photos FOLDER is needed");
const models = await testModels();
const engine = await createEngine({
  models,
  workers: 1,
  limits: { queueLength: 1_000_000, waitMs: 3_600_000 },
});

interface Face {
  readonly scene: Scene;
  /** The same photo as a flat surface: the screen lights all of it equally. */
  readonly flat: Scene;
  /** The photo's folder. */
  readonly person: string;
  readonly embedding: Float32Array;
}

/** Renders a frame around each face as a selfie camera shows it. */
async function facesOf(folder: string): Promise<Face[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.jpe?g$/i.test(name)).toSorted();
  const faces: Face[] = [];
  for (const file of files) {
    const photo = await sharp(await readFile(join(folder, file)))
      .autoOrient()
      .jpeg({ quality: 95 })
      .toBuffer();
    const found = await engine.analyze(photo, { quality: "main", embedding: true });
    const [face] = found.outcome === "analyzed" ? found.faces : [];
    if (!face || found.outcome !== "analyzed" || !found.embedding) continue;
    const height = Math.min(found.height, Math.round(face.box.height / 0.55));
    const width = Math.min(found.width, Math.round((height * pictureWidth) / pictureHeight));
    const left = within(face.box.x + face.box.width / 2 - width / 2, found.width - width);
    const top = within(face.box.y + face.box.height / 2 - height / 2, found.height - height);
    const cut = await sharp(photo).extract({ left, top, width, height }).toBuffer();
    const [across, down] = [pictureWidth / width, pictureHeight / height];
    const box = {
      x: (face.box.x - left) * across,
      y: (face.box.y - top) * down,
      width: face.box.width * across,
      height: face.box.height * down,
    };
    const random = randomFrom(faces.length);
    const [scene, flat] = [await sceneOf(cut, box, 0.02 + 0.23 * random()), await sceneOf(cut, box, 1)];
    faces.push({ scene, flat, person: dirname(file), embedding: found.embedding });
  }
  return faces;
}

const within = (at: number, most: number): number => Math.round(Math.min(Math.max(0, most), Math.max(0, at)));

const faces = await facesOf(values.photos);
console.log(`${faces.length} photos, ${sessions} sessions each`);

const between = (random: () => number, from: number, to: number) => from + (to - from) * random();

/** A random room and camera. */
function anyCamera(random: () => number): Omit<Camera, "ratio"> {
  const warm = random();
  return {
    ambient: [between(random, 0.95, 1 + 0.45 * warm), 1, between(random, 1 - 0.5 * warm, 1.05)],
    lagMs: between(random, 40, 260),
    crosstalk: between(random, 0.02, 0.1),
    exposure: { share: random(), tauMs: between(random, 200, 1000) },
    balance: { share: random(), tauMs: between(random, 500, 3000) },
    noise: between(random, 0.001, 0.006),
    sway: between(random, 0.2, 2),
  };
}

const draw = (random: () => number): readonly ShownLight[] => drawLight((below) => Math.floor(random() * below));
const scheduleOf = (light: readonly ShownLight[], random: () => number): Shown[] =>
  schedule(light, () => between(random, 60, 450));

/**
 * Renders the frames that are recorded while the service shows a color sequence, and judges them. @param appears the light on the face, or its tint
 */
async function judged(
  shown: readonly Shown[],
  scene: Scene,
  camera: Camera,
  appears: (atMs: number) => Color,
  random: () => number,
): Promise<LightJudgment> {
  const shoot = film(scene, camera, appears, random);
  const lights = [];
  let box: Box | undefined;
  for (const { light, shownAtMs, takenMs } of shown) {
    const strip = await stripOf(takenMs.map((atMs) => shoot(shownAtMs + atMs)));
    if (lights.length === 0) {
      const result = await engine.analyze(strip, { strip: takenMs.length });
      box = result.outcome === "analyzed" ? result.faces[0]?.box : undefined;
    }
    const data = await sharp(strip).raw().toBuffer();
    const pictures = takenMs.map((afterMs, i) => {
      const bytes = data.length / takenMs.length;
      const image = {
        width: pictureWidth,
        height: pictureHeight,
        channels: 3,
        data: data.subarray(i * bytes),
      } as const;
      return { afterMs, reflection: box && reflectionOf(image, box) };
    });
    lights.push({ color: light.color, shownAtMs, pictures, embedding: undefined });
  }
  return judgeLight(lights);
}

type Run = (face: Face, random: () => number) => Promise<LightJudgment>;

const genuine =
  (ratio: number): Run =>
  ({ scene }, random) => {
    const shown = scheduleOf(draw(random), random);
    return judged(shown, scene, { ...anyCamera(random), ratio }, shownBy(shown), random);
  };

/** An injected stream whose program tints the skin. The tint is perfect, so no picture is rendered. @param appears the tint at a moment */
function tinted(shown: readonly Shown[], appears: (atMs: number) => Color, random: () => number): LightJudgment {
  const noisy = (value: number) => value * (1 + 0.02 * (random() - 0.5));
  const lights = shown.map(({ light, shownAtMs, takenMs }) => ({
    color: light.color,
    shownAtMs,
    embedding: undefined,
    pictures: takenMs.map((afterMs) => {
      const skin = appears(shownAtMs + afterMs).map((value) => noisy(0.2 + 0.15 * value)) as unknown as Color;
      return { afterMs, reflection: { skin, background: [noisy(0.3), noisy(0.3), noisy(0.3)] as const } };
    }),
  }));
  return judgeLight(lights);
}

/** A program that knows each color, and tints the following pictures with this latency. */
const knowing =
  (latencyMs: number): Run =>
  async (_face, random) => {
    const shown = scheduleOf(draw(random), random);
    const appears = shownBy(shown);
    return tinted(shown, (atMs) => appears(atMs - latencyMs), random);
  };

const runs: Readonly<Record<string, Run>> = {
  ...Object.fromEntries([0.05, 0.1, 0.2, 0.3, 0.5, 1, 2].map((ratio) => [`genuine, ratio ${ratio}`, genuine(ratio)])),
  "replay without colors": genuine(0),
  // A recording of the victim with another color sequence, in the dark, started with the first color.
  "replay of another draw": ({ scene }, random) => {
    const shown = scheduleOf(draw(random), random);
    const before = scheduleOf(draw(random), random);
    return judged(shown, scene, { ...anyCamera(random), ratio: 1 }, shownBy(before), random);
  },
  // The program knows the times and guesses the colors.
  "blind tint": async (_face, random) => {
    const shown = scheduleOf(draw(random), random);
    const guessed = shown.map(({ shownAtMs }, i) => ({
      shownAtMs,
      color: i === 0 ? "#000000" : (palette[Math.floor(random() * palette.length)] as string),
    }));
    const appears = (atMs: number) => colorOf(guessed.findLast((one) => one.shownAtMs <= atMs)?.color ?? "#000000");
    return tinted(shown, appears, random);
  },
  // The replay of another sequence, as a tint by a program.
  "tint of another draw": async (_face, random) => {
    const shown = scheduleOf(draw(random), random);
    return tinted(shown, shownBy(scheduleOf(draw(random), random)), random);
  },
  "photo that shows its own background": ({ flat }, random) => {
    const shown = scheduleOf(draw(random), random);
    return judged(shown, flat, { ...anyCamera(random), ratio: 0.5 }, shownBy(shown), random);
  },
  ...Object.fromEntries(
    [0, 300, 600, 650, 700, 750, 800, 900, 1000].map((ms) => [`knowing tint, ${ms} ms later`, knowing(ms)]),
  ),
};

/** Wilson's interval, 95 %. */
function interval(passed: number, of: number): string {
  const z = 1.96;
  const share = passed / of;
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  return `${(100 * Math.max(0, middle - half)).toFixed(1)} to ${(100 * Math.min(1, middle + half)).toFixed(1)} %`;
}

console.log(
  "| what | passed | 95 % | attack | not measurable | correlation, 1 / 50 / 99 % |\n|---|---|---|---|---|---|",
);
for (const [name, run] of Object.entries(runs)) {
  if (!values.only.some((word) => name.includes(word))) continue;
  const results: LightJudgment[] = [];
  for (let i = 0; i < sessions; i++) results.push(await run(faces[i % faces.length] as Face, randomFrom(1000 + i)));
  const count = (wanted: LightJudgment["result"]) => results.filter(({ result }) => result === wanted).length;
  const sorted = results.map(({ correlation }) => correlation ?? -1).toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(2);
  console.log(
    `| ${name} | ${count("passed")} of ${sessions} | ${interval(count("passed"), sessions)} | ${count("attack")} | ${count("not_measurable")} | ${at(0.01)} / ${at(0.5)} / ${at(0.99)} |`,
  );
}
/** Similarity of a session's small pictures to photos of the same person, and of others: the least similar color counts. */
async function measureFaces(): Promise<void> {
  const comparison = createComparison(models);
  const alike: Record<"genuine" | "impostor", number[]> = { genuine: [], impostor: [] };
  for (const [i, face] of faces.entries()) {
    const random = randomFrom(1000 + i);
    const shown = scheduleOf(draw(random), random);
    const camera = { ...anyCamera(random), ratio: [0.2, 0.5, 1][i % 3] as number };
    const shoot = film(face.scene, camera, shownBy(shown), random);
    const pictures: Float32Array[] = [];
    for (const [color, { shownAtMs, takenMs }] of shown.entries()) {
      const strip = await stripOf(takenMs.map((atMs) => shoot(shownAtMs + atMs)));
      const result = await engine.analyze(strip, { strip: takenMs.length, embedding: true });
      if (color > 0 && result.outcome === "analyzed" && result.embedding) pictures.push(result.embedding);
    }
    for (const [person, theirs] of Map.groupBy(faces, (one) => one.person)) {
      const others = theirs.filter((one) => one !== face).slice(0, 4);
      if (others.length === 0 || pictures.length === 0) continue;
      const mean = directionOf(average(others.map(({ embedding }) => embedding)).sum);
      const least = Math.min(...pictures.map((picture) => comparison.similarity(mean, picture)));
      alike[person === face.person ? "genuine" : "impostor"].push(least);
    }
  }
  for (const [name, those] of Object.entries(alike)) {
    const under = those.filter((one) => one < 0.5).length;
    console.log(
      `${name}: ${those.length} sessions, ${under} under 0.5, from ${Math.min(...those)} to ${Math.max(...those)}`,
    );
  }
}
if (values.only.some((word) => "whose face".includes(word))) await measureFaces();
await engine.stop();
