import { createHash } from "node:crypto";
import { nameOf, type StepName } from "@selfsame/face/assess/gestures";
import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import type { QualityIssue } from "@selfsame/face/face";
import type { FrameDetails } from "../../engine/engine.ts";
import type { PhotoRejected } from "../../decode/photo-rejected.ts";
import type { Seal } from "../../secrets/seal.ts";
import type { Frame } from "../judge.ts";
import type { Attempt, Challenge, Ledger, Opening } from "../ledger.ts";
import type { FrameHashes, SeenFrames } from "../seen-frames.ts";
import { type drawNext, drawWindow, type Plan, selfieWindow } from "./draw-next.ts";
import { type StoredFrame, openFrame, sealFrame } from "./sealed-frame.ts";
import { type NewTurn, type Turn, type StepTurns } from "./step-turns.ts";

/** One photo of a performance, measured. */
export type Measured = Frame & FrameDetails & { readonly spoof: SpoofCheck };

export interface MeasuredPhoto {
  readonly outcome: "measured";
  readonly measured: Measured;
  readonly faces: number;
  /** Empty where its quality was not wanted. */
  readonly issues: readonly QualityIssue[];
}

export type MeasuredFrame =
  | MeasuredPhoto
  | { readonly outcome: "refused"; readonly reason: PhotoRejected["outcome"] }
  | { readonly outcome: "no_face" };

export interface SentFrame {
  readonly frame: Uint8Array;
  /** By the page's clock, from when it was shown the step. */
  readonly capturedAfterMs: number;
}

/** What came too early or too late, or has nothing to be compared with: it ends the challenge, as any failed attempt does. */
export type OutOfTime = { readonly outcome: "step_too_early" | "step_too_late" };
/** Of the frame of a step: it ends the challenge as well. */
export type StepFailed = { readonly outcome: OutOfTime["outcome"] | "no_face"; readonly step: StepName };
/** Something else is waited for: it costs nothing. */
export type OutOfOrder = { readonly outcome: "out_of_order" };

export type StepAnswer =
  /** What is shown next: a step, or where it has no task the wish for the selfie. */
  | { readonly outcome: "next"; readonly turn: NewTurn }
  | StepFailed
  | OutOfOrder
  | Extract<MeasuredFrame, { readonly outcome: "refused" }>
  | { readonly outcome: Exclude<Attempt["outcome"], "begun"> };

export interface Stepwise {
  /** Opens a challenge and shows its first step. */
  open(opening: Omit<Opening, "steps">, plan: Plan): Promise<{ readonly challenge: Challenge; readonly turn: NewTurn }>;
  /**
   * Takes the frame of the step that is waited for, and draws the next. A frame that is sent again is answered as before.
   * @param look measures it
   * @throws what `look` throws: the frame can be sent again then
   */
  takeFrame(
    accountId: string,
    id: string,
    sent: SentFrame,
    look: (frame: Uint8Array) => Promise<MeasuredFrame>,
  ): Promise<StepAnswer>;
  /** What was taken, for the judge. @param arrivedAtMs when the selfie had come */
  gather(id: string, arrivedAtMs: number): Promise<Gathered | OutOfTime | OutOfOrder | { readonly outcome: "expired" }>;
  /** Forgets what was taken. */
  forget(id: string): Promise<void>;
}

export interface Gathered {
  readonly outcome: "gathered";
  readonly steps: Challenge["steps"];
  readonly frames: readonly StoredFrame[];
}

export interface StepwiseDeps {
  readonly ledger: Ledger;
  readonly turns: StepTurns;
  readonly seal: Seal;
  readonly seenFrames: SeenFrames;
  readonly draw: typeof drawNext;
  readonly now: () => number;
}

/** A page's clock and ours may round apart by so much. */
const roundedMs = 50;

