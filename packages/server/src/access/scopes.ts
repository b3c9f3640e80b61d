/**
 * What a private or a test key may be kept to. `verify` compares photos, `analyze` looks at one; `webhooks` are events, too; `usage` is what became of requests. What
 * models are in use may be asked with every key. Which route asks for which is said in api/route-scopes.ts.
 */
export const scopes = ["verify", "analyze", "sessions", "batches", "webhooks", "usage"] as const;
export type Scope = (typeof scopes)[number];
