/**
 * What models/manifest.json says: which files the models are, how a photo is brought into each, and what the
 * numbers that come out mean. Another model of the same kind is another entry there, not other code.
 */

/** How a crop of the photo becomes a model's input: float32, planar (channel, row, column), one image. */
export interface ModelInput {
  /** The graph's name for it. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The order the channels are fed in. `grey` is one channel, 0.299 R + 0.587 G + 0.114 B. */
  readonly channels: "rgb" | "bgr" | "grey";
  /** A value v of 0 to 255 is fed as (v - mean) / scale; one number a channel, in the order they are fed. */
  readonly mean: readonly number[];
  readonly scale: readonly number[];
}

/** Where a model's file comes from: beside our own manifest, in an npm package, at an address, or where the operator put it. */
type ModelSource =
  /** Comes with Selfsame, wherever the manifest lies: relative to its folder models/. */
  | { readonly included: string }
  | { readonly npm: string; readonly file: string }
  /** Downloaded; `member` is its name in a zip archive, in whatever folder of it. */
  | { readonly url: string; readonly member?: string | undefined }
  /** Absolute, or relative to the folder of the manifest. */
  | { readonly path: string };

export interface ModelEntry {
  /** Stable name of this model, shown by the API and part of what embeddings are compared under. */
  readonly id: string;
  readonly source: ModelSource;
  readonly sizeBytes: number;
  /** Hex. A file with another hash is refused. */
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
  /** Our word for each output -> the graph's name for it. */
  readonly outputs: { readonly scores: string; readonly boxes: string };
  /** Which column of `scores` is "face". */
  readonly faceClass: number;
}

