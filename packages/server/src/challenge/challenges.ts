import { createHash } from "node:crypto";
import type { Step } from "@selfsame/face/gestures";
import type { Manifest } from "@selfsame/face/manifest";
import type { Engine, PhotoAnalysis, PhotoRefused, PhotoResult, Wants } from "../engine/engine.ts";
import type { Store } from "../store/store.ts";
import type { Comparison } from "../verify/comparison.ts";
import { drawSteps } from "./draw.ts";
import { type Doubt, type Frame, type FrameName, judge, type Measure } from "./judge.ts";
import { type Attempt, type Challenge, createLedger } from "./ledger.ts";
import { createSeenFrames } from "./seen-frames.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { createChallengeTokens } from "./tokens.ts";

export interface ChallengeDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly comparison: Comparison;
  readonly manifest: Manifest;
  readonly now?: () => number;
  readonly draw?: (avoid: readonly Step[]) => readonly Step[];
}

export interface Performance {
  readonly selfie: Uint8Array;
  /** One a step, in their order. */
  readonly frames: readonly Uint8Array[];
}

export type Completion =
  | { readonly outcome: "passed"; readonly token: string }
  | { readonly outcome: Exclude<Attempt["outcome"], "begun"> }
  | { readonly outcome: "refused"; readonly reason: PhotoRefused["outcome"]; readonly frame: FrameName }
  | { readonly outcome: "no_face"; readonly frame: FrameName }
  | { readonly outcome: "failed"; readonly doubt: Doubt };

export interface Challenges {
  start(accountId: string, avoid: readonly Step[]): Promise<Challenge>;
  /** @throws EngineUnavailable; the attempt does not count then */
  complete(accountId: string, id: string, performance: Performance, signal: AbortSignal): Promise<Completion>;
  /** Whether the token was given to this account for this very selfie, and is still valid. */
  check(token: string, accountId: string, selfie: Uint8Array): Promise<boolean>;
}

const wants: Wants = { embedding: true, spoof: true, frame: true };
/** Nobody reads a step and does it in less. */
const LEAST_STEP_MS = 400;

export function createChallenges(deps: ChallengeDeps): Challenges {
  const { store, engine, comparison, manifest, now = Date.now, draw = drawSteps } = deps;
  const ledger = createLedger(store, now);
  const seenFrames = createSeenFrames(store, now);
  const tokens = createChallengeTokens(createSigningKeys(store, now), now);
  const measure: Measure = {
    isSame: (one, other) => comparison.similarity(one, other) >= comparison.threshold,
    spoofThreshold: manifest.models.spoof.threshold,
  };

  const lookAtAll = async (id: string, files: readonly Uint8Array[], signal: AbortSignal): Promise<PhotoResult[]> => {
    try {
      return await Promise.all(files.map((file) => engine.analyze(file, wants, signal)));
    } catch (error) {
      await ledger.giveBack(id);
      throw error;
    }
  };

  return {
    start: (accountId, avoid) => ledger.open(accountId, draw(avoid)),
    check: (token, accountId, selfie) => tokens.check(token, accountId, selfie),
    complete: async (accountId, id, { selfie, frames }, signal) => {
      const attempt = await ledger.begin(accountId, id);
      if (attempt.outcome !== "begun") return attempt;
      const { challenge } = attempt;
      const tookMs = now() - challenge.createdAtMs;

      const files = [selfie, ...frames];
      const found: Frame[] = [];
      for (const [i, result] of (await lookAtAll(id, files, signal)).entries()) {
        const frame = i === 0 ? "selfie" : i;
        if (result.outcome !== "analyzed") return { outcome: "refused", reason: result.outcome, frame };
        const measured = frameOf(result);
        if (!measured) return { outcome: "no_face", frame };
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
      const doubt = doubtOf(challenge, tookMs, seenBefore, found);
      if (doubt) return { outcome: "failed", doubt };
      if (!(await ledger.complete(id))) return { outcome: "completed" };
      return { outcome: "passed", token: await tokens.give(accountId, selfie) };
    },
  };

  function doubtOf({ steps }: Challenge, tookMs: number, seenBefore: boolean, found: readonly Frame[]) {
    const [selfie, ...frames] = found;
    if (!selfie) throw new Error("a performance without a selfie");
    if (seenBefore) return { reason: "seen_before" } as const;
    if (tookMs < steps.length * LEAST_STEP_MS) return { reason: "too_fast" } as const;
    return judge(steps, selfie, frames, measure);
  }
}

function frameOf({ frame, embedding, spoof }: PhotoAnalysis): Frame | undefined {
  return frame && embedding && spoof && { ...frame, embedding, live: spoof.live };
}
