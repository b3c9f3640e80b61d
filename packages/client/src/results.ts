/** The results of version 3, named as in the API reference. */

export interface Meta {
  /** The id of the request in the service's log. Quote it when you ask for help. */
  readonly request_id: string;
  readonly version: string;
  /** Release version of the service. */
  readonly service_version: string;
  readonly processing_ms: number;
  /** The embedding contract id, where faces were compared. */
  readonly model?: string;
  /** Set in responses to a test key: the outcome was simulated and the photos were not analyzed. */
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

/** The compared face of one photo. */
export interface ComparedFace {
  /** Number of faces in the photo. The main one was compared: the largest, or the most central of equally large ones. */
  readonly faces: number;
  readonly box: Box;
  readonly quality: Quality;
}

/** The passive liveness check of one photo: a filter, not proof of presence. */
export interface PassiveLiveness {
  /** `unsure` lies between two thresholds. */
  readonly result: "live" | "attack" | "unsure";
  /** The share of genuine selfies that look less live, 0 to 1. Decide by `result`. */
  readonly score: number;
}

export interface SelfieFace extends ComparedFace {
  /** Null if not requested. */
  readonly passive_liveness: PassiveLiveness | null;
}

/** `face_record`: ISO/IEC 19794-5 or 39794-5; `dg2`: data group 2 of a chip; `mdoc` and `sd_jwt_vc`: what a wallet presents. */
export type DocumentFormat = "face_record" | "dg2" | "mdoc" | "sd_jwt_vc";

/** Facts about the document itself, without personal data of its holder. */
export interface ReferenceDocument {
  readonly format: DocumentFormat;
  readonly type: "travel_document" | "driving_license" | "person_identification" | "photo_id" | null;
  /** The issuer who signed it and the issuer's country as two letters; null if no signature was verified. */
  readonly issuer: string | null;
  readonly country: string | null;
  /** Whether a trusted issuer's signature over the portrait was verified. */
  readonly signed: boolean;
  readonly valid_until: string | null;
  /** 0 (unusable) to 1 (ideal). */
  readonly portrait_quality: number;
  /** Revocation status, if a list was checked. */
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
  /** Whether the reference shows a face and was used. */
  readonly used: boolean;
  readonly faces: number;
  readonly quality: Quality | null;
}

/** `attack`: wrong colors, or another face; `not_measurable`: too much ambient light; `spared`: the person chose to skip colors. */
export type LightResult = "passed" | "attack" | "not_measurable" | "spared";

/** `stepwise`: each step was shown after the previous step's frame. `frames`: one per step, in addition to the selfie. */
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
  /** Result for each reference, in the order sent. */
  readonly references: readonly ReferenceLook[];
  readonly selfie: SelfieFace;
  readonly challenge: "passed" | null;
  /** How the challenge was performed; null where there was none. */
  readonly challenge_details: ChallengeDetails | null;
  /** Result of the challenge's screen colors; null if none were shown. Not part of the decision. */
  readonly light: LightResult | null;
  /** The one field to decide by. `accept`: no check failed. */
  readonly decision: "accept" | "reject";
  /** Why the selfie was rejected; empty for `accept`. */
  readonly reasons: readonly ("no_match" | "challenge_no_match" | "presentation_attack" | "passive_liveness_unsure")[];
  /** The signed receipt; null if not requested. */
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
  /** Result for the largest face, if requested; otherwise null. */
  readonly passive_liveness: PassiveLiveness | null;
}

export interface AnalyzeResult {
  /** The main face first, then by size; empty if no face was found. */
  readonly faces: readonly AnalyzedFace[];
}
