/**
 * What a private or a test key may be kept to. `verify` compares photos, `analyze` looks at one; `sessions:review` decides sessions that a person has to decide; `webhooks` are events, too; `usage` is what became of requests;
 * `trust:write` adds and removes authorities whose documents the account trusts; `keys:write` makes and changes keys. What models are in use may be asked with every key. Which route asks for which is said in api/route-scopes.ts.
 */
export const scopes = [
  "verify",
  "analyze",
  "sessions",
  "sessions:review",
  "batches",
  "webhooks",
  "usage",
  "trust:write",
  "keys:write",
] as const;
export type Scope = (typeof scopes)[number];

/** A key has these by name alone: an attacker who finds an unrestricted one must not make others with it, nor pass people, nor sign documents for them. */
const namedOnly: ReadonlySet<Scope> = new Set(["sessions:review", "trust:write", "keys:write"]);

/** @param of a key; null: all but those it has to name, those of later versions included */
export const hasScope = (of: readonly Scope[] | null, scope: Scope): boolean =>
  of === null ? !namedOnly.has(scope) : of.includes(scope);
