import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Cohort, cohortOf } from "@selfsame/face/compare/score";
import type { Calibrated } from "./normalization-file.ts";

/** @throws Error if the file is not the one in the manifest */
export function readCohort({ calibration, dimensions }: Calibrated, manifestPath: string): Cohort | undefined {
  if (!calibration?.cohort) return undefined;
  const path = resolve(dirname(manifestPath), calibration.cohort.path);
  const bytes = readFileSync(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== calibration.cohort.sha256) throw new Error(`${path} is not the file that the manifest names`);
  const signed = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { neighbours, power } = calibration.cohort;
  return cohortOf(signed, dimensions, neighbours, power);
}
