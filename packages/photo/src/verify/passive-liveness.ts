import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import type { PhotoAnalysis } from "../engine/engine.ts";

/** Result of the passive liveness check of one still photo. */
export type PassiveLiveness = Pick<SpoofCheck, "result" | "score">;

/** Reasons to reject a checked selfie. */
export const passiveReasons = ["presentation_attack", "passive_liveness_unsure"] as const;
export type PassiveReason = (typeof passiveReasons)[number];

/** `allow_unsure`: only attacks are rejected. */
export type PassiveLivenessDemand = "off" | "required" | "allow_unsure";

/** @returns null if not requested */
export function passiveLivenessOf({ spoof }: Pick<PhotoAnalysis, "spoof">): PassiveLiveness | null {
  return spoof ? { result: spoof.result, score: Number(spoof.score.toFixed(4)) } : null;
}

/**
 * Score from which a selfie is certainly live, and needs no challenge if that is requested only on doubt. Stricter than the check alone: 4 % of phone
 * replays score as high, and 17 % pass the check (docs/passive-liveness.md#passive-first).
 */
const sureFrom = 0.2;
export const isSurelyLive = (seen: PassiveLiveness | null): boolean =>
  seen !== null && seen.result === "live" && seen.score >= sureFrom;

export function passiveReasonsOf(seen: PassiveLiveness | null, demand: PassiveLivenessDemand): PassiveReason[] {
  if (!seen || demand === "off" || seen.result === "live") return [];
  if (seen.result === "attack") return ["presentation_attack"];
  return demand === "required" ? ["passive_liveness_unsure"] : [];
}

/** @param required by the key or its team; a request cannot turn it off */
export function demandOf(required: boolean, asked: boolean, allowUnsure: boolean): PassiveLivenessDemand {
  if (!required && !asked) return "off";
  return allowUnsure ? "allow_unsure" : "required";
}
