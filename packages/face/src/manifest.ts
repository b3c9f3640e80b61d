/**
 * models/manifest.json: the files of the models, the input that each expects, and the meaning of its outputs. Another model of the same kind is another
 * entry, not other code.
 */

/** How a crop of the photo becomes a model's input: float32, planar (channel, row, column), one image. */
export interface ModelInput {
  /** Name of the input in the graph. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The order the channels are fed in. `grey` is one channel, 0.299 R + 0.587 G + 0.114 B. */
  readonly channels: "rgb" | "bgr" | "grey";
  /** A value v of 0 to 255 becomes (v - mean) / scale; one number a channel, in the order of `channels`. */
  readonly mean: readonly number[];
  readonly scale: readonly number[];
}

/** Source of a model's file: shipped with Selfsame, an npm package, an address, or a path that the operator chose. */
type ModelSource =
  /** Shipped with Selfsame: relative to its folder models/, wherever the manifest is. */
  | { readonly included: string }
  | { readonly npm: string; readonly file: string }
  /** Downloaded; `member` is the file's name in a zip archive, in any of its folders. */
  | { readonly url: string; readonly member?: string | undefined }
  /** Absolute, or relative to the folder of the manifest. */
  | { readonly path: string };

export interface ModelEntry {
  /** Stable name of this model, shown by the API and part of what embeddings are compared under. */
  readonly id: string;
  readonly source: ModelSource;
  readonly sizeBytes: number;
  /** Hex. A file with another hash is rejected. */
  readonly sha256: string;
  readonly licence: string;
  /** The model's card, relative to the folder of the manifest. */
  readonly card?: string;
  readonly input: ModelInput;
}

/** Finds faces. `decode` says which kind of output it gives, see locate/decode.ts. */
export type DetectEntry = RfbDetectEntry | GridDetectEntry | BlazeDetectEntry;

interface AnyDetectEntry extends ModelEntry {
  /** Candidates below this score are dropped. */
  readonly minScore: number;
  /** Of two boxes that overlap by more than this (intersection over union), the lower score is dropped. */
  readonly maxOverlap: number;
}

/** Class scores and boxes already decoded, as fractions of the input (x1, y1, x2, y2). */
export interface RfbDetectEntry extends AnyDetectEntry {
  /** `rfb` unless given. */
  readonly decode?: "rfb";
  /** Our name of each output -> its name in the graph. */
  readonly outputs: { readonly scores: string; readonly boxes: string };
  /** Column of `scores` that holds the class "face". */
  readonly faceClass: number;
}

