import { createHmac } from "node:crypto";
import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import type { StepName, Task } from "@selfsame/face/assess/gestures";
import type { QualityIssue } from "@selfsame/face/face";
import type { Manifest } from "@selfsame/face/manifest";
import type { Engine, AnalyzeContext, PhotoResult, Wants } from "../engine/engine.ts";
import type { PhotoRejected } from "../decode/photo-rejected.ts";
import type { Seal } from "../secrets/seal.ts";
import type { Store } from "../store/store.ts";
import type { Comparison } from "../verify/comparison.ts";
import { type FramesFace, average } from "../verify/frames-face.ts";
import { defaultOpenMax, drawSteps, drawTasks, heldRandom, stepsFor, unpassedMax } from "./draw.ts";
import { type Doubt, type FrameName, reportSteps, type StepReport, unmeasuredSteps } from "./judge.ts";
import { drawLight } from "./light/draw-light.ts";
import type { LightJudgement, LightResult, LightUse } from "./light/judge-light.ts";
import { createLightTally } from "./light/light-tally.ts";
import { judgePerformance, measureOf } from "./judge-performance.ts";
import { type Attempt, type Challenge, createLedger, type Ledger } from "./ledger.ts";
import { createSeenFrames, isRepeat, type Sighting } from "./seen-frames.ts";
import { drawNext, type Plan, planFor } from "./stepwise/draw-next.ts";
import {
  createStepwise,
  hashesOf,
  type MeasuredFrame,
  type MeasuredPhoto,
  type Measured,
  type OutOfOrder,
  type OutOfTime,
  type SentFrame,
  type StepAnswer,
  type Stepwise,
} from "./stepwise/stepwise.ts";
import { createStepTurns, type NewTurn } from "./stepwise/step-turns.ts";
import { createSigningKeys, type SigningKeys } from "./tokens/signing-keys.ts";
import { createChallengeTokens, type GoodToken, type TokenOf } from "./tokens/tokens.ts";
import { createUsedTokens } from "./tokens/used-tokens.ts";

export interface ChallengeDeps {
  readonly store: Store;
  /** Of what is kept in it. */
  readonly seal: Seal;
  readonly engine: Engine;
  readonly comparison: Comparison;
  readonly manifest: Manifest;
  /** Whether the screen shows colors after the steps, and whether their result is part of the decision. */
  readonly light?: LightUse;
  /** Whether there are dots to follow among the steps: only where every page that plays them knows of dots. */
  readonly dots?: boolean;
  /** The steps that come one by one, if not by chance alone: for tests. */
  readonly draw?: typeof drawNext | undefined;
  /** How many challenges of one key can wait for their frames at once. */
  readonly openMax?: number;
  readonly now?: () => number;
}

interface Performance {
  readonly selfie: Uint8Array;
  /** One a step, in their order; none for a stepwise challenge, which has them. Where there are more or fewer, nothing is judged. */
  readonly frames: readonly Uint8Array[];
}

/** What an attempt showed, whatever became of it: for the account that asked, never for the browser. */
export interface PerformanceReport {
  readonly steps: readonly StepReport[];
  /** Of the selfie. */
  readonly issues: readonly QualityIssue[];
}

/** Somebody passed: who, for whoever compares them with a reference at once. */
interface Passed {
  readonly outcome: "passed";
  readonly report: PerformanceReport;
  /** Of the selfie. */
  readonly embedding: Float32Array;
  readonly face: FramesFace;
  /** How many faces the selfie shows. */
  readonly faces: number;
  /** Of the selfie alone, to judge it like a single photo. */
  readonly spoof: SpoofCheck;
  /** What became of the screen's colors; null where the page did not show any. */
  readonly light: LightResult | null;
}

export type Verdict =
  | Passed
  | { readonly outcome: Exclude<Attempt["outcome"], "begun"> }
  | { readonly outcome: "refused"; readonly reason: PhotoRejected["outcome"]; readonly frame: FrameName }
  | { readonly outcome: "no_face"; readonly frame: FrameName; readonly report: PerformanceReport }
  /** No attempt: there have to be so many frames. */
  | { readonly outcome: "frames_wanted"; readonly count: number }
  /** Of a stepwise challenge: its selfie came too late, or before its frames. */
  | OutOfTime
  | OutOfOrder
  | { readonly outcome: "failed"; readonly doubt: Doubt; readonly report: PerformanceReport };

type WithoutReport<One> = One extends unknown ? Omit<One, "report"> : never;
export type Completion =
  | { readonly outcome: "passed"; readonly token: string; readonly light: LightResult | null }
  | WithoutReport<Exclude<Verdict, Passed>>;