export function createStepwise({ ledger, turns, seal, seenFrames, draw, now }: StepwiseDeps): Stepwise {
  const stepTurn = (plan: Plan, before: readonly Turn[]): NewTurn => ({
    position: before.length + 1,
    task: draw(plan, tasksOf(before)),
    shownAtMs: now(),
    ...drawWindow(),
  });
  const selfieTurn = (before: readonly Turn[]): NewTurn => ({
    position: before.length + 1,
    task: undefined,
    shownAtMs: now(),
    ...selfieWindow,
  });

  const kept = (id: string, before: readonly Turn[]): readonly StoredFrame[] | undefined => {
    const frames = before.flatMap(
      ({ position, frame }) => (frame === undefined ? undefined : openFrame(seal, id, position, frame)) ?? [],
    );
    return frames.length === before.length ? frames : undefined;
  };

  const end = async <One extends { readonly outcome: string }>(id: string, answer: One): Promise<One> => {
    await ledger.end(id);
    await turns.clear(id);
    return answer;
  };

  return {
    open: async (opening, plan) => {
      const challenge = await ledger.open({ ...opening, steps: [], plan });
      const turn = stepTurn(plan, []);
      await turns.show(challenge.id, turn);
      return { challenge, turn };
    },
    takeFrame: async (accountId, id, { frame, capturedAfterMs }, look) => {
      const arrivedAtMs = now();
      const found = await ledger.find(accountId, id);
      if (found.outcome !== "begun") return found;
      const { plan } = found.challenge;
      const asked = plan ? await turns.of(id) : [];
      const turn = asked.at(-1);
      if (!plan || !turn) return { outcome: "out_of_order" };
      const before = asked.slice(0, -1);
      const passedMs = arrivedAtMs - turn.shownAtMs;
      const earlier = kept(id, before);
      // Its answer was lost on the way: it is given again, with the time that is left.
      const sha256 = sha256Of(frame);
      if (earlier?.at(-1)?.sha256 === sha256) {
        return { outcome: "next", turn: { ...turn, untilMs: Math.max(0, turn.untilMs - passedMs) } };
      }
      if (turn.task === undefined) return { outcome: "out_of_order" };
      if (!(await turns.take(id, turn.position, arrivedAtMs))) return { outcome: "out_of_order" };
      const step = nameOf(turn.task);
      if (passedMs > turn.untilMs) return end(id, { outcome: "step_too_late", step });
      const isEarly = Math.min(passedMs, capturedAfterMs) < turn.notBeforeMs || capturedAfterMs > passedMs + roundedMs;
      if (isEarly) return end(id, { outcome: "step_too_early", step });

      if (!earlier) return end(id, { outcome: "expired" });
      const looked = await look(frame).catch(async (error: unknown) => {
        await turns.release(id, turn.position);
        throw error;
      });
      if (looked.outcome === "no_face") return end(id, { outcome: "no_face", step });
      if (looked.outcome === "refused") return end(id, looked);
      const hashes = faceHashesOf(looked.measured);
      const own = earlier.map(({ sha256 }) => sha256);
      const sighting = await seenFrames.add(accountId, [{ sha256, ...hashes }], own);
      const { spoof: _, ...measured } = looked.measured;
      const sealed = sealFrame(seal, id, turn.position, { measured, sha256, ...sighting });
      const next = asked.length < plan.total ? stepTurn(plan, asked) : selfieTurn(asked);
      await turns.goOn(id, turn.position, sealed, next);
      return { outcome: "next", turn: next };
    },
    gather: async (id, arrivedAtMs) => {
      const asked = await turns.of(id);
      const turn = asked.at(-1);
      const before = asked.slice(0, -1);
      if (!turn || turn.task !== undefined) return { outcome: "out_of_order" };
      if (arrivedAtMs - turn.shownAtMs > turn.untilMs) return end(id, { outcome: "step_too_late" });
      const frames = kept(id, before);
      return frames ? { outcome: "gathered", steps: tasksOf(before), frames } : end(id, { outcome: "expired" });
    },
    forget: (id) => turns.clear(id),
  };
}

const tasksOf = (turns: readonly Turn[]) => turns.flatMap(({ task }) => task ?? []);

const sha256Of = (file: Uint8Array): string => createHash("sha256").update(file).digest("hex");

const faceHashesOf = ({ hash, skin }: Measured): Omit<FrameHashes, "sha256"> => ({
  faceHash: Buffer.from(hash).toString("hex"),
  detail: skin.detail,
});

export const hashesOf = (file: Uint8Array, measured: Measured): FrameHashes => ({
  sha256: sha256Of(file),
  ...faceHashesOf(measured),
});
