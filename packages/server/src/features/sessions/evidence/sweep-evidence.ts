import { sql } from "kysely";
import { deleteInChunks } from "@selfsame/platform/store/queries/delete-in-chunks";
import type { Store } from "@selfsame/platform/store/store";

/** Deletes expired sealed photos, and records in their sessions that none is left. */
export async function sweepEvidence(store: Store, nowMs: number, signal?: AbortSignal): Promise<void> {
  const expired = await store.run(() =>
    store.db.selectFrom("evidence").select("session_id").distinct().where("expires_at_ms", "<=", nowMs).execute(),
  );
  await deleteInChunks(store, "evidence", "id", sql`expires_at_ms <= ${nowMs}`, signal);
  for (const { session_id } of expired) {
    if (signal?.aborted) return;
    await store.run(() =>
      store.db
        .updateTable("verification_sessions")
        .set({ evidence: null })
        .where("id", "=", session_id)
        .where((e) => e.not(e.exists(e.selectFrom("evidence").select("id").where("session_id", "=", session_id))))
        .execute(),
    );
  }
}
