import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { nameOf, type StepName, type Task } from "@selfsame/face/assess/gestures";
import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import type { QualityIssue } from "@selfsame/face/face";
import type { FrameDetails } from "@selfsame/photo/engine/engine";
import type { PhotoRejected } from "@selfsame/photo/decode/photo-rejected";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { whenThere } from "@selfsame/platform/store/when-there";
import type { Frame } from "../judge.ts";
import type { Attempt, Challenge, Ledger, Opening } from "../ledger.ts";
import { isInTime, type SentBurst } from "../burst/burst.ts";
import { type AnalyzeBurst, measuredBurst } from "../burst/measure-burst.ts";
import type { FrameHashes, SeenFrames } from "../seen-frames.ts";
import type { SeenColors } from "../light/judge-light.ts";
import { colorsOf, type MeasuredStrip, picturesOf, roundedMs } from "../light/take-colors.ts";
import type { drawNext, Plan } from "./draw-next.ts";
import { createNextTurn } from "./next-turn.ts";
import { isFrame, type StoredFrame, type StoredLight, openFrame, sealFrame } from "./sealed-frame.ts";
import { isLight, type NewTurn, tasksOf, type Turn, type StepTurns } from "./step-turns.ts";

/** One measured photo of a performance. */
export type Measured = Frame & FrameDetails & { readonly spoof: SpoofCheck };

export interface MeasuredPhoto {
  readonly outcome: "measured";
  readonly measured: Measured;
  readonly faces: number;
  /** Empty if its quality was not requested. */
  readonly issues: readonly QualityIssue[];
}

export type MeasuredFrame =
  | MeasuredPhoto
  | { readonly outcome: "refused"; readonly reason: PhotoRejected["outcome"] }
  | { readonly outcome: "no_face" };

export interface SentFrame {
  /** For a color: its pictures one below the other. */
  readonly frame: Uint8Array;
  /** Capture time by the page's clock, from when the step was shown. For a color, of each picture. */
  readonly capturedAfterMs: readonly number[];
  /** The person chose to go without colors. */
  readonly spared?: boolean;
  /** Set if the challenge asks for bursts. */
  readonly burst?: SentBurst | undefined;
}

/** Measures what was sent, by what is expected. */
export interface Measures {
  readonly frame: (frame: Uint8Array) => Promise<MeasuredFrame>;
  /** @returns undefined if there is nothing to measure */
  readonly strip: (strip: Uint8Array, pictures: number) => Promise<MeasuredStrip | undefined>;
  readonly burst: AnalyzeBurst;
}

/** The frame came too early or too late: ends the challenge like any failed attempt. */
export type OutOfTime = { readonly outcome: "step_too_early" | "step_too_late" };
/** The frame of a step failed: ends the challenge as well. */
type StepFailed = { readonly outcome: OutOfTime["outcome"] | "no_face"; readonly step: StepName };
/** Another turn is expected: no attempt is counted. */
export type OutOfOrder = { readonly outcome: "out_of_order" };
/** The burst is missing, or was not requested: no attempt is counted. */
type BurstFault = { readonly outcome: "burst_missing" | "burst_not_asked" };
/** The burst cannot be read: ends the challenge, as an unreadable frame does. */
type BurstUnreadable = { readonly outcome: "burst_unreadable" };

export type StepAnswer =
  /** The next turn: a step, or a request for the selfie if it has no task. */
  | { readonly outcome: "next"; readonly turn: NewTurn }
  | StepFailed
  | OutOfOrder
  | BurstFault
  | BurstUnreadable
  | Extract<MeasuredFrame, { readonly outcome: "refused" }>
  | { readonly outcome: Exclude<Attempt["outcome"], "begun"> };

export interface Stepwise {
  /** Opens a challenge and returns its first step. */
  open(opening: Omit<Opening, "steps">, plan: Plan): Promise<{ readonly challenge: Challenge; readonly turn: NewTurn }>;
  /**
   * Takes the frame of the expected step and draws the next one. A frame that is sent again gets the same answer.
   * @throws what `measure` throws: then the frame can be sent again
   */
  takeFrame(accountId: string, id: string, sent: SentFrame, measure: Measures): Promise<StepAnswer>;
  /** The measurements so far, for the judge. @param arrivedAtMs arrival of the selfie */
  gather(
    challenge: Pick<Challenge, "id" | "plan">,
    arrivedAtMs: number,
  ): Promise<Gathered | OutOfTime | OutOfOrder | { readonly outcome: "expired" }>;
  /** Deletes the measurements. */
  forget(id: string, transaction: Kysely<Schema>): Promise<void>;
}

