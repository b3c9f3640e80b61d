/** What the dashboard's HTTP API speaks in: docs/dashboard-api.md. */

export interface Account {
  readonly id: string;
  readonly email: string | null;
  readonly role: "owner" | "member";
  readonly plan: string;
  readonly createdAtMs: number;
  readonly closed: boolean;
}

export interface Me {
  readonly account: Account;
  readonly sessionId: string;
}

export interface State {
  /** False while the first account waits for its setup link. */
  readonly claimed: boolean;
  readonly me: Me | null;
}

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly kind: "private" | "public";
  /** Prefix and last four. */
  readonly display: string;
  readonly status: "active" | "expired" | "revoked";
  readonly allowedOrigins: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  /** "2026-11-21", UTC. */
  readonly lastUsedDay: string | null;
  readonly successorId: string | null;
}

export interface MadeKey {
  readonly key: Key;
  /** The key itself, shown this once. */
  readonly secret: string;
}

export interface Limit {
  readonly name: "minute" | "month" | "concurrent";
  readonly quota: number;
  readonly remaining: number;
  readonly windowSeconds?: number;
  readonly resetSeconds: number;
}

/** Null: no limit. */
export interface Plan {
  readonly requestsPerMinute: number | null;
  readonly requestsPerMonth: number | null;
  readonly concurrentRequests: number | null;
}

export interface LimitsNow {
  readonly plan: Plan & { readonly name: string };
  readonly limits: readonly Limit[];
}

/** Of some requests: how many, and how long they took. */
export interface Times {
  readonly count: number;
  /** Sum over them. */
  readonly durationMs: number;
  /** Half of them took at most this long; null where that is not known. */
  readonly p50Ms: number | null;
  /** 95 of 100. */
  readonly p95Ms: number | null;
}

export interface UsageBucket extends Times {
  readonly startMs: number;
  readonly group: string | null;
}

export interface KeyName {
  readonly name: string;
  readonly display: string;
  readonly email: string | null;
}

export interface Usage {
  readonly buckets: readonly UsageBucket[];
  readonly total: Times;
  /** By id, where usage is split by key. */
  readonly keys?: Readonly<Record<string, KeyName>>;
}

export interface Totals extends Times {
  readonly outcomes: readonly { readonly outcome: string; readonly count: number }[];
}

export interface Overview extends LimitsNow {
  readonly today: Totals;
  readonly month: Totals;
  readonly keyCount: number;
  readonly days: readonly UsageBucket[];
}

export interface Domains {
  readonly domains: readonly string[];
  readonly global: readonly string[];
}

export interface Session {
  readonly id: string;
  readonly current: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
}

export interface AuditEntry {
  readonly id: number;
  readonly atMs: number;
  readonly action: string;
  readonly actor: string | null;
  readonly target: string | null;
  readonly address: string | null;
}
