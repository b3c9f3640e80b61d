import { createHmac } from "node:crypto";
import type { StepName } from "@selfsame/face/assess/gestures";
import type { Manifest } from "@selfsame/face/manifest";
import type { Engine, AnalyzeContext, Wants } from "@selfsame/photo/engine/engine";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Store } from "@selfsame/platform/store/store";
import { type Comparison, comparisonOf } from "@selfsame/photo/verify/comparison";
import { createAttempts, measureFrame, type Passed, type Performance, type Verdict, wantsOf } from "./attempts.ts";
import { defaultOpenMax, drawSteps, drawTasks, heldRandom, stepsFor, unpassedMax } from "./draw.ts";
import { drawLight as drawAnyLight } from "./light/draw-light.ts";
import type { LightResult } from "./light/judge-light.ts";
import { createLightTally } from "./light/light-tally.ts";
import { type LightUse, lightUse } from "./light/light-use.ts";
import { isOther, measureOf } from "./judge-performance.ts";
import type { ChallengeDetails } from "./challenge-mode.ts";
import { type Challenge, createLedger, type Ledger } from "./ledger.ts";
import { createSeenFrames } from "./seen-frames.ts";
import { drawNext, type Plan, planFor } from "./stepwise/draw-next.ts";
import { createStepwise, type Measures, type SentFrame, type StepAnswer, type Stepwise } from "./stepwise/stepwise.ts";
import { createStepTurns, type NewTurn } from "./stepwise/step-turns.ts";
import { createSigningKeys, type SigningKeys } from "./tokens/signing-keys.ts";
import { createChallengeTokens, type GoodToken, type TokenOf } from "./tokens/tokens.ts";
import { createUsedTokens } from "./tokens/used-tokens.ts";
import { readSetting } from "@selfsame/platform/settings/setting";

export interface ChallengeDeps {
  readonly store: Store;
  /** Seals what the ledger stores. */
  readonly seal: Seal;
  readonly engine: Engine;
  readonly comparison: Comparison;
  readonly manifest: Manifest;
  /** Default use of screen colors, for teams without a setting of their own. `off` overrides every team. */
  readonly light?: LightUse;
  /** Whether faces that software seems to have altered are rejected. */
  readonly blends?: boolean;
  /** Whether the steps include dots to follow: only if every page in use knows dots. */
  readonly dots?: boolean;
  /** Draws the steps that come one by one; random unless a test sets it. */
  readonly draw?: typeof drawNext | undefined;
  /** Draws the colors; random unless a test sets it. */
  readonly drawLight?: typeof drawAnyLight;
  /** Challenges of one key that may be open at once. */
  readonly openMax?: number;
  readonly now?: () => number;
}

type WithoutReport<One> = One extends unknown ? Omit<One, "report"> : never;
export type Completion =
  | {
      readonly outcome: "passed";
      readonly token: string;
      readonly light: LightResult | null;
      readonly details: ChallengeDetails;
    }
  | WithoutReport<Exclude<Verdict, Passed>>;

export interface NewChallenge {
  readonly accountId: string;
  readonly avoid?: readonly StepName[] | undefined;
  /** Set by the caller's backend: /verify must send the same. */
  readonly nonce?: string | undefined;
  /**
   * The requester, such as a network or a session. A requester gets the same steps for ten minutes, however often they ask, and more steps after
   * challenges that they did not pass.
   */
  readonly requester: string;
  /** The public key in use. */
  readonly keyId?: string | undefined;
  /** Whether each step is drawn only when the frame of the one before has arrived. */
  readonly stepwise?: boolean | undefined;
  /** Whether the page can show colors around the face (stepwise only). False: the person chose to go without. */
  readonly light?: boolean | undefined;
  /** Whether each step's frame comes with a burst (stepwise only). */
  readonly burst?: boolean | undefined;
}

export type Start =
  /** `turn`: the first step of a stepwise challenge. */
  | { readonly outcome: "opened"; readonly challenge: Challenge; readonly turn?: NewTurn | undefined }
  /** `too_many_left`: this requester abandoned or failed too many within the hour. `too_many_open`: the key has too many open. */
  | { readonly outcome: "too_many_left" | "too_many_open" };