interface Gathered {
  readonly outcome: "gathered";
  readonly steps: Challenge["steps"];
  readonly frames: readonly StoredFrame[];
  /** Null if the page cannot show colors. */
  readonly light: SeenColors | null;
}

/** The turn that a frame is sent for. */
interface Asked {
  readonly plan: Plan;
  readonly asked: readonly Turn[];
  /** Undefined if it cannot be opened. */
  readonly earlier: readonly (StoredFrame | StoredLight)[] | undefined;
  readonly passedMs: number;
}

export interface StepwiseDeps {
  readonly ledger: Ledger;
  readonly turns: StepTurns;
  readonly seal: Seal;
  readonly seenFrames: SeenFrames;
  readonly draw: typeof drawNext;
  readonly now: () => number;
}
/** Most pictures of one color. */
export const picturesMax = 8;

export function createStepwise({ ledger, turns, seal, seenFrames, draw, now }: StepwiseDeps): Stepwise {
  const nextTurn = createNextTurn(draw, now);

  const end = async <One extends { readonly outcome: string }>(id: string, answer: One): Promise<One> => {
    await ledger.end(id);
    await turns.clear(id);
    return answer;
  };
  const { takeLight, takeStep } = createTakes({ turns, seal, seenFrames, nextTurn, end });

  return {
    open: async (opening, plan) => {
      const challenge = await ledger.open({ ...opening, steps: [], plan });
      const turn = nextTurn(plan, []);
      await turns.show(challenge.id, turn);
      return { challenge, turn };
    },
    takeFrame: async (accountId, id, sent, measure) => {
      const arrivedAtMs = now();
      const found = await ledger.find(accountId, id);
      if (found.outcome !== "begun") return found;
      const { plan } = found.challenge;
      const asked = plan ? await turns.of(id) : [];
      const turn = asked.at(-1);
      if (!plan || !turn) return { outcome: "out_of_order" };
      const before = asked.slice(0, -1);
      const passedMs = arrivedAtMs - turn.shownAtMs;
      const earlier = storedOf(seal, id, before);
      // The earlier answer was lost on the way: repeat it, with the time that is left.
      const sha256 = sha256Of(sent.frame);
      if (earlier?.at(-1)?.sha256 === sha256) {
        return { outcome: "next", turn: { ...turn, untilMs: Math.max(0, turn.untilMs - passedMs) } };
      }
      if (turn.task === undefined) return { outcome: "out_of_order" };
      const wantsBurst = plan.burst === true && !isLight(turn.task);
      if (wantsBurst !== (sent.burst !== undefined))
        return { outcome: wantsBurst ? "burst_missing" : "burst_not_asked" };
      if (!(await turns.take(id, turn.position, arrivedAtMs))) return { outcome: "out_of_order" };
      const where = { plan, asked, earlier, passedMs };
      const taking = isLight(turn.task)
        ? takeLight(id, where, sent, measure)
        : takeStep({ id, accountId }, where, sent, measure);
      return taking.catch(async (error: unknown): Promise<never> => {
        await whenThere(() => turns.release(id, turn.position));
        throw error;
      });
    },
    gather: async ({ id, plan }, arrivedAtMs) => {
      const asked = await turns.of(id);
      const turn = asked.at(-1);
      const before = asked.slice(0, -1);
      if (!turn || turn.task !== undefined) return { outcome: "out_of_order" };
      if (arrivedAtMs - turn.shownAtMs > turn.untilMs) return end(id, { outcome: "step_too_late" });
      const stored = storedOf(seal, id, before);
      if (!stored) return end(id, { outcome: "expired" });
      const frames = stored.filter(isFrame);
      return { outcome: "gathered", steps: tasksOf(before), frames, light: colorsOf(plan?.light, before, stored) };
    },
    forget: (id, transaction) => turns.clear(id, transaction),
  };
}

type TakeDeps = Pick<StepwiseDeps, "turns" | "seal" | "seenFrames"> & {
  readonly nextTurn: ReturnType<typeof createNextTurn>;
  /** Ends the challenge with this answer. */
  readonly end: <One extends { readonly outcome: string }>(id: string, answer: One) => Promise<One>;
};

