import type { StartedChallenge, StepwiseChallenge } from "../../../camera/camera-v3.d.ts";

/** Problems that the person can fix. */
export type Because = "light" | "distance" | "several_faces" | "no_face" | "movement" | "blurry" | "bright" | "covered";

/** Why the wallet's response contained no usable portrait, as far as the person needs to know. */
export type WalletReason =
  | "declined"
  | "wallet_failed"
  | "expired"
  | "not_accepted"
  | "not_returned"
  | "other_page"
  | "unusable";

type End = "done" | "not_confirmed" | "in_review" | "expired" | "cancelled" | "withdrawn";

/** The account that requests the check. Visible to everybody who has a link. */
export interface Brand {
  readonly name: string;
  readonly logo_url: string | null;
  readonly accent: string | null;
}

/** The response of GET /api/v3/session. */
export interface Session {
  readonly id: string;
  readonly status: "open" | "started" | "ended";
  /** Created with a test key: no photo is analyzed, the outcome is chosen. */
  readonly test: boolean;
  /** The account that requests the check. */
  readonly purpose: Brand & {
    readonly privacy_url: string | null;
    /** The data controller: who is legally responsible for the data. */
    readonly controller: string | null;
    /** Another way to reach the account: an https URL, an e-mail address or a phone number. */
    readonly contact: string | null;
  };
  /** Path of the public page about the data. */
  readonly notice_url: string;
  readonly locale: string | null;
  /** `if_unsure`: the selfie is sent alone first, and the challenge follows if the result is unsure. */
  readonly challenge: "required" | "off" | "if_unsure";
  readonly attempts_left: number;
  readonly expires_at: string;
  readonly return_url: string | null;
  /** Minutes for which a captured session can be compared; null if it is compared immediately, or never. */
  readonly compare_within: number | null;
  /** Days for which the account stores the pictures, encrypted; null if they are not stored. */
  readonly evidence_days: number | null;
  readonly consent: {
    readonly version: string | null;
    readonly given: boolean;
    /** Consent was given, and there is no verdict yet. */
    readonly can_withdraw: boolean;
    /** The account's own consent texts by language, before consent. For other languages the page has its own text. */
    readonly own: { readonly version: string; readonly texts: Readonly<Record<string, string>> } | null;
  };
  /** Set if the reference comes from the person's wallet; otherwise null. */
  readonly wallet: {
    readonly received: boolean;
    /** The last response was rejected, so the wallet needs a new request. */
    readonly rejected: boolean;
    readonly reason: WalletReason | null;
  } | null;
  /** Whether this device has the session; null if no device has it. */
  readonly here: boolean | null;
  readonly end: End | null;
}

/** Outcomes that an attempt in a test session can simulate. */
export const simulated = [
  "verified",
  "no_match",
  "no_face",
  "poor_quality",
  "challenge_failed",
  "several_faces",
] as const;
export type Simulated = (typeof simulated)[number];

export interface Started {
  readonly challenge: StartedChallenge | StepwiseChallenge | null;
  readonly attempts_left: number;
}

/** The wallet request for the browser's Digital Credentials API. */
interface BrowserWalletRequest {
  readonly protocol: string;
  /** The signed request. */
  readonly request: string;
  /** Where the wallet's response is sent. */
  readonly response_url: string;
}

/** The same request according to ISO/IEC 18013-7, for Safari. */
interface BrowserMdocRequest {
  readonly protocol: string;
  readonly device_request: string;
  readonly encryption_info: string;
  readonly response_url: string;
}

/** The current wallet request, valid until the wallet responds or it expires. */
export interface WalletRequest {
  /** Opens the wallet on this device; also the content of the QR code for another device. */
  readonly url: string;
  readonly browser: BrowserWalletRequest;
  readonly browser_mdoc: BrowserMdocRequest;
  readonly expires_at: string;
}

export interface Completed {
  readonly outcome: "done" | "try_again" | "not_confirmed" | "in_review" | "challenge_needed";
  readonly because: Because | null;
  readonly attempts_left: number;
}

/** Why a request to the service failed, as far as the page shows a difference. */
export type FaultKind =
  | "link_wrong"
  | "elsewhere"
  | "ended"
  /** The account changed its consent text. */
  | "words_changed"
  /** The challenge expired or was completed: a new one is needed. */
  | "stale"
  /** The step's frame shows no face. */
  | "no_face"
  /** The service expects another frame; most likely it is still processing this one. */
  | "out_of_order"
  | "offline"
  | "busy"
  | "fault";

export class Fault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
