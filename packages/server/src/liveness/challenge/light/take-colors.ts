import type { Reflection } from "@selfsame/face/assess/reflection";
import type { Plan } from "../stepwise/draw-next.ts";
import { isFrame, type StoredFrame, type StoredLight } from "../stepwise/sealed-frame.ts";
import { isLight, type Turn } from "../stepwise/step-turns.ts";
import { facesIn, judgeLight, type LightJudgment, type MeasuredLight, type SeenColors } from "./judge-light.ts";

interface SentPictures {
  /** One below the other. */
  readonly frame: Uint8Array;
  /** Capture time of each, by the page's clock, from when the color was shown. */
  readonly capturedAfterMs: readonly number[];
  /** The person chose to go without colors. */
  readonly spared?: boolean;
}

export interface MeasuredStrip {
  /** Of each picture. */
  readonly reflections: readonly (Reflection | undefined)[];
  /** Of the middle picture. */
  readonly embedding: Float32Array | undefined;
}

/** @returns undefined if there is nothing to measure */
type MeasureStrip = (strip: Uint8Array, pictures: number) => Promise<MeasuredStrip | undefined>;

/** The page's clock and ours may round apart by this much. */
export const roundedMs = 50;

/** Measurements of a color's pictures. @returns undefined if there are none, or they came at the wrong time */
export async function picturesOf(
  turn: Pick<Turn, "notBeforeMs" | "untilMs">,
  passedMs: number,
  { frame, capturedAfterMs, spared: isSpared }: SentPictures,
  strip: MeasureStrip,
): Promise<MeasuredLight | undefined> {
  const lastMs = capturedAfterMs.at(-1) ?? 0;
  const inTime = passedMs >= turn.notBeforeMs && passedMs <= turn.untilMs && lastMs <= passedMs + roundedMs;
  const rises = capturedAfterMs.every((ms, i) => ms >= (capturedAfterMs[i - 1] ?? 0));
  const analyzed = !isSpared && inTime && rises ? await strip(frame, capturedAfterMs.length) : undefined;
  if (!analyzed) return undefined;
  const pictures = capturedAfterMs.map((afterMs, i) => ({ afterMs, reflection: analyzed.reflections[i] }));
  return { pictures, embedding: analyzed.embedding };
}

/** Measurements of the planned colors. @param stored of each turn */
export function colorsOf(
  planned: Plan["light"],
  turns: readonly Pick<Turn, "task" | "shownAtMs">[],
  stored: readonly (StoredFrame | StoredLight)[],
): SeenColors | null {
  if (planned === undefined) return null;
  const lights = turns.flatMap(({ task, shownAtMs }, i) => {
    const taken = stored[i];
    return isLight(task) && taken && !isFrame(taken) ? { shown: task.light, shownAtMs, taken: taken.light } : [];
  });
  if (planned === "spared" || lights.some(({ taken }) => taken === "spared")) return spared;
  const seen = lights.flatMap(({ shown, shownAtMs, taken }) =>
    taken === undefined || taken === "spared" ? [] : { color: shown.color, shownAtMs, ...taken },
  );
  const whole = seen.length === planned.length;
  const judgment: LightJudgment = whole ? judgeLight(seen) : { result: "not_measurable", correlation: null };
  return { ...judgment, faces: facesIn(seen) };
}

const spared: SeenColors = { result: "spared", correlation: null, faces: [] };
