import type { Engine, ObserveStage, PhotoAnalysis, Wants } from "../engine/engine.ts";
import { type ForeignFormat, recognizeFormat } from "../decode/recognize.ts";
import type { PhotoRejected } from "../decode/photo-rejected.ts";
import type { Priority } from "../engine/fair-queue.ts";
import { decodeBase64Image } from "../images/base64.ts";
import type { Download, DownloadResult } from "../images/download.ts";
import { freeBytes } from "../images/free-bytes.ts";
import { photoBytesMax } from "../images/limits.ts";

/** A photo as a caller sends it: bytes, base64, or an address. */
export type PhotoSource =
  | { readonly from: "bytes"; readonly bytes: Uint8Array }
  | { readonly from: "base64"; readonly text: string }
  | { readonly from: "url"; readonly url: string };

/** Why a photo could not be analyzed, in the order of the checks. */
export type PhotoFault = "invalid_base64" | Exclude<DownloadResult["outcome"], "downloaded"> | PhotoRejected["outcome"];

export interface RejectedPhoto {
  readonly outcome: "refused";
  readonly reason: PhotoFault;
  /** The format found instead of a photo, if recognized. */
  readonly format?: ForeignFormat | undefined;
  /** For the log. */
  readonly detail?: string;
}

export interface PhotoDeps {
  readonly engine: Pick<Engine, "analyze">;
  readonly download: Download;
}

export interface PhotoContext {
  /** The account whose request it is: the engine's queue is fair between accounts. */
  readonly accountId: string;
  /** Hosts that this caller may load photos from, in addition to the service's list. */
  readonly allowedDomains: readonly string[];
  /** Default: interactive, since a caller waits for the answer. */
  readonly priority?: Priority;
  /** Aborted when no caller waits any more. */
  readonly signal: AbortSignal;
  /** See AnalyzeOptions of the engine. */
  readonly model?: string | undefined;
  /** Receives the duration of each stage of each photo, download included. */
  readonly observe?: ObserveStage;
}

/**
 * Loads a photo from its source and analyzes it. Empties the bytes: they are freed at once instead of being collected.
 * @throws EngineUnavailable
 */
export async function analyzePhoto(
  deps: PhotoDeps,
  source: PhotoSource,
  wants: Wants,
  context: PhotoContext,
): Promise<PhotoAnalysis | RejectedPhoto> {
  const bytes = await bytesOf(deps.download, source, context);
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (bytes.length > photoBytesMax) return { outcome: "refused", reason: "too_large" };
  const result = await deps.engine.analyze(bytes, wants, context);
  if (result.outcome === "unsupported_format") {
    return { outcome: "refused", reason: result.outcome, format: recognizeFormat(bytes) };
  }
  if (result.outcome !== "analyzed") return { outcome: "refused", reason: result.outcome };
  freeBytes(bytes); // not what was refused or given up: it may still be on its way to a worker
  return result;
}

async function bytesOf(
  download: Download,
  source: PhotoSource,
  { accountId, allowedDomains, signal, observe }: PhotoContext,
): Promise<Uint8Array | RejectedPhoto> {
  switch (source.from) {
    case "bytes":
      return source.bytes;
    case "base64":
      return (await decodeBase64Image(source.text)) ?? { outcome: "refused", reason: "invalid_base64" };
    case "url": {
      const startedMs = performance.now();
      const result = await download(source.url, allowedDomains, signal, accountId);
      observe?.("download", performance.now() - startedMs);
      if (result.outcome === "downloaded") return result.bytes;
      return { outcome: "refused", reason: result.outcome, detail: result.detail };
    }
  }
}