/** Candidates of the cells of three grids, of 8, 16 and 32 pixels of the input. */
export interface GridDetectEntry extends AnyDetectEntry {
  readonly decode: "yunet" | "scrfd";
  /** `cls_8`, `obj_8` and `bbox_8`, or `score_8` and `bbox_8`, and the same of 16 and 32 -> the graph's name for it. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Numbers and a logit for each of 896 candidates, of the cells of two grids of 16 and 8 a side. */
export interface BlazeDetectEntry extends AnyDetectEntry {
  readonly decode: "blazeface";
  readonly outputs: { readonly regressors: string; readonly classificators: string };
}

/** 68 points in iBUG order as x, y fractions of the detector's box, which is stretched to the input. */
export interface LandmarksEntry extends ModelEntry {
  readonly outputs: { readonly points: string };
}

/**
 * The five points that faces are aligned by, in the order of FivePoints, as x, y fractions of the box that the 68 make with the eyes level. Everything else
 * is measured on the 68: quality, the challenge and the camera need them.
 */
interface AlignEntry extends ModelEntry {
  readonly outputs: { readonly points: string };
}

/** One face, aligned to `template`, becomes a vector; vectors are compared by the cosine between them. */
export interface RecognizerEntry extends ModelEntry {
  readonly outputs: { readonly embedding: string };
  readonly dimensions: number;
  /** Where left eye, right eye, nose tip, left and right mouth corner (as seen) go, in pixels of the input. */
  readonly template: readonly (readonly [x: number, y: number])[];
  /** Adds the embedding of the mirrored crop before normalising: twice the time, slightly better separated. */
  readonly mirror: boolean;
}

/** The recognizer. In the manifest's file it may be a list of two: then the other one is `second` here. */
export interface EmbedEntry extends RecognizerEntry {
  readonly calibration?: Calibration;
  /** Asked beside the first where that is in doubt; an embedding has its numbers after the first's. */
  readonly second?: SecondEntry;
}

export interface SecondEntry extends RecognizerEntry {
  /** What its score counts for where it is asked, above 0 and below 1: the first's counts for the rest. */
  readonly weight: number;
  /** It is asked where the first's score lies within so much of its score at the default threshold. */
  readonly band: number;
  readonly calibration?: SecondCalibration;
}

interface SecondCalibration extends NormalizationFiles {
  /** The first's score at the default threshold, where it is alone. */
  readonly around: number;
  /** Times this, the second's score at the default threshold is the same: scores of two models have scales of their own. */
  readonly factor: number;
}

/** Tells a live face from a print or a screen: logits a class, for one or several crops around the face. */
export interface SpoofNetwork extends ModelEntry {
  readonly outputs: { readonly logits: string };
  /** Crops of this many times the detector's box; their logits are averaged. */
  readonly cropScales: readonly number[];
  readonly liveClass: number;
  /** What its log odds of being live count for in the sum. */
  readonly weight: number;
  /** They count as no more than this, to either side: no network alone outvotes the others. Without it, as they are. */
  readonly oddsMax?: number;
}

/**
 * The passive liveness check: what several networks make of the face, and the edges around it, in one number. That is the sum of the
 * networks' log odds of being live by their weights, less what there is of edges and bezels; as a probability it is what `threshold` and `attackBelow` are on.
 */
export interface SpoofEntry {
  readonly networks: readonly SpoofNetwork[];
  /**
   * Networks look at what is near the face; the straight edges of a screen or a sheet lie further out, see assess/edges.ts. The sum falls by
   * `weight` times what there is of them over `usual`, on the mean of the sides. Without this, edges do not count.
   */
  readonly edges?: { readonly weight: number; readonly usual: number };
  /** The same for what the photo shows of a screen's bezel at its border, see assess/bezel.ts. */
  readonly bezel?: { readonly weight: number };
  /** A photo whose probability of being live is below this is called a spoof; version 3 calls it live from here on. */
  readonly threshold: number;
  /** Below this, version 3 calls it an attack; from here to `threshold`, unsure. */
  readonly attackBelow: number;
  /** Of the frames of a live challenge, half must look at least this live, and each at least that: probabilities. */
  readonly frames?: { readonly half: number; readonly each: number };
  /** The sum -> the share of genuine selfies below it, both rising; linear between the points. Without one the probability stands for it. */
  readonly scale?: Scale;
}

/** Tells an open eye from a closed one. */
export interface EyesEntry extends ModelEntry {
  readonly outputs: { readonly logits: string };
  readonly openClass: number;
}

/** Whether mouth and eyes are covered: a logit each, in this order. */
export interface CoveredEntry extends ModelEntry {
  readonly outputs: { readonly logits: string };
  /** The logits from which they count as covered. */
  readonly limits: { readonly mouth: number; readonly eyes: number };
}

/** Whether a document's pattern lies over the face, see assess/overlay.ts. */
export interface OverlayEntry extends ModelEntry {
  /** Log odds. */
  readonly outputs: { readonly logit: string };
  /** From it on the face counts as overlaid. */
  readonly limit: number;
}

/** Whether software changed the face, see assess/blend.ts. */
export interface BlendEntry extends ModelEntry {
  /** Log odds. */
  readonly outputs: { readonly logit: string };
  /** Frames of a live challenge whose mean is above it are rejected. */
  readonly limit: number;
}

/** Yaw, pitch and roll as logits over bins: degrees = step x E[bin] + offset. */
export interface PoseEntry extends ModelEntry {
  readonly outputs: { readonly yaw: string; readonly pitch: string; readonly roll: string };
  readonly bins: { readonly stepDegrees: number; readonly offsetDegrees: number };
}

/** A file beside the manifest. */
export interface CalibrationFile {
  readonly path: string;
  readonly sha256: string;
}

/** How embeddings and scores of one model are normalised. */
export interface NormalizationFiles {
  /** Float32, little endian; its numbers are those of normalize.ts. */
  readonly normalisation?: CalibrationFile;
  /** Signed bytes, a vector after the other: what scores are normalised by, see score.ts. Without one the score is the cosine. */
  readonly cohort?: CalibrationFile & { readonly neighbours: number; readonly power?: number };
}

/** What the comparison of two embeddings of this model, or of both, means. Measured, see docs. */
export interface Calibration extends NormalizationFiles {
  /** The similarity scale: score -> similarity, both rising; linear between the points. Of one photo against one. */
  readonly scale: Scale;
  /** The same for references that are the mean of several photos, by their number: strangers score higher with a mean. */
  readonly averaged?: readonly AveragedScale[];
  /** The default threshold, a similarity. */
  readonly threshold: number;
  /** What a threshold costs, for people to choose one by. Rates are 0 to 1. */
  readonly table: readonly ThresholdRow[];
  /** What the table was measured on. */
  readonly measured: Measured;
}

export type Scale = readonly (readonly [score: number, similarity: number])[];

export interface AveragedScale {
  /** From two on. */
  readonly photos: number;
  readonly scale: Scale;
}

/** From and to: with 95 % confidence the rate lies between. */
export type Interval = readonly [low: number, high: number];

export interface ThresholdRow {
  readonly similarity: number;
  /** Strangers that pass. */
  readonly falseMatchRate: number;
  /** Photos of one person that are refused. */
  readonly falseNonMatchRate: number;
  /** Strangers of one region and gender that pass, all of whose region was unknown to what was learned. */
  readonly withinGroupFalseMatchRate: number;
  readonly withinGroupInterval: Interval;
}

export interface Measured {
  readonly genuinePairs: number;
  /** Similarities, rising, that errors were counted at. */
  readonly steps: readonly number[];
  /** Genuine pairs below each step. */
  readonly refused: readonly number[];
  readonly groups: readonly MeasuredGroup[];
  /** Genuine pairs by what is known of the people, such as their gender. */
  readonly genuineGroups?: readonly MeasuredGenuineGroup[];
}

/** Genuine pairs of one group, scored by what was learned without the people in them. */
export interface MeasuredGenuineGroup {
  readonly group: string;
  readonly pairs: number;
  readonly people: number;
  /** Pairs below each step. */
  readonly refused: readonly number[];
  /** Of pairs below the default threshold. */
  readonly falseNonMatchRate: number;
  /** By person: pairs of one person are not independent. */
  readonly interval: Interval;
}

/** Strangers of one group, scored by what was learned of other regions: neither they nor their region were among them. */
export interface MeasuredGroup {
  readonly region: string;
  /** The region and whatever else its people share: their gender. */
  readonly group: string;
  readonly learnedFrom: readonly string[];
  readonly pairs: number;
  /** Pairs that pass at each step. */
  readonly passed: readonly number[];
  /** Of pairs that pass at the default threshold. */
  readonly falseMatchRate: number;
  readonly interval: Interval;
}

export interface Manifest {
  /** Of this file's form. */
  readonly version: 1;
  readonly models: {
    readonly detect: DetectEntry;
    readonly landmarks: LandmarksEntry;
    /** Without one faces are aligned by the 68 points. */
    readonly align?: AlignEntry;
    readonly embed: EmbedEntry;
    readonly spoof: SpoofEntry;
    readonly eyes: EyesEntry;
    /** Without one, no face counts as covered. */
    readonly covered?: CoveredEntry;
    /** Without one, no face counts as overlaid. */
    readonly overlay?: OverlayEntry;
    /** Without one, nothing tells whether software changed a face. */
    readonly blend?: BlendEntry;
    readonly pose: PoseEntry;
  };
}

/** Every model of the manifest, each a file: several may do one task. */
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
