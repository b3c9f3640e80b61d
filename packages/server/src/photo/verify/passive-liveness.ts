import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import type { PhotoAnalysis } from "../engine/engine.ts";

/** The passive liveness check of a selfie: what one still photo says, without anything that the person did. */
export type PassiveLiveness = Pick<SpoofCheck, "result" | "score">;

/** Why a selfie that was checked is rejected. */
export const passiveReasons = ["presentation_attack", "passive_liveness_unsure"] as const;
export type PassiveReason = (typeof passiveReasons)[number];

/** `allow_unsure`: only what is an attack is rejected. */
export type PassiveLivenessDemand = "off" | "required" | "allow_unsure";

/** @returns null where it was not asked for */
export function passiveLivenessOf({ spoof }: Pick<PhotoAnalysis, "spoof">): PassiveLiveness | null {
  return spoof ? { result: spoof.result, score: Number(spoof.score.toFixed(4)) } : null;
}

/**
 * From this score a selfie is surely live, and needs no challenge where that is asked for only if the selfie leaves doubt. Stricter than what the
 * check alone accepts: of replays by phones 4 % score as high, and 17 % pass the check (docs/passive-liveness.md#passive-first).
 */
const sureFrom = 0.2;
export const isSurelyLive = (seen: PassiveLiveness | null): boolean =>
  seen !== null && seen.result === "live" && seen.score >= sureFrom;

export function passiveReasonsOf(seen: PassiveLiveness | null, demand: PassiveLivenessDemand): PassiveReason[] {
  if (!seen || demand === "off" || seen.result === "live") return [];
  if (seen.result === "attack") return ["presentation_attack"];
  return demand === "required" ? ["passive_liveness_unsure"] : [];
}

/** @param required by the key or its team, which no request can turn off */
export function demandOf(required: boolean, asked: boolean, allowUnsure: boolean): PassiveLivenessDemand {
  if (!required && !asked) return "off";
  return allowUnsure ? "allow_unsure" : "required";
}
