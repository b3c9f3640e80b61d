/**
 * What a private or a test key may be limited to. `verify` compares photos, `analyze` analyzes one; `sessions:review` decides sessions that await a
 * review; `evidence:read` downloads and deletes sealed photos of sessions; `webhooks` includes events; `usage` is the results of requests; `trust:write` adds and removes authorities whose documents the account
 * trusts; `oidc:write` manages OpenID Connect clients; `keys:write` creates and changes keys. Every key may read which models are in use. Each route's scope is in api/route-scopes.ts.
 */
export const scopes = [
  "verify",
  "analyze",
  "sessions",
  "sessions:review",
  "evidence:read",
  "batches",
  "webhooks",
  "usage",
  "trust:write",
  "oidc:write",
  "keys:write",
] as const;
export type Scope = (typeof scopes)[number];

/** A key has these by name alone: an attacker who finds an unrestricted one must not make others with it, nor pass people, nor collect or delete their photos, nor sign documents for them, nor have their ID tokens sent elsewhere. */
const namedOnly: ReadonlySet<Scope> = new Set([
  "sessions:review",
  "evidence:read",
  "trust:write",
  "oidc:write",
  "keys:write",
]);

/** @param of a key; null: all but those it has to name, those of later versions included */
export const hasScope = (of: readonly Scope[] | null, scope: Scope): boolean =>
  of === null ? !namedOnly.has(scope) : of.includes(scope);
