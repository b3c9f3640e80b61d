import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";
import { simulationJob } from "../sessions/attempts/simulate.ts";
import { endSession } from "../sessions/end-session.ts";
import type { SessionDeps, SessionRow } from "../sessions/session.ts";
import { note } from "../sessions/reports/timeline.ts";

/**
 * What a client knows a person by: the same at each visit, another at each client (OpenID Connect Core 1.0, 8.1), and nothing that leads back to
 * the hint without the service's secret key.
 */
export const subOf = (seal: Seal, clientId: string, loginHint: string): string =>
  createHmac("sha256", seal.derive("oidc sub")).update(`${clientId}\0${loginHint}`).digest("base64url");

/** Open, and nobody was there yet. */
const waiting = (db: Kysely<Schema>, clientId: string, sub: string) =>
  db
    .selectFrom("verification_sessions")
    .selectAll()
    .where("oidc_client", "=", clientId)
    .where("oidc_sub", "=", sub)
    .where("oidc_step", "is", null)
    .where("status", "=", "open")
    .where("opened_at_ms", "is", null);

/** The session that a request of this client, for this person, would take. */
export const findWaiting = (
  db: Kysely<Schema>,
  { clientId, sub }: { readonly clientId: string; readonly sub: string },
  nowMs: number,
): Promise<SessionRow | undefined> =>
  waiting(db, clientId, sub).where("expires_at_ms", ">", nowMs).orderBy("created_at_ms", "desc").executeTakeFirst();

/** A new session takes the place of those that wait for the same person at the same client. In its transaction. */
export async function replaceWaiting(
  deps: Pick<SessionDeps, "events" | "receipts">,
  db: Kysely<Schema>,
  { id, oidc_client, oidc_sub, created_at_ms }: SessionRow,
): Promise<void> {
  if (oidc_client === null || oidc_sub === null) return;
  const before = await waiting(db, oidc_client, oidc_sub).where("id", "!=", id).execute();
  for (const row of before) {
    await endSession(deps, db, row.id, { status: "cancelled", because: { why: "replaced" } }, created_at_ms);
  }
}

/**
 * Gives the waiting session to one authorization request: no other can have it afterwards.
 * @param step the request; `returnUrl`: where its hosted page sends the person in the end
 * @returns the session, also where this request has it already; undefined where there is none
 */
export function takeWaiting(
  { store, queue, now }: Pick<SessionDeps, "store" | "queue" | "now">,
  { clientId, sub, step, returnUrl }: Readonly<Record<"clientId" | "sub" | "step" | "returnUrl", string>>,
): Promise<SessionRow | undefined> {
  return store.db.transaction().execute(async (db) => {
    const mine = await findTaken(db, step);
    if (mine) return mine;
    const nowMs = now();
    const found = await findWaiting(db, { clientId, sub }, nowMs);
    if (!found) return undefined;
    const taken = await db
      .updateTable("verification_sessions")
      .set({ oidc_step: step, return_url: returnUrl })
      .where("id", "=", found.id)
      .where("oidc_step", "is", null)
      .where("status", "=", "open")
      .returningAll()
      .executeTakeFirst();
    if (!taken) return undefined;
    await note(db, taken.id, "sent", nowMs, { client: clientId });
    const { oidc_simulate } = taken;
    if (oidc_simulate !== null) {
      await queue.enqueue(db, [
        simulationJob(taken.account_id, taken.id, oidc_simulate as Parameters<typeof simulationJob>[2]),
      ]);
    }
    return taken;
  });
}

export const findTaken = (db: Kysely<Schema>, step: string): Promise<SessionRow | undefined> =>
  db.selectFrom("verification_sessions").selectAll().where("oidc_step", "=", step).executeTakeFirst();
