import type { Pose, Quality, FivePoints } from "@selfsame/face/face";
import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import type { Reflection } from "@selfsame/face/assess/reflection";
import type { Gesture } from "@selfsame/face/assess/gestures";
import type { Skin } from "@selfsame/face/assess/skin";
import type { Tone } from "@selfsame/face/assess/tone";
import type { Box, Point } from "@selfsame/face/plane/geometry";
import type { PhotoRejected } from "../decode/photo-rejected.ts";
import type { Priority } from "./fair-queue.ts";

/** What the caller needs to know of a photo. Only that is computed. */
export interface Wants {
  /** The embedding of the main face, for comparison. Of two recognizers only the `first`'s, and `forSecond`, if that is enough for now. */
  readonly embedding?: boolean | "first";
  /** The photo is `forSecond` of another answer: the second's part of that embedding is wanted, and nothing else. */
  readonly second?: boolean;
  /** The spoof check of the main face. */
  readonly spoof?: boolean;
  /** The optimized crop of the main face, as JPEG. */
  readonly crop?: boolean;
  /** The quality of the main face, or quality and pose of every face. Without it, only the main face is looked for. */
  readonly quality?: "main" | "all";
  /** What a live challenge measures, of the main face; with `blend`, also whether software changed it. */
  readonly frame?: boolean | "blend";
  /** The file has so many small pictures of one face, one below the other: what each reflects is wanted. All else is of the middle one. */
  readonly strip?: number;
  /** The file has so many small pictures of one face, one below the other: where the head points is wanted in those of them that are listed. The embedding is of that face which is nearest to the middle of those. */
  readonly burst?: { readonly pictures: number; readonly looked: readonly number[] };
  /** Whether the photo may be JPEG 2000: references may, which come from chips and wallets. */
  readonly jpeg2000?: boolean;
  /** See AnalyzeOptions, which it comes from. */
  readonly model?: string;
}

/** One face of a photo. `quality` is there when it was wanted for this face, `pose` where the quality of every face was. */
export interface FoundFace {
  /** Pixels of the upright photo at its full size, whatever size it was decoded to. */
  readonly box: Box;
  /** How sure the detector is that it is a face, 0 to 1. */
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
  /** By the pose model, which sees the pixels and not only the landmarks. */
  readonly pose: Pose;
  /** 68 landmarks in iBUG order, in pixels of the upright photo at its full size. */
  readonly points: readonly Point[];
  /** Tells copies of one photo: see face-hash.ts of @selfsame/face. */
  readonly hash: Uint8Array;
  /** Tells whether two photos were made of one: see skin.ts there. */
  readonly skin: Skin;
  /** The colour of the face: see tone.ts there. */
  readonly tone: Tone;
  /** Log odds that software changed the face: see blend.ts there. Where it was wanted, and the manifest has a model for it. */
  readonly blend?: number;
}

/** What was found in a photo that could be read. `faces` has the main face (`importanceOf` of face/locate/find.ts) first and may be empty. Without `wants.quality` it has no other. */
export interface PhotoAnalysis {
  readonly outcome: "analyzed";
  /** Of the upright photo at its full size. */
  readonly width: number;
  readonly height: number;
  readonly faces: readonly FoundFace[];
  /** L2-normalised, centred; there when wanted and a face was found. Of two recognizers, the second's follows the first's. */
  readonly embedding?: Float32Array;
  /** What the second recognizer has to see, where it was not asked yet. */
  readonly forSecond?: Float32Array;
  readonly spoof?: SpoofCheck;
  readonly crop?: Crop;
  readonly frame?: FrameDetails;
  /** Of each picture of a strip. */
  readonly strip?: readonly (Reflection | undefined)[];
  /** Of each picture of a burst that was analyzed, in order. */
  readonly way?: readonly (BurstFace | undefined)[];
}

export type PhotoResult = PhotoAnalysis | PhotoRejected;

/** There is no room now, or the engine is stopping. The photo itself is not to blame. */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";
  readonly reason: "busy" | "stopping";
  /** When to come back. */
  readonly retryAfterSeconds: number;

  constructor(reason: "busy" | "stopping", retryAfterSeconds = 1) {
    super(`engine: ${reason}`);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Something of ours broke. The message is for the log, never for a caller. */
export class EngineFault extends Error {
  override readonly name = "EngineFault";
}

/** Told how long each stage of a photo took. */
export type ObserveStage = (stage: string, durationMs: number) => void;

/** On whose behalf a photo is looked at, and how urgently. */
export interface AnalyzeOptions {
  /** The queue is fair among accounts; what has none shares one place. */
  readonly accountId?: string;
  /** Interactive unless given. A `batch` photo waits as long as it takes. */
  readonly priority?: Priority;
  /** Drops the task from the queue when its client has gone. */
  readonly signal?: AbortSignal;
  /** The embedding contract of an earlier recognizer, to compare with what that one embedded. That of the model in use unless given. */
  readonly model?: string | undefined;
  /** For the log of the request it belongs to; the wait for a worker is the stage `queue`. */
  readonly observe?: ObserveStage | undefined;
}

/** For whom photos are looked at: who may go meanwhile, and is told how long it took. */
export type AnalyzeContext = Pick<AnalyzeOptions, "signal" | "observe" | "model">;

/** The pool that looks at photos: one task a photo. */
export interface Engine {
  /**
   * @param photo the file's bytes, at most 5 MB; not changed, not kept
   * @throws EngineUnavailable when it cannot be done now, EngineFault when it broke, the signal's reason when that came first
   */
  analyze(photo: Uint8Array, wants: Wants, options?: AnalyzeOptions): Promise<PhotoResult>;
  /**
   * Whether interactive photos of this account would be taken now: asked before a body is read. For a moment they count as if they
   * waited already, so that of many requests at once those beyond the room are refused before anything of them is read.
   * @param photos that the body brings
   * @returns what is to be called when they have arrived, or will not
   * @throws EngineUnavailable
   */
  requireRoom(accountId: string, photos: number): () => void;
  /** Lets running and queued tasks finish, then ends the workers. Later calls of analyze are refused. */
  stop(): Promise<void>;
}
