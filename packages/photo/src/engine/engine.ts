import type { Pose, Quality, FivePoints } from "@selfsame/face/face";
import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import type { Reflection } from "@selfsame/face/assess/reflection";
import type { Gesture } from "@selfsame/face/assess/gestures";
import type { Skin } from "@selfsame/face/assess/skin";
import type { Tone } from "@selfsame/face/assess/tone";
import type { Box, Point } from "@selfsame/face/plane/geometry";
import type { PhotoRejected } from "../decode/photo-rejected.ts";
import type { Priority } from "./fair-queue.ts";

/** Requested results for a photo. Only these are computed. */
export interface Wants {
  /** The main face's embedding. With `first`, only the first recognizer's part and `forSecond`, if that is enough for now. */
  readonly embedding?: boolean | "first";
  /** The photo is `forSecond` of an earlier result: computes the second recognizer's part and nothing else. */
  readonly second?: boolean;
  /** The spoof check of the main face. */
  readonly spoof?: boolean;
  /** The optimized crop of the main face, as JPEG. */
  readonly crop?: boolean;
  /** Quality of the main face, or quality and pose of every face. Without it, only the main face is searched. */
  readonly quality?: "main" | "all";
  /** Measurements of a live challenge, for the main face; `blend` adds the check for altered faces. */
  readonly frame?: boolean | "blend";
  /** The file holds this many small pictures of one face, one below the other: computes the reflection in each, and everything else for the middle one. */
  readonly strip?: number;
  /**
   * The file holds this many small pictures of one face, one below the other: computes the head pose in those listed, and the embedding of the face
   * nearest to the middle of them.
   */
  readonly burst?: { readonly pictures: number; readonly looked: readonly number[] };
  /** Whether JPEG 2000 is accepted: for references, which may come from chips and wallets. */
  readonly jpeg2000?: boolean;
  /** From AnalyzeOptions. */
  readonly model?: string;
}

/** One face of a photo. `quality` is set if requested for this face, `pose` if the quality of every face was. */
export interface FoundFace {
  /** In pixels of the upright photo at full size, whatever size was decoded. */
  readonly box: Box;
  /** Detector score, 0 to 1. */
  readonly score: number;
  readonly landmarks: FivePoints;
  readonly pose?: Pose;
  readonly quality?: Quality;
}

export interface Crop {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The main face in one small picture of a burst. */
export type BurstFace = Pick<Gesture, "yaw" | "pitch" | "size">;

/** The main face in one frame of a live challenge. */
export interface FrameDetails {
  readonly gesture: Gesture;
  /** By the pose model, which uses pixels and not only landmarks. */
  readonly pose: Pose;
  /** 68 landmarks in iBUG order, in pixels of the upright photo at its full size. */
  readonly points: readonly Point[];
  /** Recognizes copies of one photo: see face-hash.ts of @selfsame/face. */
  readonly hash: Uint8Array;
  /** Shows whether two photos were made from one: see skin.ts there. */
  readonly skin: Skin;
  /** Color of the face: see tone.ts there. */
  readonly tone: Tone;
  /** Log odds that software altered the face: see blend.ts there. Set if requested and the manifest has a model for it. */
  readonly blend?: number;
}

/**
 * Results for a readable photo. `faces` begins with the main face (`importanceOf` of face/locate/find.ts) and may be empty; without `wants.quality` it
 * has no other face.
 */
export interface PhotoAnalysis {
  readonly outcome: "analyzed";
  /** Of the upright photo at full size. */
  readonly width: number;
  readonly height: number;
  readonly faces: readonly FoundFace[];
  /** L2-normalized, centered; set if requested and a face was found. The second recognizer's part follows the first's. */
  readonly embedding?: Float32Array;
  /** Input for the second recognizer, if it has not run yet. */
  readonly forSecond?: Float32Array;
  readonly spoof?: SpoofCheck;
  readonly crop?: Crop;
  readonly frame?: FrameDetails;
  /** For each picture of a strip. */
  readonly strip?: readonly (Reflection | undefined)[];
  /** For each analyzed picture of a burst, in order. */
  readonly way?: readonly (BurstFace | undefined)[];
}

export type PhotoResult = PhotoAnalysis | PhotoRejected;

/** There is no room now, or the engine is stopping. The photo is not at fault. */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";
  readonly reason: "busy" | "stopping";
  /** When to retry. */
  readonly retryAfterSeconds: number;

  constructor(reason: "busy" | "stopping", retryAfterSeconds = 1) {
    super(`engine: ${reason}`);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An internal fault. The message is for the log, never for a caller. */
export class EngineFault extends Error {
  override readonly name = "EngineFault";
}

/** Reports the duration of each stage of a photo. */
export type ObserveStage = (stage: string, durationMs: number) => void;

/** Whose photo it is, and how urgent. */
export interface AnalyzeOptions {
  /** The queue is fair between accounts; photos without an account share one place. */
  readonly accountId?: string;
  /** Default: interactive. A `batch` photo waits as long as it takes. */
  readonly priority?: Priority;
  /** Removes the task from the queue when its client disconnects. */
  readonly signal?: AbortSignal;
  /** Embedding contract of an earlier recognizer, for comparison with its embeddings. Default: the current one. */
  readonly model?: string | undefined;
  /** For the request's log; the wait for a worker is the stage `queue`. */
  readonly observe?: ObserveStage | undefined;
}

/** The request that a photo belongs to: it may be aborted, and receives the stage times. */
export type AnalyzeContext = Pick<AnalyzeOptions, "signal" | "observe" | "model">;

/** The pool that analyzes photos, one task each. */
export interface Engine {
  /**
   * @param photo the file's bytes, at most 5 MB; neither changed nor kept
   * @throws EngineUnavailable if there is no room now, EngineFault on an internal fault, the signal's reason if aborted first
   */
  analyze(photo: Uint8Array, wants: Wants, options?: AnalyzeOptions): Promise<PhotoResult>;
  /**
   * Checks that interactive photos of this account would be accepted now, before a body is read. They count as waiting for a moment, so that of many
   * simultaneous requests those without room are refused before anything of them is read.
   * @param photos in the body
   * @returns must be called when they have arrived, or will not
   * @throws EngineUnavailable
   */
  requireRoom(accountId: string, photos: number): () => void;
  /** Lets running and queued tasks finish, then ends the workers. Later calls of analyze are rejected. */
  stop(): Promise<void>;
}
