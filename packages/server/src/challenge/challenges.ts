import { createHash, createHmac } from "node:crypto";
import type { StepName } from "@selfsame/face/assess/gestures";
import type { Manifest } from "@selfsame/face/manifest";
import type {
  AnalyzeOptions,
  Engine,
  FrameDetails,
  Look,
  PhotoAnalysis,
  PhotoRefused,
  PhotoResult,
  Wants,
} from "../engine/engine.ts";
import type { Seal } from "../secrets/seal.ts";
import type { Store } from "../store/store.ts";
import type { Comparison } from "../verify/comparison.ts";
import { type FramesFace, sumUp } from "../verify/frames-face.ts";
import { defaultOpenMax, drawSteps, drawTasks, heldRandom, stepsFor, unpassedMax } from "./draw.ts";
import { type Doubt, type Frame, type FrameName, judge, type Measure } from "./judge.ts";
import { type Attempt, type Challenge, createLedger, type Ledger } from "./ledger.ts";
import { haveOneLight } from "./one-light.ts";
import { areOnePhoto } from "./one-photo.ts";
import { createSeenFrames } from "./seen-frames.ts";
import { createSigningKeys } from "./tokens/signing-keys.ts";
import { createChallengeTokens, type GoodToken, type TokenOf } from "./tokens/tokens.ts";
import { createUsedTokens } from "./tokens/used-tokens.ts";

/**
 * From which similarity a frame shows the person in the selfie: one stranger in 1,000. A head that looks up looks less alike than two
 * portraits do; who the person is, the reference decides, which /verify compares with the frames as well.
 */
const samePersonSimilarity = 0.6;

export interface ChallengeDeps {
  readonly store: Store;
  /** Of what is kept in it. */
  readonly seal: Seal;
  readonly engine: Engine;
  readonly comparison: Comparison;
  readonly manifest: Manifest;
  /** Whether there are dots to follow among the steps: only where every page that plays them knows of dots. */
  readonly dots?: boolean;
  /** How many challenges of one key can wait for their frames at once. */
  readonly openMax?: number;
  readonly now?: () => number;
}

export interface Performance {
  readonly selfie: Uint8Array;
  /** One a step, in their order. Where there are more or fewer, nothing is judged. */
  readonly frames: readonly Uint8Array[];
}

/** Somebody passed: who, for whoever compares them with a reference at once. */
export interface Passed {
  readonly outcome: "passed";
  /** Of the selfie. */
  readonly embedding: Float32Array;
  readonly face: FramesFace;
  /** How many faces the selfie shows. */
  readonly faces: number;
}

export type Verdict =
  | Passed
  | { readonly outcome: Exclude<Attempt["outcome"], "begun"> }
  | { readonly outcome: "refused"; readonly reason: PhotoRefused["outcome"]; readonly frame: FrameName }
  | { readonly outcome: "no_face"; readonly frame: FrameName }
  /** No attempt: there have to be so many frames. */
  | { readonly outcome: "frames_wanted"; readonly count: number }
  | { readonly outcome: "failed"; readonly doubt: Doubt };

export type Completion = { readonly outcome: "passed"; readonly token: string } | Exclude<Verdict, Passed>;

export interface NewChallenge {
  readonly accountId: string;
  readonly avoid?: readonly StepName[] | undefined;
  /** What the caller's backend binds it to: /verify has to name the same. */
  readonly nonce?: string | undefined;
  /**
   * Who asks, such as a network or a session: they are given the same steps for ten minutes, however often they ask, and more of them
   * after challenges that they did not pass.
   */
  readonly drawer: string;
  /** The public key that the caller shows. */
  readonly keyId?: string | undefined;
}

export type Start =
  | { readonly outcome: "opened"; readonly challenge: Challenge }
  /** `too_many_left`: by who asks, within the hour, more than anybody needs. `too_many_open`: of the key, right now. */
  | { readonly outcome: "too_many_left" | "too_many_open" };

export interface Challenges {
  start(request: NewChallenge): Promise<Start>;
  /** Why there can be no attempt; asked before the frames are read. */
  refusal: Ledger["refusal"];
  /** Judges an attempt. @throws EngineUnavailable; the attempt does not count then */
  perform(accountId: string, id: string, performance: Performance, look: Look): Promise<Verdict>;
  /** The same, with a token for who passed. */
  complete(accountId: string, id: string, performance: Performance, look: Look): Promise<Completion>;
  /** @returns undefined unless the token was given to this account for this very selfie and nonce, is still valid and was not taken */
  check(token: string, of: TokenOf): Promise<GoodToken | undefined>;
}