/** Candidates from three grids with cells of 8, 16 and 32 input pixels. */
export interface GridDetectEntry extends AnyDetectEntry {
  readonly decode: "yunet" | "scrfd";
  /** `cls_8`, `obj_8` and `bbox_8`, or `score_8` and `bbox_8`, and the same for 16 and 32 -> the name in the graph. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** A logit and coordinates for each of 896 candidates, from two grids of 16 and 8 cells a side. */
export interface BlazeDetectEntry extends AnyDetectEntry {
  readonly decode: "blazeface";
  readonly outputs: { readonly regressors: string; readonly classificators: string };
}

/** 68 points in iBUG order as x, y fractions of the detector's box, which is stretched to fill the input. */
export interface LandmarksEntry extends ModelEntry {
  readonly outputs: { readonly points: string };
}

/**
 * The five alignment points in the order of FivePoints, as x, y fractions of the box around the 68 landmarks with the eyes level. Quality, the challenge
 * and the camera use the 68 landmarks.
 */
interface AlignEntry extends ModelEntry {
  readonly outputs: { readonly points: string };
}

/** Turns a face, aligned to `template`, into an embedding. Embeddings are compared by cosine similarity. */
export interface RecognizerEntry extends ModelEntry {
  readonly outputs: { readonly embedding: string };
  readonly dimensions: number;
  /** Positions of left eye, right eye, nose tip, left and right mouth corner (as seen in the photo), in input pixels. */
  readonly template: readonly (readonly [x: number, y: number])[];
  /** Adds the embedding of the mirrored crop before normalizing: twice the time, slightly better separation. */
  readonly mirror: boolean;
}

/** The recognizer. The manifest's file may list two; the other one is `second` here. */
export interface EmbedEntry extends RecognizerEntry {
  readonly calibration?: Calibration;
  /** Runs only where the first recognizer leaves a doubt. Its numbers follow the first's in an embedding. */
  readonly second?: SecondEntry;
}

export interface SecondEntry extends RecognizerEntry {
  /** Weight of its score where it runs, between 0 and 1. The first recognizer has the rest. */
  readonly weight: number;
  /** It runs if the first score is within this distance of the first recognizer's own threshold score. */
  readonly band: number;
  readonly calibration?: SecondCalibration;
}

interface SecondCalibration extends NormalizationFiles {
  /** Score of the first recognizer alone at the default threshold. */
  readonly around: number;
  /** Multiplies the second score: the two models have different scales, and this makes them equal at the default threshold. */
  readonly factor: number;
}

/** Separates a live face from a print or a screen: logits by class, for one or several crops around the face. */
export interface SpoofNetwork extends ModelEntry {
  readonly outputs: { readonly logits: string };
  /** Each crop is this multiple of the detector's box. Their logits are averaged. */
  readonly cropScales: readonly number[];
  readonly liveClass: number;
  /** Weight of its log odds in the sum. */
  readonly weight: number;
  /** Caps the log odds, so that no single network outvotes the others. Uncapped if absent. */
  readonly oddsMax?: number;
}

/**
 * The passive liveness check: several networks and the edges around the face, combined into one number. The number is the weighted sum of the networks'
 * log odds of being live, less what edges and bezels take off. `threshold` and `attackBelow` apply to it as a probability.
 */
export interface SpoofEntry {
  readonly networks: readonly SpoofNetwork[];
  /**
   * Straight edges of a screen or a sheet lie further out than the networks' crops: see assess/edges.ts. The sum falls by `weight` times the mean of the
   * sides beyond `usual`. Absent: edges do not count.
   */
  readonly edges?: { readonly weight: number; readonly usual: number };
  /** The same for a screen's bezel along the photo's border: see assess/bezel.ts. */
  readonly bezel?: { readonly weight: number };
  /** Version 2 calls a photo with a lower probability of being live a spoof. Version 3 calls it live from here on. */
  readonly threshold: number;
  /** Version 3 calls a lower probability an attack, and one between this and `threshold` unsure. */
  readonly attackBelow: number;
  /** Limits for the frames of a live challenge, as probabilities: half of them must reach `half`, all of them `each`. */
  readonly frames?: { readonly half: number; readonly each: number };
  /** The sum -> the share of genuine selfies below it. Both rise; linear between the points. Without a scale the probability itself is used. */
  readonly scale?: Scale;
}

/** Separates open eyes from closed ones. */
export interface EyesEntry extends ModelEntry {
  readonly outputs: { readonly logits: string };
  readonly openClass: number;
}

/** Whether mouth and eyes are covered: a logit each, in this order. */
export interface CoveredEntry extends ModelEntry {
  readonly outputs: { readonly logits: string };
  /** Logits from which mouth and eyes count as covered. */
  readonly limits: { readonly mouth: number; readonly eyes: number };
}

/** Whether a document's pattern lies over the face, see assess/overlay.ts. */
export interface OverlayEntry extends ModelEntry {
  /** Log odds. */
  readonly outputs: { readonly logit: string };
  /** Log odds from which the face counts as overlaid. */
  readonly limit: number;
}

/** Whether software changed the face, see assess/blend.ts. */
export interface BlendEntry extends ModelEntry {
  /** Log odds. */
  readonly outputs: { readonly logit: string };
  /** Mean log odds of a live challenge's frames from which they count as altered. */
  readonly limit: number;
}

/** Yaw, pitch and roll as logits over bins: degrees = step x E[bin] + offset. */
export interface PoseEntry extends ModelEntry {
  readonly outputs: { readonly yaw: string; readonly pitch: string; readonly roll: string };
  readonly bins: { readonly stepDegrees: number; readonly offsetDegrees: number };
}

/** A file next to the manifest. */
export interface CalibrationFile {
  readonly path: string;
  readonly sha256: string;
}

/** Normalization of one model's embeddings and scores. */
export interface NormalizationFiles {
  /** Float32, little endian, in the layout of normalize.ts. */
  readonly normalisation?: CalibrationFile;
  /** Signed bytes, one vector after the other: normalizes scores, see score.ts. Without a cohort the score is the cosine. */
  readonly cohort?: CalibrationFile & { readonly neighbours: number; readonly power?: number };
}

/** Meaning of a comparison of two embeddings of this model, or of this model and the second together. Measured, see docs. */
export interface Calibration extends NormalizationFiles {
  /** Similarity scale for one photo against one: score -> similarity. Both rise; linear between the points. */
  readonly scale: Scale;
  /** Scales for references averaged over several photos, by their number: impostors score higher against an average. */
  readonly averaged?: readonly AveragedScale[];
  /** The default threshold, a similarity. */
  readonly threshold: number;
  /** Error rates by threshold, for choosing one. Rates are 0 to 1. */
  readonly table: readonly ThresholdRow[];
  /** Data behind the table. */
  readonly measured: Measured;
}

export type Scale = readonly (readonly [score: number, similarity: number])[];

export interface AveragedScale {
  /** At least two. */
  readonly photos: number;
  readonly scale: Scale;
}

/** 95 % confidence interval. */
export type Interval = readonly [low: number, high: number];

export interface ThresholdRow {
  readonly similarity: number;
  /** Impostor pairs that match. */
  readonly falseMatchRate: number;
  /** Genuine pairs that do not match. */
  readonly falseNonMatchRate: number;
  /** Impostor pairs of the same region and gender that match; nothing was learned from their region. */
  readonly withinGroupFalseMatchRate: number;
  readonly withinGroupInterval: Interval;
}

export interface Measured {
  readonly genuinePairs: number;
  /** Similarities at which errors were counted, rising. */
  readonly steps: readonly number[];
  /** Number of genuine pairs below each step. */
  readonly refused: readonly number[];
  readonly groups: readonly MeasuredGroup[];
  /** Genuine pairs by demographic group, such as gender. */
  readonly genuineGroups?: readonly MeasuredGenuineGroup[];
}

/** Genuine pairs of one group, scored by a calibration that was learned without these people. */
export interface MeasuredGenuineGroup {
  readonly group: string;
  readonly pairs: number;
  readonly people: number;
  /** Number of pairs below each step. */
  readonly refused: readonly number[];
  /** Share of the pairs below the default threshold. */
  readonly falseNonMatchRate: number;
  /** Resampled by person: pairs of one person are not independent. */
  readonly interval: Interval;
}

/** Impostor pairs of one group, scored by a calibration that was learned from other regions. */
export interface MeasuredGroup {
  readonly region: string;
  /** Region and gender. */
  readonly group: string;
  readonly learnedFrom: readonly string[];
  readonly pairs: number;
  /** Number of pairs at or above each step. */
  readonly passed: readonly number[];
  /** Share of the pairs that match at the default threshold. */
  readonly falseMatchRate: number;
  readonly interval: Interval;
}

export interface Manifest {
  /** Version of this file's format. */
  readonly version: 1;
  readonly models: {
    readonly detect: DetectEntry;
    readonly landmarks: LandmarksEntry;
    /** Absent: faces are aligned by the 68 landmarks. */
    readonly align?: AlignEntry;
    readonly embed: EmbedEntry;
    readonly spoof: SpoofEntry;
    readonly eyes: EyesEntry;
    /** Absent: no face counts as covered. */
    readonly covered?: CoveredEntry;
    /** Absent: no face counts as overlaid. */
    readonly overlay?: OverlayEntry;
    /** Absent: altered faces are not detected. */
    readonly blend?: BlendEntry;
    readonly pose: PoseEntry;
  };
}

/** Every model of the manifest, one file each. Several may share a task. */
export function modelsOf({
  models,
}: Manifest): { readonly role: keyof Manifest["models"]; readonly entry: ModelEntry }[] {
  const { detect, landmarks, align, embed, spoof, eyes, covered, overlay, blend, pose } = models;
  return [
    { role: "detect", entry: detect },
    { role: "landmarks", entry: landmarks },
    ...(align ? [{ role: "landmarks" as const, entry: align }] : []),
    { role: "embed", entry: embed },
    ...(embed.second ? [{ role: "embed" as const, entry: embed.second }] : []),
    ...spoof.networks.map((entry) => ({ role: "spoof" as const, entry })),
    { role: "eyes", entry: eyes },
    ...(covered ? [{ role: "covered" as const, entry: covered }] : []),
    ...(overlay ? [{ role: "overlay" as const, entry: overlay }] : []),
    ...(blend ? [{ role: "blend" as const, entry: blend }] : []),
    { role: "pose", entry: pose },
  ];
}