export interface NewChallenge {
  readonly accountId: string;
  readonly avoid?: readonly StepName[] | undefined;
  /** What the caller's backend binds it to: /verify has to name the same. */
  readonly nonce?: string | undefined;
  /**
   * Who asks, such as a network or a session: they are given the same steps for ten minutes, however often they ask, and more of them
   * after challenges that they did not pass.
   */
  readonly requester: string;
  /** The public key that the caller shows. */
  readonly keyId?: string | undefined;
  /** Whether the steps are drawn one by one, each when the frame of the one before has arrived. Dots cannot be avoided then. */
  readonly stepwise?: boolean | undefined;
  /** Of a stepwise challenge: whether the page can show colors around the face. False: the person chose to go without. */
  readonly light?: boolean | undefined;
}

export type Start =
  /** `turn`: the first step of a stepwise challenge. */
  | { readonly outcome: "opened"; readonly challenge: Challenge; readonly turn?: NewTurn | undefined }
  /** `too_many_left`: by who asks, within the hour, more than anybody needs. `too_many_open`: of the key, right now. */
  | { readonly outcome: "too_many_left" | "too_many_open" }
  /** Of a stepwise challenge: there is no way around its dots. */
  | { readonly outcome: "dots_needed" };

export interface Challenges {
  start(request: NewChallenge): Promise<Start>;
  /** Why there can be no attempt; asked before the frames are read. */
  refusal: Ledger["refusal"];
  /** Takes the frame of a stepwise challenge's step, and shows what comes next. @throws EngineUnavailable; it can be sent again then */
  step(accountId: string, id: string, sent: SentFrame, look: AnalyzeContext): Promise<StepAnswer>;
  /** Judges an attempt. @throws EngineUnavailable; the attempt does not count then */
  perform(accountId: string, id: string, performance: Performance, look: AnalyzeContext): Promise<Verdict>;
  /** The same, with a token for who passed. */
  complete(accountId: string, id: string, performance: Performance, look: AnalyzeContext): Promise<Completion>;
  /** @returns undefined unless the token was given to this account for this very selfie and nonce, is still valid and was not taken */
  check(token: string, of: TokenOf): Promise<GoodToken | undefined>;
}

const wants: Wants = { embedding: true, spoof: true, frame: true };
/** Of a selfie that is reported on. Its other faces are counted, too. */
const wantsReported: Wants = { ...wants, quality: "main" };
/** Nobody reads a step and does it in less. */
const stepMsMin = 400;

