/** Judges attempts: analyzes and remembers the photos, and compares them with the steps that were drawn. */
import type { QualityIssue } from "@selfsame/face/face";
import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import type { Task } from "@selfsame/face/assess/gestures";
import type { Engine, AnalyzeContext, PhotoResult, Wants } from "@selfsame/photo/engine/engine";
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { whenThere } from "@selfsame/platform/store/when-there";
import type { PhotoRejected } from "@selfsame/photo/decode/photo-rejected";
import { type FramesFace, average } from "@selfsame/photo/verify/frames-face";
import { type Doubt, type FrameName, type Measure, reportSteps, type StepReport, unmeasuredSteps } from "./judge.ts";
import { judgePerformance } from "./judge-performance.ts";
import { judgeBursts } from "./burst/judge-burst.ts";
import type { MeasuredBurst } from "./burst/burst.ts";
import { type ChallengeDetails, modeOf } from "./challenge-mode.ts";
import type { Attempt, Challenge, Ledger } from "./ledger.ts";
import type { LightResult, SeenColors } from "./light/judge-light.ts";
import type { LightTally } from "./light/light-tally.ts";
import { type FrameHashes, isRepeat, type SeenFrames, type Sighting } from "./seen-frames.ts";
import {
  hashesOf,
  type Measured,
  type MeasuredFrame,
  type MeasuredPhoto,
  type OutOfOrder,
  type OutOfTime,
  type Stepwise,
} from "./stepwise/stepwise.ts";

export interface Performance {
  readonly selfie: Uint8Array;
  /** One for each step, in their order; empty for a stepwise challenge, which has them already. Any other number is rejected before judging. */
  readonly frames: readonly Uint8Array[];
}

/** What an attempt showed, whatever its outcome: for the account that asked, never for the browser. */
export interface PerformanceReport {
  /** How the steps were shown. */
  readonly mode: ChallengeDetails["mode"];
  readonly steps: readonly StepReport[];
  /** Of the selfie. */
  readonly issues: readonly QualityIssue[];
}

/** A person who passed, with the data for a comparison with a reference. */
export interface Passed {
  readonly outcome: "passed";
  readonly report: PerformanceReport;
  /** Of the selfie. */
  readonly embedding: Float32Array;
  readonly face: FramesFace;
  /** Number of faces in the selfie. */
  readonly faces: number;
  /** Of the selfie alone, to judge it as a single photo. */
  readonly spoof: SpoofCheck;
  /** Result of the screen colors; null if the page did not show any. */
  readonly light: LightResult | null;
}

export type Verdict =
  | Passed
  | { readonly outcome: Exclude<Attempt["outcome"], "begun"> }
  | { readonly outcome: "refused"; readonly reason: PhotoRejected["outcome"]; readonly frame: FrameName }
  | { readonly outcome: "no_face"; readonly frame: FrameName; readonly report: PerformanceReport }
  /** Not an attempt: the number of frames is wrong. */
  | { readonly outcome: "frames_wanted"; readonly count: number }
  /** The selfie of a stepwise challenge came too late, or before its frames. */
  | OutOfTime
  | OutOfOrder
  | { readonly outcome: "failed"; readonly doubt: Doubt; readonly report: PerformanceReport };

/** The outcome of an attempt, and what its token is bound to. */
type Judged = Exclude<Verdict, Passed> | { outcome: "passed"; passed: Passed; nonce: string | undefined };

interface AttemptDeps {
  readonly ledger: Ledger;
  readonly seenFrames: SeenFrames;
  readonly stepwise: Stepwise;
  readonly engine: Engine;
  readonly measure: Measure;
  /** How embeddings of an earlier recognizer are compared; without an argument, those of the current one. */
  readonly facesOf: (model: string | undefined) => CompareFrames;
  readonly lightTally: LightTally;
  readonly transaction: <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;
  readonly now: () => number;
}

interface CompareFrames extends Pick<Measure, "similarity"> {
  /** Whether the small pictures of the colors show another person than the photos, by their embeddings. */
  readonly isOther: (photos: readonly Float32Array[], pictures: readonly Float32Array[]) => boolean;
}

export interface Attempts {
  /** @param reported whether the selfie's quality issues are reported. @throws EngineUnavailable; then the attempt does not count */
  judge(
    accountId: string,
    id: string,
    performance: Performance,
    look: AnalyzeContext,
    reported: boolean,
  ): Promise<Judged>;
}

/** Measurements taken of each frame. */
export const wantsOf = ({ blendLimit }: Measure): Wants => ({
  embedding: true,
  spoof: true,
  frame: blendLimit === undefined ? true : "blend",
});
/** Nobody reads and performs a step faster. */
const stepMsMin = 400;

