import type { Switches } from "./key-switches.ts";
import type { Scope } from "./scopes.ts";
import type { Plan } from "./plans.ts";
import type { ChallengeMode } from "../../liveness/challenge/challenge-mode.ts";

/** The sender of a request, as its API key says. Its team may also require the passive liveness check. */
export interface Caller extends Switches {
  readonly keyId: string;
  readonly accountId: string;
  readonly kind: "private" | "public";
  /** A test key: nothing is analyzed or billed. */
  readonly test: boolean;
  /** Name of the account's plan. */
  readonly plan: string;
  /** Origins that may use a public key; empty for private keys. */
  readonly allowedOrigins: readonly string[];
  /** Hosts that photos may be loaded from, in addition to the global list: exact names and `*.example.com`. */
  readonly allowedDomains: readonly string[];
  /** Accepted live challenges: by the key, or by its team. */
  readonly challengeMode: ChallengeMode;
  /** Similarity from which two faces match, if the request does not say: the key's, or its team's. Null: the model's default. */
  readonly threshold: number | null;
  /** What the key may do; null is everything. */
  readonly scopes: readonly Scope[] | null;
  /** Limits of its own, and of the keys it was made with; all within its account's plan. */
  readonly budgets: readonly KeyBudget[];
}

/** Limits of a key by minute, month and concurrency: its successors share them, and keys that it made count against them. */
export interface KeyBudget {
  /** The first key of its rotations, under which everything is counted. */
  readonly id: string;
  /** The key whose limits apply. */
  readonly keyId: string;
  readonly limits: Plan;
}

/** Why a key no longer works; `closed`: its account is. */
export type KeyEnd = "expired" | "revoked" | "closed";

export type Identification =
  | { readonly outcome: "known"; readonly caller: Caller }
  /** `ended`: why a known key no longer works. */
  | { readonly outcome: "invalid_key"; readonly ended?: KeyEnd | undefined }
  /** `address_not_allowed`: the key may only be used from certain addresses. */
  | { readonly outcome: "missing_key" | "address_not_allowed" };

/** One limit of the caller's plan, key or network after this request was counted, for the RateLimit headers (draft-ietf-httpapi-ratelimit-headers). */
export interface LimitState {
  readonly name: "minute" | "month" | "concurrent";
  /** Owner of the limit. */
  readonly of: LimitOwner;
  /** The key, if it is a key's limit. */
  readonly keyId?: string;
  readonly quota: number;
  readonly remaining: number;
  /** Length of the window; absent for `concurrent`. */
  readonly windowSeconds?: number;
  /** Seconds until the window restarts. */
  readonly resetSeconds: number;
}

export type LimitOwner = "plan" | "key" | "network";

export type Admission =
  | {
      readonly outcome: "admitted";
      readonly limits: readonly LimitState[];
      /** Releases the concurrency slot. Called once, when the response has been sent or its client has disconnected. */
      release(): void;
    }
  | {
      readonly outcome: "rate_limited" | "quota_exceeded";
      readonly limits: readonly LimitState[];
      /** The limit that rejected the request. */
      readonly reached: LimitState;
      readonly retryAfterSeconds: number;
    };

/** One answered request, for usage. Never anything of a photo. */
export interface UsageRecord {
  readonly caller: Caller;
  /** `v2.verify`, `v2.spoof`, `v3.analyze` ... */
  readonly endpoint: string;
  /** The outcome in domain terms (`match`, `no_match`, `no_face`, `spoof`, ...) or the error code. */
  readonly outcome: string;
  readonly durationMs: number;
}

/** Keys, limits and usage, as an API needs them. */
export interface Access {
  /**
   * @param authorization the Authorization header as received
   * @param address of the sender: keys may be limited to some, and the audit log reports rejected keys
   * @throws StoreUnavailable if the key cannot be checked now
   */
  identify(authorization: string | undefined, address?: string): Promise<Identification>;
  /** By the id of a key, if the request proved possession otherwise. @throws StoreUnavailable */
  identifyById(keyId: string, address?: string): Promise<Identification>;
  /** Whether any public key may be used from this origin: browsers ask before they send the key. */
  isAllowedOrigin(origin: string): Promise<boolean>;
  /** Whether usage of a request can be stored; asked before its work begins. */
  hasRoom(): Promise<boolean>;
  /**
   * @param address of the sender: public keys have limits of their own, by key and by network
   * @param of `continues`: with a public key, the request continues another one and does not count for the minute
   */
  admit(caller: Caller, address?: string, of?: { readonly continues?: boolean }): Promise<Admission>;
  /** Resolves when the record can no longer be lost; await it before the response is sent. */
  record(usage: UsageRecord): Promise<void>;
}