export interface Challenges {
  start(request: NewChallenge): Promise<Start>;
  /** Why an attempt is impossible; asked before the frames are read. */
  refusal: Ledger["refusal"];
  /** Takes the frame of a step and returns the next step (stepwise only). @throws EngineUnavailable; then the frame can be sent again */
  step(accountId: string, id: string, sent: SentFrame, look: AnalyzeContext): Promise<StepAnswer>;
  /** Judges an attempt. @throws EngineUnavailable; the attempt does not count then */
  perform(accountId: string, id: string, performance: Performance, look: AnalyzeContext): Promise<Verdict>;
  /** The same, with a token if the person passed. */
  complete(accountId: string, id: string, performance: Performance, look: AnalyzeContext): Promise<Completion>;
  /** @returns undefined unless the token was issued to this account for this selfie and nonce, is still valid and unused */
  check(token: string, of: TokenOf): Promise<GoodToken | undefined>;
}

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
  const measure = measureOf(comparison, manifest, deps.blends ?? false);

  const { draw = drawNext, drawLight = drawAnyLight } = deps;
  const installationLight = deps.light ?? "off";
  const lightTally = createLightTally(now);
  const planLight: StartDeps["planLight"] = async (accountId, light) => {
    if (installationLight === "off" || light === undefined) return {};
    const use = (await readSetting(store.db, accountId, lightUse)) ?? installationLight;
    if (use === "off") return {};
    return { light: light ? drawLight() : "spared", lightRequired: use === "require" };
  };
  const stepwise = createStepwise({
    ledger,
    turns: createStepTurns(store),
    seal,
    seenFrames,
    draw,
    now,
  });
  const attempts = createAttempts({
    ledger,
    seenFrames,
    stepwise,
    engine,
    measure,
    facesOf: (model) => {
      const own = model === undefined ? comparison : comparisonOf(comparison, model);
      if (!own) throw new Error(`no recognizer of this service made embeddings of ${model}`);
      return { similarity: (one, other) => own.similarity(one, other), isOther: isOther(own) };
    },
    lightTally,
    transaction: (work) => store.run(() => store.db.transaction().execute(work)),
    now,
  });

  return {
    refusal: (accountId, id, accepted) => ledger.refusal(accountId, id, accepted),
    start: createStart({ ledger, keys, stepwise, dots: deps.dots ?? false, planLight, openMax, now }),
    check: (token, of) => tokens.check(token, of),
    step: (accountId, id, sent, look) =>
      stepwise.takeFrame(accountId, id, sent, measuresOf(engine, wantsOf(measure), { ...look, accountId })),
    perform: async (accountId, id, performance, look) => {
      const judged = await attempts.judge(accountId, id, performance, look, true);
      return judged.outcome === "passed" ? judged.passed : judged;
    },
    complete: async (accountId, id, performance, look) => {
      const key = await keys.current();
      const judged = await attempts.judge(accountId, id, performance, look, false);
      if (judged.outcome !== "passed") {
        if (!("report" in judged)) return judged;
        const { report: _, ...completion } = judged;
        return completion;
      }
      const { selfie } = performance;
      const { face, light, report } = judged.passed;
      const { mode } = report;
      const token = await tokens.give({ accountId, selfie, face, light, mode, nonce: judged.nonce }, key);
      return { outcome: "passed", token, light, details: { mode, frames: face.frames } };
    },
  };
}

/** How the photos of a step are measured. */
const measuresOf = (engine: Engine, wants: Wants, look: AnalyzeContext & { readonly accountId: string }): Measures => ({
  frame: (frame) => measureFrame(engine, frame, look.accountId, look, wants),
  strip: async (strip, pictures) => {
    const result = await engine.analyze(strip, { strip: pictures, embedding: true }, look);
    if (result.outcome !== "analyzed" || !result.strip) return undefined;
    return { reflections: result.strip, embedding: result.embedding };
  },
  burst: async (file, pictures, looked) => {
    const result = await engine.analyze(file, { burst: { pictures, looked } }, look);
    if (result.outcome !== "analyzed" || !result.way) return undefined;
    return { faces: result.way, embedding: result.embedding };
  },
});

interface StartDeps {
  readonly ledger: Ledger;
  readonly keys: SigningKeys;
  readonly stepwise: Stepwise;
  readonly dots: boolean;
  /** The colors of a stepwise challenge, by whether the page can show them. */
  readonly planLight: (accountId: string, light: boolean | undefined) => Promise<Pick<Plan, "light" | "lightRequired">>;
  readonly openMax: number;
  readonly now: () => number;
}

/** Draws a challenge, unless its requester or its key has too many. */
function createStart({ ledger, keys, stepwise, dots, planLight, openMax, now }: StartDeps): Challenges["start"] {
  return async ({ accountId, avoid = [], nonce, requester, keyId, ...asked }) => {
    const { secret } = await keys.current();
    const hash = hashRequester(secret, accountId, requester);
    const unpassed = await ledger.unpassed(hash);
    if (unpassed >= unpassedMax) return { outcome: "too_many_left" };
    if (keyId !== undefined && (await ledger.openOf(keyId)) >= openMax) return { outcome: "too_many_open" };
    const opening = { accountId, nonce, requester: hash, keyId };
    if (asked.stepwise) {
      const plan = {
        ...planFor(avoid, stepsFor(unpassed)),
        ...(await planLight(accountId, asked.light)),
        ...(asked.burst && { burst: true }),
      };
      const opened = await stepwise.open(opening, plan);
      return { outcome: "opened", ...opened };
    }
    const random = heldRandom(secret, accountId, requester, now());
    const count = stepsFor(unpassed);
    const spared = avoid.filter((name) => name !== "follow_dot");
    const steps = dots ? drawTasks(avoid, random, count) : drawSteps(spared, random, count);
    const challenge = await ledger.open({ ...opening, steps });
    return { outcome: "opened", challenge };
  };
}

/**
 * Hashed, so that the database holds no address. The input begins as in earlier versions, so that nodes of both versions count the same requester's
 * challenges.
 */
const hashRequester = (secret: Buffer, accountId: string, requester: string): string =>
  createHmac("sha256", secret)
    .update(`selfsame challenge drawer\n${JSON.stringify([accountId, requester])}`)
    .digest("base64url");