/** @throws EngineUnavailable */
export async function measureFrame(
  engine: Engine,
  file: Uint8Array,
  accountId: string,
  look: AnalyzeContext,
  wants: Wants,
): Promise<MeasuredFrame> {
  return toMeasuredFrame(await engine.analyze(file, wants, { ...look, accountId }));
}

export function createAttempts(deps: AttemptDeps): Attempts {
  const { ledger, seenFrames, engine, measure, now } = deps;
  const wants = wantsOf(measure);
  /** For a selfie with a report, which also counts its other faces. */
  const wantsReported: Wants = { ...wants, quality: "main" };

  return { judge };

  async function judge(
    accountId: string,
    id: string,
    { selfie, frames }: Performance,
    look: AnalyzeContext,
    reported: boolean,
  ): Promise<Judged> {
    const arrivedAtMs = now();
    const attempt = await ledger.begin(accountId, id);
    if (attempt.outcome !== "begun") return attempt;
    try {
      return await judgeBegun(accountId, attempt.challenge, { selfie, frames, arrivedAtMs }, look, reported);
    } catch (error) {
      // If the fault is ours, it was no attempt, and nothing of it was stored.
      await whenThere(() => ledger.release(id));
      throw error;
    }
  }

  async function judgeBegun(
    accountId: string,
    challenge: Challenge,
    { selfie, frames, arrivedAtMs }: Performance & { readonly arrivedAtMs: number },
    look: AnalyzeContext,
    reported: boolean,
  ): Promise<Judged> {
    const { id } = challenge;
    const measureSelfie = () => measureFrame(engine, selfie, accountId, look, reported ? wantsReported : wants);
    if (challenge.plan && frames.length === 0) {
      return judgeStepwise(deps, accountId, challenge, { selfie, arrivedAtMs, model: look.model }, measureSelfie);
    }
    if (frames.length !== challenge.steps.length) {
      await ledger.release(id);
      return challenge.plan ? { outcome: "out_of_order" } : { outcome: "frames_wanted", count: challenge.steps.length };
    }

    const files = [selfie, ...frames];
    const results = await Promise.all([
      measureSelfie(),
      ...frames.map((frame) => measureFrame(engine, frame, accountId, look, wants)),
    ]);
    const found: Measured[] = [];
    for (const [i, one] of results.entries()) {
      if (one.outcome !== "measured") return unmeasured("all_at_once", challenge.steps, one, i === 0 ? "selfie" : i);
      found.push(one.measured);
    }
    // Remembered whether or not they pass: a failed frame must not be retried either.
    const hashes = found.map((measured, i) => hashesOf(files[i] as Uint8Array, measured));
    const seen = { hashes, copies: await seenFrames.countCopies(accountId, hashes), earlier: [] };
    const [first, ...others] = found as [Measured, ...Measured[]];
    const { faces, issues } = results[0] as MeasuredPhoto;
    const tookMs = arrivedAtMs - challenge.createdAtMs;
    return conclude(deps, accountId, challenge, {
      tookMs,
      seen,
      selfie: first,
      faces,
      issues,
      frames: others,
      light: null,
      model: look.model,
    });
  }
}

async function judgeStepwise(
  deps: AttemptDeps,
  accountId: string,
  challenge: Challenge,
  {
    selfie,
    arrivedAtMs,
    model,
  }: { readonly selfie: Uint8Array; readonly arrivedAtMs: number; readonly model: string | undefined },
  measureSelfie: () => Promise<MeasuredFrame>,
): Promise<Judged> {
  const { ledger, seenFrames, stepwise, transaction } = deps;
  const { id } = challenge;
  const gathered = await stepwise.gather(challenge, arrivedAtMs);
  if (gathered.outcome !== "gathered") {
    if (gathered.outcome === "out_of_order") await ledger.release(id);
    return gathered;
  }
  const result = await measureSelfie();
  const { frames, steps, light } = gathered;
  if (result.outcome !== "measured") {
    await transaction((db) => stepwise.forget(id, db));
    return unmeasured("stepwise", steps, result, "selfie");
  }
  // Frames from before an upgrade to another recognizer: the person starts again.
  const { length } = result.measured.embedding;
  if (frames.some(({ measured }) => measured.embedding.length !== length)) {
    await transaction((db) => stepwise.forget(id, db));
    return { outcome: "expired" };
  }
  const own = frames.map(({ sha256 }) => sha256);
  const hashes = [hashesOf(selfie, result.measured)];
  return conclude(
    deps,
    accountId,
    { ...challenge, steps },
    {
      tookMs: arrivedAtMs - challenge.createdAtMs,
      seen: { hashes, copies: await seenFrames.countCopies(accountId, hashes, own), earlier: frames },
      selfie: result.measured,
      faces: result.faces,
      issues: result.issues,
      frames: frames.map(({ measured }) => measured),
      bursts: frames.map(({ burst }) => burst),
      light,
      model,
    },
  );
}

