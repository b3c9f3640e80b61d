import { dataOf } from "../answers.ts";
import type { AnalyzeResult, VerifyResult } from "@selfsame/client";
import type { Answer } from "../answers.ts";
import type { EndpointName, SlotName, Version } from "../request/endpoints.ts";
import type { Outline } from "./outlines.tsx";

/** The face outlines in a response. Version 2 returns none. */
export function outlinesOf(
  endpoint: EndpointName,
  version: Version,
  answer: Answer | undefined,
  slot: SlotName,
): readonly Outline[] {
  if (version !== "v3" || answer?.status !== 200) return [];
  if (endpoint === "analyze") {
    const { faces } = dataOf(answer) as AnalyzeResult;
    const label = (index: number) => (faces.length > 1 ? { label: String(index + 1) } : {});
    return faces.map(({ box, landmarks }, index) =>
      Object.assign(label(index), { box, tone: "plain" as const, points: Object.values(landmarks) }),
    );
  }
  if (slot === "photo") return [];
  const { match, [slot]: side } = dataOf(answer) as VerifyResult;
  return [{ box: side.box, tone: match ? "good" : "plain" }];
}
