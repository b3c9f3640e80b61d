import { burstBytesMax, burstPictures, burstSide, type SentBurst } from "../../../../liveness/challenge/burst/burst.ts";
import { challengeLifeMs } from "../../../../liveness/challenge/ledger.ts";
import { picturesMax, type SentFrame } from "../../../../liveness/challenge/stepwise/stepwise.ts";
import { readHeader } from "@selfsame/photo/decode/header";
import type { Form } from "@selfsame/photo/images/multipart";
import type { Rejection } from "../../endpoint.ts";
import { missingPart, notBoth } from "../../problems/part-problem.ts";

/** Reads the frame of a step, with its times and burst. */
export function sentFrame(form: Form): SentFrame | Rejection {
  const { photos, texts } = form;
  const spared = texts.get("spared");
  if (spared !== undefined && spared !== "true") return { code: "invalid_parameter", param: "spared" };
  const frame = photos.get("frame");
  if (spared === "true" && !frame) return { frame: new Uint8Array(), capturedAfterMs: [], spared: true };
  if (spared === "true") return notBoth("frame", "spared");
  const capturedAfterMs = momentsOf(texts.get("captured_after_ms"), picturesMax);
  if (capturedAfterMs === undefined) return { code: "invalid_parameter", param: "captured_after_ms" };
  const burst = sentBurst(form);
  if (burst && "code" in burst) return burst;
  return frame ? { frame, capturedAfterMs, burst } : missingPart("frame");
}

/** Reads the burst: pictures sent with the frame. @returns undefined if there is none */
function sentBurst({ documents, texts }: Form): SentBurst | Rejection | undefined {
  const file = documents.get("burst");
  const times = texts.get("burst_after_ms");
  if (!file) return times === undefined ? undefined : missingPart("burst", true);
  const afterMs = momentsOf(times, burstPictures.max);
  if (!afterMs || afterMs.length < burstPictures.min) return { code: "invalid_parameter", param: "burst_after_ms" };
  if (file.length > burstBytesMax)
    return { code: "file_too_large", param: "burst", limit: burstBytesMax, actual: file.length };
  return isBurst(file, afterMs.length) ? { file, afterMs } : { code: "invalid_parameter", param: "burst" };
}

/** Whether a file holds this number of pictures, each of an accepted size. */
function isBurst(file: Uint8Array, count: number): boolean {
  const header = readHeader(file);
  if (header.outcome !== "readable" || header.format !== "jpeg" || header.height % count !== 0) return false;
  const sides = [header.width, header.height / count].toSorted((a, b) => a - b) as [number, number];
  return sides[0] >= burstSide.min && sides[0] <= burstSide.max && sides[1] <= burstSide.longest * sides[0];
}

/** @returns undefined unless the text lists whole milliseconds, at most `most`, within a challenge's lifetime */
function momentsOf(text: string | undefined, most: number): number[] | undefined {
  if (text === undefined || !/^\d{1,6}(,\d{1,6})*$/.test(text)) return undefined;
  const moments = text.split(",").map(Number);
  return moments.length <= most && moments.every((ms) => ms <= challengeLifeMs) ? moments : undefined;
}
