import type { Kysely } from "kysely";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";
import type { SignOnPurpose } from "@selfsame/platform/store/tables/sign-on";
import { hashSecret, newSecret } from "@selfsame/platform/ids/ids";
import type { Checks } from "./open-id.ts";

/** Lifetime of a flow, from leaving for the provider to the last proof of the sign-in. */
const lifeMs = 10 * 60_000;
export const flowLifeSeconds = lifeMs / 1000;

/** A browser that was sent to a provider. Stored in the database and not only in a cookie, so that it is used once, on any node. */
export interface Flow {
  readonly id: string;
  readonly accountId: string;
  readonly purpose: SignOnPurpose;
  /** The session that confirms or tests; null at sign-in. */
  readonly sessionId: string | null;
  readonly stored: Stored;
}

interface Stored extends Checks {
  /** Issuer and client at the start, since a team may change its provider meanwhile. */
  readonly issuer: string;
  readonly clientId: string;
  /** Path of the dashboard's page, after the `#`. */
  readonly returnTo: string;
}

export interface FlowDeps {
  readonly db: Kysely<Schema>;
  readonly seal: Seal;
  readonly nowMs: number;
}

/** @returns `browser`: the secret for the browser's cookie. It is always new, so that a planted secret is not used */
export async function startFlow(
  { db, seal, nowMs }: FlowDeps,
  state: string,
  flow: Omit<Flow, "id">,
): Promise<{ readonly browser: string; readonly id: string }> {
  const browser = newSecret();
  const id = hashSecret(state);
  await db
    .insertInto("sign_on_flows")
    .values({
      id,
      browser: hashSecret(browser),
      account_id: flow.accountId,
      purpose: flow.purpose,
      session_id: flow.sessionId,
      sealed: sealed(seal, id, flow.stored),
      expires_at_ms: nowMs + lifeMs,
    })
    .execute();
  return { browser, id };
}

/**
 * Marks the flow as used. @returns undefined if it is unknown, used, expired, or of another browser or team: then the provider's response is not
 * checked
 */
export async function takeFlow(
  { db, seal, nowMs }: FlowDeps,
  { state, browser, accountId }: { readonly state: string; readonly browser: string; readonly accountId: string },
): Promise<Flow | undefined> {
  const row = await db
    .updateTable("sign_on_flows")
    .set({ used_at_ms: nowMs })
    .where("id", "=", hashSecret(state))
    .where("browser", "=", hashSecret(browser))
    .where("account_id", "=", accountId)
    .where("used_at_ms", "is", null)
    .where("expires_at_ms", ">", nowMs)
    .returningAll()
    .executeTakeFirst();
  const stored = row && (opened(seal, row.id, row.sealed) as Stored | undefined);
  if (!stored) return undefined;
  return { id: row.id, accountId, purpose: row.purpose, sessionId: row.session_id, stored };
}

/** Stores the result of a flow for a later request. */
export async function storeResult({ db, seal }: FlowDeps, id: string, result: unknown): Promise<void> {
  await db
    .updateTable("sign_on_flows")
    .set({ result: sealed(seal, id, result) })
    .where("id", "=", id)
    .execute();
}

/** @returns the result of a test, for the session that started it */
export async function testResult({ db, seal, nowMs }: FlowDeps, id: string, sessionId: string): Promise<unknown> {
  const row = await db
    .selectFrom("sign_on_flows")
    .select("result")
    .where("id", "=", id)
    .where("session_id", "=", sessionId)
    .where("purpose", "=", "test")
    .where("expires_at_ms", ">", nowMs)
    .executeTakeFirst();
  return row?.result ? opened(seal, id, row.result) : undefined;
}

/** The user as whom a provider has signed in this browser, until the proof that is still needed. */
export interface Waiting {
  readonly accountId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
}

/** Returns the waiting user and deletes the flow, so that it is used once. */
export async function takeWaiting(
  { db, seal, nowMs }: FlowDeps,
  browser: string,
  userId: string,
): Promise<Waiting | undefined> {
  const row = await db
    .selectFrom("sign_on_flows")
    .select(["id", "result"])
    .where("browser", "=", hashSecret(browser))
    .where("purpose", "=", "sign_in")
    .where("expires_at_ms", ">", nowMs)
    .where("result", "is not", null)
    .executeTakeFirst();
  const waiting = row?.result ? (opened(seal, row.id, row.result) as Waiting | undefined) : undefined;
  if (!row || waiting?.userId !== userId) return undefined;
  const { numDeletedRows } = await db.deleteFrom("sign_on_flows").where("id", "=", row.id).executeTakeFirst();
  return numDeletedRows > 0n ? waiting : undefined;
}

const sealed = (seal: Seal, id: string, value: unknown): string =>
  seal.close(`sign-on flow ${id}`, Buffer.from(JSON.stringify(value)));

function opened(seal: Seal, id: string, text: string): unknown {
  const secret = seal.open(`sign-on flow ${id}`, text);
  return secret && JSON.parse(secret.toString());
}
