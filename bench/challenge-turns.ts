/**
 * `node bench/challenge-turns.ts --photos FOLDER [--cache FOLDER]`: how far a head has to turn for the signs of a challenge to tell a render of one
 * photo from a person. Each person's photo is rendered on the depth template at several turns, with the detail of two donors; selfie and frame are
 * judged as a pair. FOLDER as for challenge-attacks.ts.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import learned from "../packages/server/src/liveness/challenge/decision.json" with { type: "json" };
import { suspicionOf } from "../packages/server/src/liveness/challenge/decision.ts";
import { pairsOf } from "../packages/server/src/liveness/challenge/checks/one-photo.ts";
import { measureOf } from "../packages/server/src/liveness/challenge/judge-performance.ts";
import { type Signs, signsOf } from "../packages/server/src/liveness/challenge/signs.ts";
import { createEngine } from "../packages/photo/src/engine/create-engine.ts";
import { createComparison } from "../packages/photo/src/verify/comparison.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { frameOf } from "./attacks/template-frame.ts";
import { readPeople } from "./attacks/people.ts";
import { frameCache, remembering } from "./attacks/remembering.ts";

const { values } = parseArgs({ options: { photos: { type: "string" }, cache: { type: "string" } } });
const asked = [10, 12, 14, 16, 18, 20, 22, 24, 28, 34, 40];
/** Degrees as measured, from each to the next. */
const bands = [8, 10, 12, 14, 16, 18, 20, 25, 30, 60];

const limits = { queueLength: 1_000_000, waitMs: 3_600_000, taskMs: 3_600_000 };
const models = await testModels();
const started = await createEngine({ models, workers: availableParallelism(), limits });
const engine = values.cache === undefined ? started : remembering(started, join(values.cache, "engine"));
const kept = frameCache(values.cache);
const measure = measureOf(createComparison(models), models.manifest, true);
const people = await readPeople(engine, values.photos);

async function analyzed(jpeg: Buffer) {
  const result = await engine.analyze(jpeg, { embedding: true, spoof: true, frame: "blend" });
  if (result.outcome !== "analyzed" || !result.embedding || !result.frame || !result.spoof) return undefined;
  return { ...result.frame, embedding: result.embedding, live: result.spoof.live };
}

const pairs: { readonly turned: number; readonly signs: Signs }[] = [];
for (const [i, { name, picture }] of people.entries()) {
  const donors = people.filter((person) => person.name !== name && person.others.length > 3);
  for (const number of [0, 1]) {
    const donor = donors[(i + 3 * number) % donors.length];
    if (!donor) continue;
    const frameAt = (yaw: number, which: number) =>
      kept(JSON.stringify(["turn", name, donor.name, yaw, which]), () => {
        const lamp = [which % 2 === 0 ? 0.5 : -0.5, -0.5, 0.7] as const;
        return frameOf(picture, donor, { yaw, pitch: 0, nearer: 1, lamp }, { task: "none", which });
      });
    const selfie = await analyzed(await frameAt(0, 0));
    if (!selfie) continue;
    for (const yaw of asked.flatMap((turn) => [-turn, turn])) {
      const frame = await analyzed(await frameAt(yaw, number + 1));
      if (!frame) continue;
      const signs = signsOf(selfie, [frame], await pairsOf([selfie, frame]), measure);
      pairs.push({ turned: Math.abs(frame.gesture.yaw - selfie.gesture.yaw), signs });
    }
  }
}
console.table(
  bands.slice(0, -1).map((from, i) => {
    const to = bands[i + 1] as number;
    const own = pairs.filter(({ turned }) => turned >= from && turned < to);
    const genuine = own.filter(({ signs }) => suspicionOf(signs).llr <= learned.limit).length;
    return {
      turned: `${from} to ${to}`,
      pairs: own.length,
      genuine,
      share: `${Math.round((100 * genuine) / own.length)} %`,
    };
  }),
);
await started.stop();