export function createChallenges(deps: ChallengeDeps): Challenges {
  const { store, seal, engine, comparison, manifest, openMax = defaultOpenMax, now = Date.now } = deps;
  const ledger = createLedger(store, now);
  const seenFrames = createSeenFrames(store, now);
  const keys = createSigningKeys(store, seal, now);
  const tokens = createChallengeTokens({
    keys,
    used: createUsedTokens(store),
    model: comparison.model,
    now,
  });
  const measure = measureOf(comparison, manifest);

  const { draw = drawNext } = deps;
  const lightUse = deps.light ?? "off";
  const lightTally = createLightTally(store, now);
  const planLight = (light: boolean | undefined): Plan["light"] => {
    if (lightUse === "off" || light === undefined) return undefined;
    return light ? drawLight() : "spared";
  };
  const stepwise = createStepwise({ ledger, turns: createStepTurns(store), seal, seenFrames, draw, now });

  const lookAt = async (
    file: Uint8Array,
    accountId: string,
    look: AnalyzeContext,
    wanted = wants,
  ): Promise<MeasuredFrame> => lookedAt(await engine.analyze(file, wanted, { ...look, accountId }));

  /** What cannot be analyzed for a reason of ours is no attempt. */
  const orGiveBack = async <One>(id: string, looking: Promise<One>): Promise<One> => {
    try {
      return await looking;
    } catch (error) {
      await ledger.release(id);
      throw error;
    }
  };

  const perform: Challenges["perform"] = async (accountId, id, performance, look) => {
    const judged = await judgeAttempt(accountId, id, performance, look, wantsReported);
    return judged.outcome === "passed" ? judged.passed : judged;
  };

  return {
    refusal: (accountId, id) => ledger.refusal(accountId, id),
    start: createStart({ ledger, keys, stepwise, dots: deps.dots ?? false, planLight, openMax, now }),
    check: (token, of) => tokens.check(token, of),
    step: (accountId, id, sent, look) =>
      stepwise.takeFrame(accountId, id, sent, {
        frame: (frame) => lookAt(frame, accountId, look),
        strip: async (strip, pictures) => {
          const result = await engine.analyze(strip, { strip: pictures }, { ...look, accountId });
          return result.outcome === "analyzed" ? result.strip : undefined;
        },
      }),
    perform,
    complete: async (accountId, id, performance, look) => {
      const judged = await judgeAttempt(accountId, id, performance, look, wants);
      if (judged.outcome !== "passed") {
        if (!("report" in judged)) return judged;
        const { report: _, ...completion } = judged;
        return completion;
      }
      const { selfie } = performance;
      const { face, light } = judged.passed;
      const token = await tokens.give({ accountId, selfie, face, light, nonce: judged.nonce });
      return { outcome: "passed", token, light };
    },
  };

  type Judged = Exclude<Verdict, Passed> | { outcome: "passed"; passed: Passed; nonce: string | undefined };

  async function judgeAttempt(
    accountId: string,
    id: string,
    { selfie, frames }: Performance,
    look: AnalyzeContext,
    selfieWants: Wants,
  ): Promise<Judged> {
    const arrivedAtMs = now();
    const attempt = await ledger.begin(accountId, id);
    if (attempt.outcome !== "begun") return attempt;
    const { challenge } = attempt;
    const lookAtSelfie = () => lookAt(selfie, accountId, look, selfieWants);
    if (challenge.plan && frames.length === 0) {
      return judgeStepwise(accountId, challenge, selfie, arrivedAtMs, lookAtSelfie);
    }
    if (frames.length !== challenge.steps.length) {
      await ledger.release(id);
      return challenge.plan ? { outcome: "out_of_order" } : { outcome: "frames_wanted", count: challenge.steps.length };
    }

    const files = [selfie, ...frames];
    const looking = Promise.all([lookAtSelfie(), ...frames.map((frame) => lookAt(frame, accountId, look))]);
    const looked = await orGiveBack(id, looking);
    const found: Measured[] = [];
    for (const [i, one] of looked.entries()) {
      if (one.outcome !== "measured") return unmeasured(challenge.steps, one, i === 0 ? "selfie" : i);
      found.push(one.measured);
    }
    // Remembered whether or not they pass: a frame that failed must not be tried again either.
    const hashes = found.map((measured, i) => hashesOf(files[i] as Uint8Array, measured));
    const sightings = [await seenFrames.add(accountId, hashes)];
    const [first, ...others] = found as [Measured, ...Measured[]];
    const { faces, issues } = looked[0] as MeasuredPhoto;
    const tookMs = arrivedAtMs - challenge.createdAtMs;
    return conclude(challenge, { tookMs, sightings, selfie: first, faces, issues, frames: others, light: null });
  }

  async function judgeStepwise(
    accountId: string,
    challenge: Challenge,
    selfie: Uint8Array,
    arrivedAtMs: number,
    lookAtSelfie: () => Promise<MeasuredFrame>,
  ): Promise<Judged> {
    const { id } = challenge;
    const gathered = await stepwise.gather(challenge, arrivedAtMs);
    if (gathered.outcome !== "gathered") {
      if (gathered.outcome === "out_of_order") await ledger.release(id);
      return gathered;
    }
    const looked = await orGiveBack(id, lookAtSelfie());
    await stepwise.forget(id);
    const { frames, steps, light } = gathered;
    if (looked.outcome !== "measured") return unmeasured(steps, looked, "selfie");
    const own = frames.map(({ sha256 }) => sha256);
    const sightings = [...frames, await seenFrames.add(accountId, [hashesOf(selfie, looked.measured)], own)];
    return conclude(
      { ...challenge, steps },
      {
        tookMs: arrivedAtMs - challenge.createdAtMs,
        sightings,
        selfie: looked.measured,
        faces: looked.faces,
        issues: looked.issues,
        frames: frames.map(({ measured }) => measured),
        light,
      },
    );
  }

  async function conclude(challenge: Challenge, performed: Performed): Promise<Judged> {
    const { selfie, frames, faces, issues, light } = performed;
    const doubt = await doubtOf(challenge, performed);
    const report = { steps: reportSteps(challenge.steps, selfie, frames), issues };
    if (light) await lightTally.add(light, doubt === undefined);
    if (doubt) return { outcome: "failed", doubt, report };
    const dimmed = lightUse === "require" ? lightDoubtOf(light?.result) : undefined;
    if (dimmed) return { outcome: "failed", doubt: dimmed, report };
    if (!(await ledger.complete(challenge.id))) return { outcome: "completed" };
    const { embedding, spoof } = selfie;
    const face = average(frames.map((frame) => frame.embedding));
    const passed = { outcome: "passed", embedding, face, faces, spoof, light: light?.result ?? null, report } as const;
    return { outcome: "passed", passed, nonce: challenge.nonce };
  }

  async function doubtOf(
    { steps }: Challenge,
    { tookMs, sightings, selfie, frames }: Performed,
  ): Promise<Doubt | undefined> {
    // First and always: how long an answer takes must not tell why.
    const doubt = await judgePerformance(steps, selfie, frames, measure);
    if (isRepeat(sightings)) return { reason: "seen_before" };
    if (tookMs < steps.length * stepMsMin) return { reason: "too_fast" };
    return doubt;
  }
}

