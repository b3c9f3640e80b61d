import type { Switches } from "./key-switches.ts";
import type { Scope } from "./scopes.ts";
import type { Plan } from "./plans.ts";
import type { ChallengeMode } from "../../liveness/challenge/challenge-mode.ts";

/** Who sends a request, as its API key says. Of its switches, the passive liveness check may also be its team's wish. */
export interface Caller extends Switches {
  readonly keyId: string;
  readonly accountId: string;
  readonly kind: "private" | "public";
  /** A test key: nothing is analyzed or billed. */
  readonly test: boolean;
  /** Name of the account's plan. */
  readonly plan: string;
  /** Origins a public key may be used from; empty for private keys. */
  readonly allowedOrigins: readonly string[];
  /** Hosts that photos may be downloaded from, beside the global list: exact names and `*.example.com`. */
  readonly allowedDomains: readonly string[];
  /** Which live challenges are accepted: the key's mode, or its team's. */
  readonly challengeMode: ChallengeMode;
  /** From which similarity two faces match, where the request does not say: the key's, or its team's. Null: the model's own. */
  readonly threshold: number | null;
  /** What the key may ask for; null is all. */
  readonly scopes: readonly Scope[] | null;
  /** Its own, and those of the keys it comes of; all within its account's plan. */
  readonly budgets: readonly KeyBudget[];
}

/** What a key may use in a minute, a month and at once: its successors share it, and what it made draws on it. */
export interface KeyBudget {
  /** The first key of its rotations: what is counted is counted by it. */
  readonly id: string;
  /** The key whose limits they are. */
  readonly keyId: string;
  readonly limits: Plan;
}

/** What makes a key open nothing any more; `closed`: its account is. */
export type KeyEnd = "expired" | "revoked" | "closed";

export type Identification =
  | { readonly outcome: "known"; readonly caller: Caller }
  /** `ended`: what became of a key that there was. */
  | { readonly outcome: "invalid_key"; readonly ended?: KeyEnd | undefined }
  /** `address_not_allowed`: the key may be used from certain addresses only. */
  | { readonly outcome: "missing_key" | "address_not_allowed" };

/** One window of the caller's plan, or of its key or network, after this request was counted, for the RateLimit headers (draft-ietf-httpapi-ratelimit-headers). */
export interface LimitState {
  readonly name: "minute" | "month" | "concurrent";
  /** Whose limit it is. */
  readonly of: LimitOwner;
  /** Of a key: which. */
  readonly keyId?: string;
  readonly quota: number;
  readonly remaining: number;
  /** Seconds of the window; absent for `concurrent`. */
  readonly windowSeconds?: number;
  /** Seconds until the window restarts. */
  readonly resetSeconds: number;
}

export type LimitOwner = "plan" | "key" | "network";

export type Admission =
  | {
      readonly outcome: "admitted";
      readonly limits: readonly LimitState[];
      /** Gives the concurrency slot back. Called once, when the response has been sent or its client has gone. */
      release(): void;
    }
  | {
      readonly outcome: "rate_limited" | "quota_exceeded";
      readonly limits: readonly LimitState[];
      /** The one that rejected it. */
      readonly reached: LimitState;
      readonly retryAfterSeconds: number;
    };

/** One answered request, for usage. Never anything of a photo. */
export interface UsageRecord {
  readonly caller: Caller;
  /** `v2.verify`, `v2.spoof`, `v3.analyze` ... */
  readonly endpoint: string;
  /** The outcome in domain words (`match`, `no_match`, `no_face`, `spoof`, ...) or the error code. */
  readonly outcome: string;
  readonly durationMs: number;
}

/** What an API needs to know of keys, limits and usage. */
export interface Access {
  /**
   * @param authorization the Authorization header as received
   * @param address where the request comes from: keys may be limited to some, and the audit log reports rejected keys
   * @throws StoreUnavailable when the key cannot be judged now
   */
  identify(authorization: string | undefined, address?: string): Promise<Identification>;
  /** By the id of its key, where the request proved otherwise that its sender has the key. @throws StoreUnavailable */
  identifyById(keyId: string, address?: string): Promise<Identification>;
  /** Whether some public key may be used from this origin: what a browser asks before it sends the key itself. */
  isAllowedOrigin(origin: string): Promise<boolean>;
  /** Whether what is to be written of a request can be written; asked before its work begins. */
  hasRoom(): Promise<boolean>;
  /**
   * @param address where the request comes from: public keys have limits of their own, per key and per network
   * @param of `continues`: with a public key it goes on with what another request began, and takes nothing of the minute
   */
  admit(caller: Caller, address?: string, of?: { readonly continues?: boolean }): Promise<Admission>;
  /** Resolves when the record can no longer be lost; await it before the response is sent. */
  record(usage: UsageRecord): Promise<void>;
}