const wants: Wants = { embedding: true, spoof: true, frame: true };
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
  const measure: Measure = {
    isSame: (one, other) => comparison.similarity(one, other) >= samePersonSimilarity,
    spoofThreshold: manifest.models.spoof.threshold,
  };

  const lookAtAll = async (
    id: string,
    files: readonly Uint8Array[],
    options: AnalyzeOptions,
  ): Promise<PhotoResult[]> => {
    try {
      return await Promise.all(files.map((file) => engine.analyze(file, wants, options)));
    } catch (error) {
      await ledger.giveBack(id);
      throw error;
    }
  };

  const perform: Challenges["perform"] = async (accountId, id, performance, look) => {
    const judged = await judgeAttempt(accountId, id, performance, look);
    return judged.outcome === "passed" ? judged.passed : judged;
  };

  return {
    refusal: (accountId, id) => ledger.refusal(accountId, id),
    start: async ({ accountId, avoid = [], nonce, drawer, keyId }) => {
      const { secret } = await keys.current();
      const hash = hashDrawer(secret, accountId, drawer);
      const unpassed = await ledger.unpassed(hash);
      if (unpassed >= unpassedMax) return { outcome: "too_many_left" };
      if (keyId !== undefined && (await ledger.openOf(keyId)) >= openMax) return { outcome: "too_many_open" };
      const random = heldRandom(secret, accountId, drawer, now());
      const count = stepsFor(unpassed);
      const steps = deps.dots
        ? drawTasks(avoid, random, count)
        : drawSteps(
            avoid.filter((name) => name !== "follow_dot"),
            random,
            count,
          );
      const challenge = await ledger.open({ accountId, steps, nonce, drawer: hash, keyId });
      return { outcome: "opened", challenge };
    },
    check: (token, of) => tokens.check(token, of),
    perform,
    complete: async (accountId, id, performance, look) => {
      const judged = await judgeAttempt(accountId, id, performance, look);
      if (judged.outcome !== "passed") return judged;
      const { selfie } = performance;
      const { face } = judged.passed;
      return { outcome: "passed", token: await tokens.give({ accountId, selfie, face, nonce: judged.nonce }) };
    },
  };

  async function judgeAttempt(
    accountId: string,
    id: string,
    { selfie, frames }: Performance,
    look: Look,
  ): Promise<Exclude<Verdict, Passed> | { outcome: "passed"; passed: Passed; nonce: string | undefined }> {
    const attempt = await ledger.begin(accountId, id);
    if (attempt.outcome !== "begun") return attempt;
    const { challenge } = attempt;
    const tookMs = now() - challenge.createdAtMs;
    if (frames.length !== challenge.steps.length) {
      await ledger.giveBack(id);
      return { outcome: "frames_wanted", count: challenge.steps.length };
    }

    const files = [selfie, ...frames];
    const found: Measured[] = [];
    let faces = 0;
    for (const [i, result] of (await lookAtAll(id, files, { ...look, accountId })).entries()) {
      const frame = i === 0 ? "selfie" : i;
      if (result.outcome !== "analyzed") return { outcome: "refused", reason: result.outcome, frame };
      const measured = frameOf(result);
      if (!measured) return { outcome: "no_face", frame };
      if (frame === "selfie") faces = result.faces.length;
      found.push(measured);
    }

    const hashes = found.map(({ hash }, i) => ({
      sha256: createHash("sha256")
        .update(files[i] ?? "")
        .digest("hex"),
      faceHash: Buffer.from(hash).toString("hex"),
    }));
    // Remembered whether or not they pass: a frame that failed must not be tried again either.
    const seenBefore = await seenFrames.add(accountId, hashes);
    const pictures = { seenBefore, onePhoto: await areOnePhoto(found), oneLight: haveOneLight(found) };
    const doubt = doubtOf(challenge, tookMs, pictures, found);
    if (doubt) return { outcome: "failed", doubt };
    if (!(await ledger.complete(id))) return { outcome: "completed" };
    const [{ embedding }, ...others] = found as [Measured, ...Measured[]];
    const passed: Passed = { outcome: "passed", embedding, face: sumUp(others.map((frame) => frame.embedding)), faces };
    return { outcome: "passed", passed, nonce: challenge.nonce };
  }

  function doubtOf(
    { steps }: Challenge,
    tookMs: number,
    { seenBefore, onePhoto, oneLight }: Pictures,
    found: readonly Frame[],
  ): Doubt | undefined {
    const [selfie, ...frames] = found;
    if (!selfie) throw new Error("a performance without a selfie");
    if (seenBefore) return { reason: "seen_before" };
    if (tookMs < steps.length * stepMsMin) return { reason: "too_fast" };
    const doubt = judge(steps, selfie, frames, measure);
    if (doubt) return doubt;
    if (onePhoto) return { reason: "one_photo" };
    return oneLight ? undefined : { reason: "other_light" };
  }
}

/** An address lies in no database. */
const hashDrawer = (secret: Buffer, accountId: string, drawer: string): string =>
  createHmac("sha256", secret)
    .update(`selfsame challenge drawer\n${JSON.stringify([accountId, drawer])}`)
    .digest("base64url");

/** What is known of the pictures beside what they show. */
interface Pictures {
  readonly seenBefore: boolean;
  readonly onePhoto: boolean;
  readonly oneLight: boolean;
}

type Measured = Frame & FrameDetails;

function frameOf({ frame, embedding, spoof }: PhotoAnalysis): Measured | undefined {
  return frame && embedding && spoof && { ...frame, embedding, live: spoof.live };
}