/** Who goes without colors, or has a page that knows of none, is no worse off. */
function lightDoubtOf(result: LightResult | undefined): Doubt | undefined {
  if (result === "attack") return { reason: "other_reflection" };
  return result === "not_measurable" ? { reason: "light_not_measurable" } : undefined;
}

interface StartDeps {
  readonly ledger: Ledger;
  readonly keys: SigningKeys;
  readonly stepwise: Stepwise;
  readonly dots: boolean;
  /** What a stepwise challenge shows of colors, by whether its page can. */
  readonly planLight: (light: boolean | undefined) => Plan["light"];
  readonly openMax: number;
  readonly now: () => number;
}

/** Draws a challenge, unless its requester or its key has too many. */
function createStart({ ledger, keys, stepwise, dots, planLight, openMax, now }: StartDeps): Challenges["start"] {
  return async ({ accountId, avoid = [], nonce, requester, keyId, ...asked }) => {
    const spared = avoid.filter((name) => name !== "follow_dot");
    if (asked.stepwise && spared.length < avoid.length) return { outcome: "dots_needed" };
    const { secret } = await keys.current();
    const hash = hashRequester(secret, accountId, requester);
    const unpassed = await ledger.unpassed(hash);
    if (unpassed >= unpassedMax) return { outcome: "too_many_left" };
    if (keyId !== undefined && (await ledger.openOf(keyId)) >= openMax) return { outcome: "too_many_open" };
    const opening = { accountId, nonce, requester: hash, keyId };
    if (asked.stepwise) {
      const plan = { ...planFor(spared, stepsFor(unpassed)), light: planLight(asked.light) };
      const opened = await stepwise.open(opening, plan);
      return { outcome: "opened", ...opened };
    }
    const random = heldRandom(secret, accountId, requester, now());
    const count = stepsFor(unpassed);
    const steps = dots ? drawTasks(avoid, random, count) : drawSteps(spared, random, count);
    const challenge = await ledger.open({ ...opening, steps });
    return { outcome: "opened", challenge };
  };
}

/** So that no address lies in the database. What is hashed begins as in earlier versions, whose nodes count the same requester's challenges. */
const hashRequester = (secret: Buffer, accountId: string, requester: string): string =>
  createHmac("sha256", secret)
    .update(`selfsame challenge drawer\n${JSON.stringify([accountId, requester])}`)
    .digest("base64url");

/** All that the judge is given of an attempt, however it arrived. */
interface Performed {
  readonly tookMs: number;
  readonly sightings: readonly Sighting[];
  readonly selfie: Measured;
  /** In the selfie. */
  readonly faces: number;
  /** Of the selfie; none unless it is reported on. */
  readonly issues: readonly QualityIssue[];
  readonly frames: readonly Omit<Measured, "spoof">[];
  readonly light: LightJudgement | null;
}

/** A photo without a face has no report of its quality, and leaves the steps unmeasured. */
function unmeasured(
  steps: readonly Task[],
  looked: Exclude<MeasuredFrame, MeasuredPhoto>,
  frame: FrameName,
): Extract<Verdict, { readonly outcome: "no_face" | "refused" }> {
  if (looked.outcome === "refused") return { ...looked, frame };
  return { outcome: "no_face", frame, report: { steps: unmeasuredSteps(steps), issues: [] } };
}

function lookedAt(result: PhotoResult): MeasuredFrame {
  if (result.outcome !== "analyzed") return { outcome: "refused", reason: result.outcome };
  const { frame, embedding, spoof, faces } = result;
  if (!frame || !embedding || !spoof) return { outcome: "no_face" };
  const issues = faces[0]?.quality?.issues ?? [];
  const measured = { ...frame, embedding, live: spoof.live, spoof };
  return { outcome: "measured", measured, faces: faces.length, issues };
}
