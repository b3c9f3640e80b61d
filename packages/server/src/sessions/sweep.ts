import type { Log } from "../store/log.ts";
import { StoreUnavailable } from "../store/outage.ts";
import { endSession } from "./end-session.ts";
import type { SessionDeps } from "./session.ts";

const everyMs = 15_000;
const atOnce = 100;

/** Ends what has expired, now and four times a minute, on every node: of several, one ends each. @returns what stops it */
export function sweepSessions(deps: SessionDeps, log: Log): () => Promise<void> {
  let stopped = false;
  const sweep = () =>
    sweepOnce(deps, () => stopped).catch((error: unknown) => {
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

export async function sweepOnce(deps: SessionDeps, stopped: () => boolean = () => false): Promise<void> {
  const { store, now } = deps;
  while (!stopped()) {
    const due = await store.run(() =>
      store.db
        .selectFrom("verification_sessions")
        .select("id")
        .where("ended_at_ms", "is", null)
        .where("expires_at_ms", "<=", now())
        .orderBy("expires_at_ms")
        .limit(atOnce)
        .execute(),
    );
    for (const { id } of due) {
      const end = () => store.db.transaction().execute((db) => endSession(deps, db, id, { status: "expired" }, now()));
      await store.run(end);
    }
    if (due.length < atOnce) return;
  }
}
