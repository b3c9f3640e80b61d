import type { StartedChallenge, StepwiseChallenge } from "../../../camera/camera-v3.d.ts";

/** What a person can mend. */
export type Because = "light" | "distance" | "several_faces" | "no_face" | "movement" | "blurry" | "bright" | "covered";

/** What the person needs to know of a wallet's answer that gave no portrait. */
export type WalletReason =
  | "declined"
  | "wallet_failed"
  | "expired"
  | "not_accepted"
  | "not_returned"
  | "other_page"
  | "unusable";

type End = "done" | "not_confirmed" | "in_review" | "expired" | "cancelled" | "withdrawn";

/** Who asks, as anybody may see it who has a link. */
export interface Brand {
  readonly name: string;
  readonly logo_url: string | null;
  readonly accent: string | null;
}

/** As GET /api/v3/session gives it. */
export interface Session {
  readonly id: string;
  readonly status: "open" | "started" | "ended";
  /** Made with a test key: nobody is looked at, the outcome is chosen. */
  readonly test: boolean;
  /** Who asks. */
  readonly purpose: Brand & {
    readonly privacy_url: string | null;
    /** Who is responsible for the data. */
    readonly controller: string | null;
    /** Another way in: an https address, an e-mail address or a phone number. */
    readonly contact: string | null;
  };
  /** Of the public page about the data: a path. */
  readonly notice_url: string;
  readonly locale: string | null;
  /** `if_unsure`: the selfie is sent alone first. */
  readonly challenge: "required" | "off" | "if_unsure";
  readonly attempts_left: number;
  readonly expires_at: string;
  readonly return_url: string | null;
  /** Minutes for which the capture waits for a comparison; null where it is compared at once, or never. */
  readonly compare_within: number | null;
  /** For how many days the account has the pictures encrypted; null where nobody has them. */
  readonly evidence_days: number | null;
  readonly consent: {
    readonly version: string | null;
    readonly given: boolean;
    /** It was given, and there is no verdict yet. */
    readonly can_withdraw: boolean;
    /** Before the consent: the account's own words by language. In another the page has its own. */
    readonly own: { readonly version: string; readonly texts: Readonly<Record<string, string>> } | null;
  };
  /** Of a session whose reference comes from the person's wallet; null of any other. */
  readonly wallet: {
    readonly received: boolean;
    /** The last answer could not be taken: the wallet is to be asked again. */
    readonly rejected: boolean;
    readonly reason: WalletReason | null;
  } | null;
  /** Whether this device has the session; null while none has. */
  readonly here: boolean | null;
  readonly end: End | null;
}

/** What can be made of an attempt in a test session. */
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

/** What the browser is asked to ask a wallet. */
interface BrowserWalletRequest {
  readonly protocol: string;
  /** Signed. */
  readonly request: string;
  /** Where the wallet's answer is sent. */
  readonly response_url: string;
}

/** The same after ISO/IEC 18013-7: what Safari passes on. */
interface BrowserMdocRequest {
  readonly protocol: string;
  readonly device_request: string;
  readonly encryption_info: string;
  readonly response_url: string;
}

/** What a wallet is asked, until it has answered or its time is up. */
export interface WalletRequest {
  /** Opens the wallet here, and is what a code for another device says. */
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

/** Why the service did not do what it was asked for, as far as it changes what the person sees. */
export type FaultKind =
  | "link_wrong"
  | "elsewhere"
  | "ended"
  /** The account has changed what the person agrees to. */
  | "words_changed"
  /** The challenge is over: another is needed. */
  | "stale"
  /** The frame of a step shows no face. */
  | "no_face"
  /** Something else is waited for: the same frame is being looked at, most likely. */
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
