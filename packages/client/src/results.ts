/** The results of version 3, in the words of its reference. */

export interface Meta {
  /** To be quoted when asking for help: the service's log has it. */
  readonly request_id: string;
  readonly version: string;
  /** Which release of the service answered. */
  readonly service_version: string;
  readonly processing_ms: number;
  /** The embedding contract id, where faces were compared. */
  readonly model?: string;
  /** There in answers to a test key: the outcome was chosen, and nothing was looked at. */
  readonly test?: true;
}

export type WithMeta<Data> = Data & { readonly meta: Meta };

/** Pixels of the upright photo. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type QualityIssue =
  | "too_small"
  | "blurred"
  | "too_dark"
  | "too_bright"
  | "glare"
  | "half_in_shadow"
  | "turned"
  | "tilted"
  | "eyes_closed"
  | "mouth_covered"
  | "eyes_covered"
  | "overlay"
  | "several_faces"
  | "cut_off";

export interface Quality {
  /** 0 (unusable) to 1 (ideal). */
  readonly score: number;
  readonly issues: readonly QualityIssue[];
}

/** The face of one photo that was compared. */
export interface ComparedFace {
  /** How many faces the photo shows. The main one was compared: the largest, or of faces that tie the most central. */
  readonly faces: number;
  readonly box: Box;
  readonly quality: Quality;
}

/** What one still photo says of whether a person was there: a filter, no proof of presence. */
export interface PassiveLiveness {
  /** `unsure` lies between two thresholds. */
  readonly result: "live" | "attack" | "unsure";
  /** The share of genuine selfies that look less live, 0 to 1. Decide by `result`. */
  readonly score: number;
}

export interface SelfieFace extends ComparedFace {
  /** Null where it was not asked for. */
  readonly passive_liveness: PassiveLiveness | null;
}

/** `face_record`: ISO/IEC 19794-5 or 39794-5; `dg2`: data group 2 of a chip; `mdoc` and `sd_jwt_vc`: what a wallet presents. */
export type DocumentFormat = "face_record" | "dg2" | "mdoc" | "sd_jwt_vc";

/** What a document says of itself; nothing of its holder. */
export interface ReferenceDocument {
  readonly format: DocumentFormat;
  readonly type: "travel_document" | "driving_license" | "person_identification" | "photo_id" | null;
  /** Who signed it, and their country as two letters; null where nothing was proven. */
  readonly issuer: string | null;
  readonly country: string | null;
  /** Whether a trusted issuer's signature over the portrait was verified. */
  readonly signed: boolean;
  readonly valid_until: string | null;
  /** 0 (unusable) to 1 (ideal). */
  readonly portrait_quality: number;
  /** Whether the document is revoked, as far as a list was asked. */
  readonly status?: {
    readonly source: "status_list" | "revocation_list";
    readonly result: "valid" | "unknown";
    readonly issued_at: string | null;
    readonly fetched_at: string | null;
  };
}

export interface ReferenceFace extends ComparedFace {
  /** Null where the reference is a photo. */
  readonly document: ReferenceDocument | null;
}

export interface ReferenceLook {
  /** Whether it shows a face and counts. */
  readonly used: boolean;
  readonly faces: number;
  readonly quality: Quality | null;
}

/** `attack`: other colors, or another face; `not_measurable`: in too much other light; `spared`: the person chose to go without colors. */
export type LightResult = "passed" | "attack" | "not_measurable" | "spared";

/** `stepwise`: each step was shown after the frame of the one before. `frames`: one a step, beside the selfie. */
export interface ChallengeDetails {
  readonly mode: "stepwise" | "all_at_once";
  readonly frames: number;
}

export interface VerifyResult {
  readonly match: boolean;
  /** 0 to 1, or null below the threshold. 1 in 100 impostor pairs reaches 0.5, 1 in 1,000 reaches 0.6, 1 in 10,000 reaches 0.7. */
  readonly similarity: number | null;
  readonly threshold: number;
  /** The share of impostor pairs that score this high or higher, or null below the threshold. */
  readonly false_match_rate: number | null;
  /** The first reference that shows a face. */
  readonly reference: ReferenceFace;
  /** What each reference was good for, in their order. */
  readonly references: readonly ReferenceLook[];
  readonly selfie: SelfieFace;
  readonly challenge: "passed" | null;
  /** How the challenge was performed; null where there was none. */
  readonly challenge_details: ChallengeDetails | null;
  /** Of the challenge's screen colors; null where the page showed none. Not part of the decision. */
  readonly light: LightResult | null;
  /** The one field to decide by: `accept` where nothing speaks against it. */
  readonly decision: "accept" | "reject";
  /** Why it was rejected; empty for `accept`. */
  readonly reasons: readonly ("no_match" | "challenge_no_match" | "presentation_attack" | "passive_liveness_unsure")[];
  /** The signed receipt; null where it was not asked for. */
  readonly receipt: string | null;
}

export interface AnalyzedFace {
  readonly box: Box;
  readonly landmarks: {
    readonly left_eye: Point;
    readonly right_eye: Point;
    readonly nose: Point;
    readonly left_mouth: Point;
    readonly right_mouth: Point;
  };
  /** Degrees. */
  readonly pose: { readonly yaw: number; readonly pitch: number; readonly roll: number };
  readonly quality: Quality;
  /** Of the largest face, where it was asked for; otherwise null. */
  readonly passive_liveness: PassiveLiveness | null;
}

export interface AnalyzeResult {
  /** The main face first, then by size; empty when there is none. */
  readonly faces: readonly AnalyzedFace[];
}
