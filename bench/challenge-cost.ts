/**
 * `node bench/challenge-cost.ts [--times 15]`: processor time of a live challenge, step by step, from the first frame to the token: plain, with
 * bursts and with screen colors. Runs in this process, alternating, on warped sample photos, without HTTP.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Task } from "../packages/face/src/assess/gestures.ts";
import { boundsOf } from "../packages/face/src/plane/geometry.ts";
import { createChallenges } from "../packages/server/src/liveness/challenge/challenges.ts";
import { burstAsked } from "../packages/server/src/liveness/challenge/burst/burst.ts";
import type { SentFrame } from "../packages/server/src/liveness/challenge/stepwise/stepwise.ts";
import { isLight, type NewTurn } from "../packages/server/src/liveness/challenge/stepwise/step-turns.ts";
import { analyzePhoto } from "../packages/photo/src/engine/analyze.ts";
import type { Engine } from "../packages/photo/src/engine/engine.ts";
import { modelPath } from "../packages/photo/src/models/model-path.ts";
import { loadModels } from "../packages/photo/src/models/onnx.ts";
import { defaultRuntime } from "../packages/photo/src/models/runtime.ts";
import { readNormalization } from "../packages/photo/src/models/normalization-file.ts";
import { prepareFirstStart } from "../packages/server/src/accounts/people/first-start.ts";
import { createSeal } from "../packages/platform/src/secrets/seal.ts";
import { openStore } from "../packages/platform/src/store/store.ts";
import {
  colorOf,
  film,
  indoors,
  momentsIn,
  sceneOf,
  stripOf,
} from "../packages/server/testing/challenge/lit-by-screen.ts";
import { stripOfFrames } from "../packages/server/testing/challenge/burst-of.ts";
import { jpegOf, neutralFrame, pictureOf, stepFrame } from "../packages/server/testing/challenge/perform.ts";
import { setTurn } from "../packages/server/testing/challenge/set-steps.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { createComparison } from "../packages/photo/src/verify/comparison.ts";
import { randomFrom } from "./attacks/effects.ts";
import { median } from "./measuring/measure.ts";

const { values } = parseArgs({ options: { times: { type: "string", default: "15" } } });

const modelSet = await testModels();
const { manifest, manifestPath, modelsDir } = modelSet;
const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir), defaultRuntime);
const pipeline = { models, manifest, normalisation: await readNormalization(manifest.models.embed, manifestPath) };
const engine: Engine = {
  analyze: (photo, wants) => analyzePhoto(photo, wants, pipeline),
  requireRoom: () => () => {},
  stop: async () => {},
};

const dataDir = await mkdtemp(join(tmpdir(), "selfsame-bench-"));
const store = await openStore({ dataDir });
await prepareFirstStart(store);
const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
let nowMs = Date.now();
const challenges = createChallenges({
  store,
  seal: createSeal(randomBytes(32)),
  engine,
  comparison: createComparison(modelSet),
  manifest,
  light: "observe",
  now: () => nowMs,
});

const ada = await pictureOf("ada", engine);
const bounds = boundsOf(ada.points);
const small = 128 / 640;
const scene = await sceneOf(
  await jpegOf(ada.data),
  {
    x: bounds.x * small,
    y: (bounds.y - bounds.height * 0.2) * small,
    width: bounds.width * small,
    height: bounds.height * 1.2 * small,
  },
  0.1,
);

let spentMs = 0;
async function timed<One>(work: () => Promise<One>): Promise<One> {
  const before = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(before);
  spentMs += (user + system) / 1000;
  return done;
}

const tasks: readonly Task[] = [{ dot: 30 }, "blink", { dot: -20 }];

const kinds = ["plain", "bursts", "colors"] as const;
type Kind = (typeof kinds)[number];

/** @returns milliseconds of processor time */
async function completion(round: number, kind: Kind): Promise<number> {
  // Otherwise frames of earlier rounds would count as sent before.
  await store.db.deleteFrom("challenge_frames").execute();
  const selfie = await neutralFrame(ada);
  const started = await challenges.start({
    accountId,
    requester: `network:${round}`,
    stepwise: true,
    light: kind === "colors",
    burst: kind === "bursts",
  });
  if (started.outcome !== "opened") throw new Error(started.outcome);
  const { id } = started.challenge;
  const send = async (frame: Uint8Array, capturedAfterMs: readonly number[], burst?: SentFrame["burst"]) => {
    const answer = await timed(() => challenges.step(accountId, id, { frame, capturedAfterMs, burst }, {}));
    if (answer.outcome !== "next") throw new Error(answer.outcome);
    return answer.turn.task;
  };
  spentMs = 0;
  let next: NewTurn["task"];
  for (const [i, task] of tasks.entries()) {
    const frame = await stepFrame(ada, task);
    await setTurn(store, id, i + 1, task);
    nowMs += 3000;
    const way = Array.from({ length: burstAsked.frames }, (_, i) => (i < burstAsked.frames / 2 ? selfie : frame));
    const afterMs = way.map((_, i) => 1900 + 100 * i);
    const burst = kind === "bursts" ? { file: await stripOfFrames(way), afterMs } : undefined;
    next = await send(frame, [2800], burst);
  }
  const shown: { readonly color: string; readonly atMs: number }[] = [];
  const appears = (atMs: number) => colorOf(shown.findLast((one) => one.atMs <= atMs)?.color ?? "#000000");
  const shoot = film(scene, indoors, appears, randomFrom(round));
  while (isLight(next)) {
    const { color, ms } = next.light;
    shown.push({ color, atMs: nowMs });
    const moments = momentsIn(ms, shown.length === 1);
    const strip = await stripOf(moments.map((after) => shoot(nowMs + after)));
    nowMs += ms + 150;
    next = await send(strip, moments);
  }
  const completed = await timed(() => challenges.complete(accountId, id, { selfie, frames: [] }, {}));
  if (completed.outcome !== "passed") throw new Error(JSON.stringify(completed));
  return spentMs;
}

const spent: { readonly kind: Kind; readonly ms: number }[] = [];
for (let round = 0; round <= Number(values.times); round++) {
  for (const [i, kind] of kinds.entries()) {
    const ms = await completion(kinds.length * round + i, kind);
    // The first round of each kind is a warm-up.
    if (round > 0) spent.push({ kind, ms });
  }
}
const medianOf = (kind: Kind) => median(spent.filter((one) => one.kind === kind).map(({ ms }) => ms));
const plain = medianOf("plain");
console.log(`${values.times} completions each, median processor time:`);
for (const kind of kinds)
  console.log(`  ${kind}: ${medianOf(kind).toFixed(0)} ms, ${(medianOf(kind) / plain).toFixed(2)} times`);
await store.close();
await rm(dataDir, { recursive: true });
