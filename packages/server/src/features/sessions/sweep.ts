import type { Kysely } from "kysely";
import { type Log, silent } from "@selfsame/platform/store/log";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import type { Schema } from "@selfsame/platform/store/schema";
import { settleDecisions } from "./reviews/held-decisions.ts";
import { endSession } from "./end-session.ts";
import type { SessionDeps, SessionRow } from "./session.ts";

const everyMs = 15_000;
const atOnce = 100;

/**
 * Carries out reviewers' decisions and ends expired sessions, at once and then four times a minute. It runs on every node; each session is handled by
 * one. @returns a function that stops it
 */
export function sweepSessions(deps: SessionDeps, log: Log): () => Promise<void> {
  let stopped = false;
  const sweep = () =>
    settleDecisions(deps, log, () => stopped)
      .then(() => sweepOnce(deps, log, () => stopped))
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) log.error({ err: error }, "expired sessions could not be ended");
      });
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, everyMs).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await sweeping;
  };
}

/**
 * Ends each expired session once. A failure is logged and retried by the next sweep, and does not block the other sessions. @throws StoreUnavailable
 */
export async function sweepOnce(
  deps: SessionDeps,
  log: Log = silent,
  stopped: () => boolean = () => false,
): Promise<void> {
  const { store, now } = deps;
  const nowMs = now();
  for (let due: Due[] | undefined; !stopped() && (due === undefined || due.length === atOnce);) {
    const after = due?.at(-1);
    due = await store.run(() => dueAfter(store.db, nowMs, after));
    for (const { id } of due) {
      const end = () => store.db.transaction().execute((db) => endSession(deps, db, id, { status: "expired" }, nowMs));
      await store.run(end).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) throw error;
        log.error({ err: error, session: id }, "a session that has expired could not be ended");
      });
    }
  }
}

type Due = Pick<SessionRow, "id" | "expires_at_ms">;

function dueAfter(db: Kysely<Schema>, nowMs: number, after: Due | undefined): Promise<Due[]> {
  return db
    .selectFrom("verification_sessions")
    .select(["id", "expires_at_ms"])
    .where("ended_at_ms", "is", null)
    .where("expires_at_ms", "<=", nowMs)
    .$if(after !== undefined, (query) =>
      query.where((e) =>
        e.or([
          e("expires_at_ms", ">", after?.expires_at_ms ?? 0),
          e.and([e("expires_at_ms", "=", after?.expires_at_ms ?? 0), e("id", ">", after?.id ?? "")]),
        ]),
      ),
    )
    .orderBy("expires_at_ms")
    .orderBy("id")
    .limit(atOnce)
    .execute();
}
