/** What the playground reads of the answers; the API reference has the whole of them. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Quality {
  readonly score: number;
  readonly issues: readonly string[];
}

export interface Side {
  readonly faces: number;
  readonly box: Box;
  readonly quality: Quality;
}

export interface Verification {
  readonly match: boolean;
  /** Null below the threshold. */
  readonly similarity: number | null;
  readonly threshold: number;
  readonly false_match_rate: number | null;
  readonly reference: Side;
  readonly selfie: Side;
}

export interface Face {
  readonly box: Box;
  readonly landmarks: Readonly<Record<string, { readonly x: number; readonly y: number }>>;
  readonly pose: { readonly yaw: number; readonly pitch: number; readonly roll: number };
  readonly quality: Quality;
}

export interface Analysis {
  readonly faces: readonly Face[];
}

export interface Problem {
  readonly code?: string;
  readonly message: string;
  readonly hint?: string;
  readonly docs?: string;
}

export interface VerificationV2 {
  readonly match: boolean;
  readonly confidence: number;
  readonly message: string;
  readonly is_spoof: boolean;
  readonly selfie_image: string;
}

export interface Judgement {
  readonly is_spoof: boolean;
  readonly message: string;
}

export interface Crop {
  readonly image: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

export interface Answer {
  readonly status: number;
  /** With the network. */
  readonly durationMs: number;
  readonly body: object;
}

/** What was wrong, in either contract's words; undefined for a success. */
export function problemOf({ status, body }: Answer): Problem | undefined {
  if (status < 400) return undefined;
  const error = "error" in body ? body.error : undefined;
  if (typeof error === "string") return { message: error };
  if (typeof error === "object" && error !== null && "message" in error) return error as Problem;
  return { message: `The service answered ${status}.` };
}

/** The data of a version 3 answer. */
export const dataOf = ({ body }: Answer): unknown => ("data" in body ? body.data : undefined);
