/**
 * `node bench/challenge-attacks.ts [--photos FOLDER] [--tries 6]`: how often a live challenge takes frames that software made of one still.
 * Each try draws its steps as the service does, bends the still to show them, and is judged by the service's own code. Without a folder
 * of selfies, the two people in the sample photos are the victims. Seeded: it always says the same.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawSteps } from "../packages/server/src/challenge/draw.ts";
import { judge } from "../packages/server/src/challenge/judge.ts";
import { areOnePhoto } from "../packages/server/src/challenge/one-photo.ts";
import { createEngine } from "../packages/server/src/engine/create-engine.ts";
import type { Step } from "../packages/face/src/assess/gestures.ts";
import {
  cutOut,
  jpegOf,
  type Picture,
  pictureOf,
  puppetFrame,
} from "../packages/server/src/testing/challenge/perform.ts";
import { testModels } from "../packages/server/src/testing/engine/test-models.ts";
import { createComparison } from "../packages/server/src/verify/comparison.ts";
import { type Effect, effects, randomFrom } from "./attacks/effects.ts";

const { values } = parseArgs({ options: { photos: { type: "string" }, tries: { type: "string", default: "6" } } });
const models = await testModels();
const comparison = createComparison(models);
const engine = await createEngine({ models, workers: 2, limits: { queueLength: 1_000_000, waitMs: 3_600_000 } });
const measure = {
  isSame: (one: Float32Array, other: Float32Array) => comparison.similarity(one, other) >= 0.6,
  spoofThreshold: models.manifest.models.spoof.threshold,
};

/** Where a side of this length begins, about the middle as far as there is room. */
const within = (middle: number, side: number, most: number): number =>
  Math.round(Math.max(0, Math.min(middle - side / 2, most - side)));

/** The face with as much around it as a camera shows, where the photo has it. */
async function victimIn(path: string): Promise<Picture | undefined> {
  const photo = readFileSync(path);
  const result = await engine.analyze(photo, { frame: true });
  const box = result.outcome === "analyzed" ? result.faces[0]?.box : undefined;
  if (result.outcome !== "analyzed" || !box) return undefined;
  const height = Math.floor(Math.min(result.height, result.width * 0.75, 2.4 * box.height));
  const width = Math.floor((height * 4) / 3);
  const left = within(box.x + box.width / 2, width, result.width);
  const top = within(box.y + box.height / 2, height, result.height);
  return cutOut(photo, { left, top, width, height }, engine);
}

async function frameIn(jpeg: Buffer) {
  const result = await engine.analyze(jpeg, { embedding: true, spoof: true, frame: true });
  if (result.outcome !== "analyzed" || !result.frame || !result.embedding || !result.spoof) return undefined;
  return { ...result.frame, embedding: result.embedding, live: result.spoof.live };
}

/** Why it was refused; undefined where it passed. */
async function attack(
  victim: Picture,
  steps: readonly Step[],
  effect: Effect,
  seed: number,
): Promise<string | undefined> {
  const moment = seed % 5;
  const bent = [jpegOf(victim.data, 90 + moment), ...steps.map((step) => puppetFrame(victim, step, moment, 1.1))];
  const frames = await Promise.all(bent.map(async (jpeg, i) => frameIn(await effect(await jpeg, 10 * seed + i))));
  const found = frames.filter((frame) => frame !== undefined);
  const [selfie, ...others] = found;
  if (!selfie || found.length < frames.length) return "no_face";
  const onePhoto = await areOnePhoto(found.map(({ skin }) => skin));
  const doubt = judge(steps, selfie, others, measure)?.reason;
  return onePhoto ? `one_photo${doubt ? " and others" : " alone"}` : doubt;
}

const folder = values.photos;
const victims = folder
  ? await Promise.all(globSync("**/*.{jpg,jpeg,png}", { cwd: folder }).map((path) => victimIn(join(folder, path))))
  : await Promise.all([pictureOf("ada", engine), pictureOf("bea", engine)]);

for (const [name, effect] of Object.entries(effects)) {
  const reasons = new Map<string, number>();
  let tried = 0;
  for (const victim of victims.filter((one) => one !== undefined)) {
    for (let i = 0; i < Number(values.tries); i++) {
      const random = randomFrom(++tried);
      const steps = drawSteps([], (below) => Math.floor(random() * below));
      const reason = (await attack(victim, steps, effect, tried)) ?? "passed";
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  }
  const listed = [...reasons].toSorted(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} ${count}`);
  console.log(`${name}: ${reasons.get("passed") ?? 0} of ${tried} pass (${listed.join(", ")})`);
}
await engine.stop();