async function conclude(
  { ledger, seenFrames, stepwise, measure, facesOf, lightTally, transaction }: AttemptDeps,
  accountId: string,
  challenge: Challenge,
  performed: Performed,
): Promise<Judged> {
  const { selfie, frames, faces, issues } = performed;
  const { isOther, ...compared } = facesOf(performed.model);
  const photos = [selfie, ...frames].map(({ embedding }) => embedding);
  const light =
    performed.light && isOther(photos, performed.light.faces)
      ? { ...performed.light, result: "attack" as const }
      : performed.light;
  // Always run first: the response time must not reveal the reason.
  const performance = await judgePerformance(challenge.steps, selfie, frames, { ...measure, ...compared });
  const judged = performance ?? judgeBursts(challenge.steps, frames, performed.bursts ?? [], compared);
  const mode = modeOf(challenge.plan !== undefined);
  const report = { mode, steps: reportSteps(challenge.steps, selfie, frames), issues };
  const dimmed = challenge.plan?.lightRequired ? lightDoubtOf(light?.result) : undefined;
  // Stored completely or not at all: after a fault the same frames are sent again, and must not count as repeated then.
  const outcome = await transaction(async (db): Promise<Doubt | "passed" | "completed"> => {
    const doubt = (await doubtOf(db)) ?? judged;
    if (light) await lightTally.add(db, light, doubt === undefined);
    if (challenge.plan) await stepwise.forget(challenge.id, db);
    const failed = doubt ?? dimmed;
    if (failed) return failed;
    return (await ledger.complete(challenge.id, db)) ? "passed" : "completed";
  });
  if (outcome === "completed") return { outcome };
  if (outcome !== "passed") return { outcome: "failed", doubt: outcome, report };
  const { embedding, spoof } = selfie;
  const face = average(frames.map((frame) => frame.embedding));
  const passed = { outcome: "passed", embedding, face, faces, spoof, light: light?.result ?? null, report } as const;
  return { outcome: "passed", passed, nonce: challenge.nonce };

  async function doubtOf(db: Kysely<Schema>): Promise<Doubt | undefined> {
    const { hashes, copies, earlier } = performed.seen;
    const known = await seenFrames.remember(db, accountId, hashes);
    if (isRepeat([...earlier, { known, copies }])) return { reason: "seen_before" };
    return performed.tookMs < challenge.steps.length * stepMsMin ? { reason: "too_fast" } : undefined;
  }
}

/** Not having colors is no disadvantage, whether by choice or because the page does not know them. */
function lightDoubtOf(result: LightResult | undefined): Doubt | undefined {
  if (result === "attack") return { reason: "other_reflection" };
  return result === "not_measurable" ? { reason: "light_not_measurable" } : undefined;
}

/** The judge's input, however the attempt arrived. */
interface Performed {
  readonly tookMs: number;
  readonly seen: {
    /** Of the photos that arrived with the selfie. */
    readonly hashes: readonly FrameHashes[];
    readonly copies: number;
    /** Of the photos that arrived earlier. */
    readonly earlier: readonly Sighting[];
  };
  readonly selfie: Measured;
  /** In the selfie. */
  readonly faces: number;
  /** Of the selfie; empty unless reported on. */
  readonly issues: readonly QualityIssue[];
  readonly frames: readonly Omit<Measured, "spoof">[];
  /** One for each frame, if the challenge asks for bursts. */
  readonly bursts?: readonly (MeasuredBurst | undefined)[];
  readonly light: SeenColors | null;
  /** Model of the embeddings, if an earlier recognizer made them. */
  readonly model: string | undefined;
}

/** A photo without a face has no quality report, and its steps count as not measured. */
function unmeasured(
  mode: ChallengeDetails["mode"],
  steps: readonly Task[],
  measured: Exclude<MeasuredFrame, MeasuredPhoto>,
  frame: FrameName,
): Extract<Verdict, { readonly outcome: "no_face" | "refused" }> {
  if (measured.outcome === "refused") return { ...measured, frame };
  return { outcome: "no_face", frame, report: { mode, steps: unmeasuredSteps(steps), issues: [] } };
}

function toMeasuredFrame(result: PhotoResult): MeasuredFrame {
  if (result.outcome !== "analyzed") return { outcome: "refused", reason: result.outcome };
  const { frame, embedding, spoof, faces } = result;
  if (!frame || !embedding || !spoof) return { outcome: "no_face" };
  const issues = faces[0]?.quality?.issues ?? [];
  const measured = { ...frame, embedding, live: spoof.live, spoof };
  return { outcome: "measured", measured, faces: faces.length, issues };
}
