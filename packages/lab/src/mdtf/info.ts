import manifest from "../../package.json" with { type: "json" };
import { attackThresholds, matchThresholds } from "./thresholds.ts";

export const interfaces = ["match-to-id", "passive-pad"] as const;
export type Interface = (typeof interfaces)[number];

export interface Submitter {
  readonly company: string;
  /** An e-mail address. */
  readonly contact: string;
}

/** The response of `/v1/info`. */
export function infoOf(which: Interface, model: string, { company, contact }: Submitter) {
  const common = {
    AlgorithmVersion: manifest.version,
    AlgorithmModality: "Face",
    CompanyName: company,
    TechnicalContactEmail: contact,
    // Four requests at a time, one core each; a worker needs about 200 MB.
    RecommendedCPUs: 4,
    RecommendedMem: 2048,
  };
  return which === "match-to-id"
    ? { AlgorithmName: model, ...common, Test: "MDTF_RIVTD_TRACK2", Thresholds: matchThresholds }
    : { AlgorithmName: "Selfsame passive liveness", ...common, Thresholds: attackThresholds };
}