/** Handles the frame of a turn that this request reserved. */
function createTakes({ turns, seal, seenFrames, nextTurn, end }: TakeDeps) {
  /** Handles the pictures of a color. A fault in them ends the colors, not the challenge: colors must not make it harder to pass. */
  const takeLight = async (
    id: string,
    { plan, asked, passedMs }: Asked,
    sent: SentFrame,
    measure: Measures,
  ): Promise<StepAnswer> => {
    const turn = asked.at(-1) as Turn;
    const taken = await picturesOf(turn, passedMs, sent, measure.strip);
    const light = sent.spared ? "spared" : taken;
    const sealed = sealFrame(seal, id, turn.position, { light, sha256: sha256Of(sent.frame) });
    const next = await turns.settle(id, turn.position, async () => ({
      frame: sealed,
      next: nextTurn(plan, asked, taken !== undefined),
    }));
    return next ? { outcome: "next", turn: next } : { outcome: "out_of_order" };
  };

  /** Handles the frame of a step. Its measurements, its fingerprint and the next turn are stored together. */
  const takeStep = async (
    { id, accountId }: { readonly id: string; readonly accountId: string },
    { plan, asked, earlier, passedMs }: Asked,
    sent: SentFrame,
    measure: Measures,
  ): Promise<StepAnswer> => {
    const turn = asked.at(-1) as Turn;
    const step = nameOf(turn.task as Task);
    const outcome = outOfTime(turn, passedMs, sent);
    if (outcome) return end(id, { outcome, step });
    if (!earlier) return end(id, { outcome: "expired" });
    const [result, burst] = await Promise.all([
      measure.frame(sent.frame),
      sent.burst && measuredBurst(sent.burst, sent.capturedAfterMs.at(-1) ?? 0, measure.burst),
    ]);
    if (sent.burst && !burst) return end(id, { outcome: "burst_unreadable" });
    if (result.outcome === "no_face") return end(id, { outcome: "no_face", step });
    if (result.outcome === "refused") return end(id, result);
    const sha256 = sha256Of(sent.frame);
    const frames = [{ sha256, ...faceHashesOf(result.measured) }];
    const own = earlier.map(({ sha256 }) => sha256);
    const copies = await seenFrames.countCopies(accountId, frames, own);
    const { spoof: _, ...measured } = result.measured;
    const next = await turns.settle(id, turn.position, async (transaction) => {
      const known = await seenFrames.remember(transaction, accountId, frames);
      const frame = sealFrame(seal, id, turn.position, { measured, sha256, known, copies, burst });
      return { frame, next: nextTurn(plan, asked) };
    });
    return next ? { outcome: "next", turn: next } : { outcome: "out_of_order" };
  };

  return { takeLight, takeStep };
}

function outOfTime(turn: Turn, passedMs: number, sent: SentFrame): OutOfTime["outcome"] | undefined {
  const capturedAfterMs = sent.capturedAfterMs.at(-1) ?? 0;
  if (passedMs > turn.untilMs) return "step_too_late";
  const isEarly = Math.min(passedMs, capturedAfterMs) < turn.notBeforeMs || capturedAfterMs > passedMs + roundedMs;
  const isBurstEarly = sent.burst !== undefined && !isInTime(sent.burst.afterMs, passedMs, roundedMs);
  return isEarly || isBurstEarly ? "step_too_early" : undefined;
}

/** Stored measurements of these turns. @returns undefined if one of them cannot be opened */
function storedOf(seal: Seal, id: string, turns: readonly Turn[]) {
  const stored = turns.flatMap(
    ({ position, frame }) => (frame === undefined ? undefined : openFrame(seal, id, position, frame)) ?? [],
  );
  return stored.length === turns.length ? stored : undefined;
}

const sha256Of = (file: Uint8Array): string => createHash("sha256").update(file).digest("hex");

const faceHashesOf = ({ hash, skin }: Measured): Omit<FrameHashes, "sha256"> => ({
  faceHash: Buffer.from(hash).toString("hex"),
  detail: skin.detail,
});

export const hashesOf = (file: Uint8Array, measured: Measured): FrameHashes => ({
  sha256: sha256Of(file),
  ...faceHashesOf(measured),
});
