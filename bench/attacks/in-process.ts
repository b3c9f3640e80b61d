import { createHash, randomInt } from "node:crypto";
import type { StepName, Task } from "../../packages/face/src/assess/gestures.ts";
import { judgeChallenge, partOf } from "../../packages/server/src/liveness/challenge/judge.ts";
import type { SentBurst } from "../../packages/server/src/liveness/challenge/burst/burst.ts";
import { judgeBursts } from "../../packages/server/src/liveness/challenge/burst/judge-burst.ts";
import { measuredBurst } from "../../packages/server/src/liveness/challenge/burst/measure-burst.ts";
import { judgePairs, measureOf } from "../../packages/server/src/liveness/challenge/judge-performance.ts";
import { type Pair, pairsOf, type Pictured } from "../../packages/server/src/liveness/challenge/checks/one-photo.ts";
import { suspicionOf } from "../../packages/server/src/liveness/challenge/decision.ts";
import { signsOf } from "../../packages/server/src/liveness/challenge/signs.ts";
import { drawSteps, stepsAChallenge } from "../../packages/server/src/liveness/challenge/draw.ts";
import { drawNext, planFor } from "../../packages/server/src/liveness/challenge/stepwise/draw-next.ts";
import type { Engine, PhotoAnalysis } from "../../packages/photo/src/engine/engine.ts";
import { compareFaces } from "../../packages/photo/src/verify/compare-faces.ts";
import { createComparison } from "../../packages/photo/src/verify/comparison.ts";
import { type FramesFace, average } from "../../packages/photo/src/verify/frames-face.ts";
import type { testModels } from "../../packages/photo/testing/engine/test-models.ts";
import type { AttackedService } from "./service.ts";

type Analyzed = PhotoAnalysis & Required<Pick<PhotoAnalysis, "embedding" | "frame" | "spoof">>;

/**
 * The same judge without a server, as on an attacker's own machine: all checks of a challenge except those of time and of frames that were sent
 * before. Each photo is analyzed once, however often it is tried.
 */
export function startInProcess(
  engine: Engine,
  models: Awaited<ReturnType<typeof testModels>>,
  dots: boolean,
): AttackedService {
  const comparison = createComparison(models);
  const measure = measureOf(comparison, models.manifest, true);
  const known = new Map<string, Promise<Analyzed | undefined>>();
  const asked = new Map<string, readonly Task[]>();
  const tokens = new Map<string, FramesFace>();

  const analyzed = (jpeg: Buffer): Promise<Analyzed | undefined> => {
    const key = createHash("sha256").update(jpeg).digest("hex");
    const found = known.get(key) ?? analyze(jpeg);
    known.set(key, found);
    return found;
  };
  const analyze = async (jpeg: Buffer) => {
    const result = await engine.analyze(jpeg, { embedding: true, spoof: true, frame: "blend" });
    if (result.outcome !== "analyzed") return undefined;
    const { embedding, frame, spoof } = result;
    return embedding && frame && spoof ? { ...result, embedding, frame, spoof } : undefined;
  };
  const frameOf = ({ frame, embedding, spoof }: Analyzed) => ({ ...frame, embedding, live: spoof.live });

  const pairsBetween = rememberedPairs();
  let challenges = 0;
  return {
    begin: async (_network, spared?: readonly StepName[]) => {
      const id = `${++challenges}`;
      const avoid = spared ?? [];
      const steps = avoid.flatMap((name) => (name === "follow_dot" ? [] : name));
      asked.set(id, dots ? drawStepwise(avoid) : drawSteps(steps, randomInt));
      return { id, tasks: asked.get(id) ?? [], atMs: performance.now() };
    },
    ask: ({ id }, tasks) => void asked.set(id, [...tasks]),
    complete: async ({ id }, _network, selfie, frames, bursts = []) => {
      const looked = await Promise.all([selfie, ...frames].map(analyzed));
      const found = looked.filter((one) => one !== undefined).map(frameOf);
      if (found.length < looked.length) return { outcome: "no_face", why: "no_face" };
      const [neutral, ...others] = found as [(typeof found)[number], ...typeof found];
      const tasks = asked.get(id) ?? [];
      const pairs = await pairsBetween(found);
      const ways = await Promise.all(bursts.map((burst) => analyzedBurst(engine, burst)));
      const doubt = judgePairs(tasks, neutral, others, pairs, measure) ?? judgeBursts(tasks, others, ways, measure);
      const record = {
        tasks,
        signs: signsOf(neutral, others, pairs, measure),
        hard: judgeChallenge(tasks, neutral, others, measure)?.reason,
        files: [selfie, ...frames].map((jpeg) => createHash("sha256").update(jpeg).digest("hex")),
      };
      if (doubt) {
        const where = "frame" in doubt ? ` in ${partOf(doubt.frame)}` : "";
        return { outcome: "challenge_failed", why: `${doubt.reason}${where}`, record };
      }
      tokens.set(id, average(others.map(({ embedding }) => embedding)));
      return { outcome: "passed", why: "", token: id, record };
    },
    risk: async (tasks, selfie, frames) => {
      const looked = await Promise.all([selfie, ...frames].map(analyzed));
      const found = looked.filter((one) => one !== undefined).map(frameOf);
      if (found.length < looked.length) return Infinity;
      const [neutral, ...others] = found as [(typeof found)[number], ...typeof found];
      if (judgeChallenge(tasks, neutral, others, measure)) return Infinity;
      const signs = signsOf(neutral, others, await pairsBetween(found), measure);
      return suspicionOf(signs).llr;
    },
    verify: async (reference, selfie, token) => {
      const [one, other] = await Promise.all([analyzed(reference), analyzed(selfie)]);
      if (!one || !other) return "no_face";
      const faces = {
        reference: { embedding: one.embedding, photos: 1 },
        selfie: other.embedding,
        frames: tokens.get(token),
      };
      const { match, reasons } = compareFaces(comparison, faces, comparison.threshold);
      return [match ? "accept" : "reject", ...reasons].join(" ");
    },
    forgetFrames: () => {},
    stop: async () => {},
  };
}

/** As a stepwise challenge draws them, one after the other. */
function drawStepwise(avoid: readonly StepName[]): readonly Task[] {
  const plan = planFor(avoid, stepsAChallenge);
  const tasks: Task[] = [];
  while (tasks.length < plan.total) tasks.push(drawNext(plan, tasks));
  return tasks;
}

const analyzedBurst = (engine: Engine, sent: SentBurst) =>
  measuredBurst(sent, sent.afterMs.at(-1) as number, async (file, pictures, looked) => {
    const result = await engine.analyze(file, { burst: { pictures, looked } });
    if (result.outcome !== "analyzed" || !result.way) return undefined;
    return { faces: result.way, embedding: result.embedding };
  });

/** Compares each pair of frames once, in either order. */
function rememberedPairs(): (frames: readonly Pictured[]) => Promise<readonly Pair[]> {
  const compared = new WeakMap<Pictured["skin"], WeakMap<Pictured["skin"], Promise<Pair>>>();
  const pairOf = (one: Pictured, other: Pictured): Promise<Pair> => {
    const own = compared.get(one.skin) ?? new WeakMap<Pictured["skin"], Promise<Pair>>();
    compared.set(one.skin, own);
    const pair = own.get(other.skin) ?? pairsOf([one, other]).then(([found]) => found as Pair);
    own.set(other.skin, pair);
    return pair;
  };
  return (frames) => Promise.all(frames.flatMap((one, i) => frames.slice(i + 1).map((other) => pairOf(one, other))));
}
