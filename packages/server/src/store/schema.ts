import type { ColumnType, Generated } from "kysely";
import type { TimeColumn } from "./time-columns.ts";

/** What only the first write sets. */
type Fixed<T> = ColumnType<T, T, never>;

export interface AccountsTable {
  readonly id: Fixed<string>;
  /** Lower case. Null until the first account is claimed by its setup link. */
  email: string | null;
  /** PHC string of scrypt; null like `email`. */
  password_hash: string | null;
  role: "owner" | "member";
  plan: string;
  readonly created_at_ms: Fixed<number>;
  /** Since when its keys and sessions are refused. */
  closed_at_ms: number | null;
}

export interface ApiKeysTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly kind: Fixed<"private" | "public">;
  name: string;
  /** SHA-256 of the key, hex. The key itself is nowhere. */
  readonly hash: Fixed<string>;
  readonly prefix: Fixed<string>;
  readonly last_four: Fixed<string>;
  /** JSON array of origins. */
  allowed_origins: string;
  readonly created_at_ms: Fixed<number>;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  /** Day of the last use in UTC, `2026-11-21`. */
  last_used_day: string | null;
  /** The key that rotation made in this one's place. */
  successor_id: string | null;
}

export interface AllowedDomainsTable {
  readonly account_id: Fixed<string>;
  readonly domain: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
}

export interface SessionsTable {
  /** Names the session in lists; the secret in the cookie is something else. */
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly hash: Fixed<string>;
  readonly address: Fixed<string>;
  readonly user_agent: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
  last_seen_at_ms: number;
}

/** One-time links: to claim the first account, or to set a new password. */
export interface LinksTable {
  readonly hash: Fixed<string>;
  readonly kind: Fixed<"setup" | "reset">;
  readonly account_id: Fixed<string>;
  readonly expires_at_ms: Fixed<number>;
}

/** Counts of how long requests took are 0 unless given: see time-columns.ts. */
export interface UsageTable extends Record<TimeColumn, Generated<number>> {
  /** Start of the hour, epoch milliseconds. */
  readonly hour_ms: Fixed<number>;
  readonly key_id: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly endpoint: Fixed<string>;
  readonly outcome: Fixed<string>;
  count: number;
  duration_ms: number;
}

/** Batches of usage already added, so that one whose answer was lost is not added twice. */
export interface UsageBatchesTable {
  readonly id: Fixed<string>;
  readonly written_at_ms: Fixed<number>;
}

export interface AuditTable {
  readonly id: Generated<number>;
  readonly at_ms: Fixed<number>;
  /** Whose account it concerns; null for a sign-in to an account that does not exist. */
  readonly account_id: Fixed<string | null>;
  /** The account that did it, or `command line`, or null when nobody was signed in. */
  readonly actor: Fixed<string | null>;
  readonly action: Fixed<string>;
  readonly target: Fixed<string | null>;
  readonly address: Fixed<string | null>;
}

export interface ChallengesTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** JSON array, in order. */
  readonly steps: Fixed<string>;
  attempts: number;
  readonly created_at_ms: Fixed<number>;
  readonly expires_at_ms: Fixed<number>;
  completed_at_ms: number | null;
}

/** Frames of live challenges, so that none counts twice. Hashes only: nothing of a face can be made of them. */
export interface ChallengeFramesTable {
  /** Of the file, hex. */
  readonly sha256: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** See face-hash.ts of @selfsame/face, hex. */
  readonly face_hash: Fixed<string>;
  readonly seen_at_ms: Fixed<number>;
}

/** Keys that challenge tokens are signed with. */
export interface ChallengeKeysTable {
  readonly id: Fixed<string>;
  /** 32 bytes, base64url. */
  readonly secret: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
  /** Since when a newer one signs. */
  retired_at_ms: number | null;
}

export interface Schema {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  allowed_domains: AllowedDomainsTable;
  sessions: SessionsTable;
  links: LinksTable;
  usage: UsageTable;
  usage_batches: UsageBatchesTable;
  audit: AuditTable;
  challenges: ChallengesTable;
  challenge_frames: ChallengeFramesTable;
  challenge_keys: ChallengeKeysTable;
}
