import { setTimeout as pause } from "node:timers/promises";
import type { Selectable } from "kysely";
import type { EventsTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { eventBody } from "./events.ts";

const pollMs = 1000;
const heartbeatMs = 15_000;
/** The listener reconnects after this time: a stream must not outlive its reader. */
const lifeMs = 15 * 60_000;
const pageMax = 200;
/** An event has the time at which its transaction began writing, and is visible when that ends: reading goes back this far. */
const lateMs = 10_000;

/**
 * An account's test events from a moment on, oldest first, as server-sent events (HTML, 9.2): `event: event`, with data as in a list of events. Covers
 * all nodes: the table is read every second.
 * @param fromMs epoch milliseconds
 */
export async function* followEvents(
  store: Store,
  accountId: string,
  fromMs: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const sent = new Map<string, number>();
  let sinceMs = fromMs;
  let saidMs = performance.now();
  const endMs = saidMs + lifeMs;
  // Confirms that events from now on are reported.
  yield ": listening\n\n";
  while (!signal.aborted && performance.now() < endMs) {
    const rows = await store.run(() => testEvents(store, accountId, sinceMs));
    for (const row of rows) {
      if (sent.has(row.id)) continue;
      sent.set(row.id, row.created_at_ms);
      saidMs = performance.now();
      yield `id: ${row.id}\nevent: event\ndata: ${JSON.stringify({ id: row.id, ...eventBody(row) })}\n\n`;
    }
    const newestMs = rows.at(-1)?.created_at_ms ?? sinceMs;
    const isFull = rows.length === pageMax;
    // Advances by at least one after a full page, or the same page would repeat forever.
    sinceMs = isFull ? Math.max(newestMs, sinceMs + 1) : Math.max(sinceMs, newestMs - lateMs);
    for (const [id, atMs] of sent) if (atMs < sinceMs) sent.delete(id);
    if (isFull) continue;
    if (performance.now() - saidMs > heartbeatMs) {
      saidMs = performance.now();
      yield ": still here\n\n";
    }
    await pause(pollMs, undefined, { signal }).catch(() => {});
  }
}

function testEvents(store: Store, accountId: string, sinceMs: number): Promise<Selectable<EventsTable>[]> {
  return store.db
    .selectFrom("events")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("test", "=", 1)
    .where("created_at_ms", ">=", sinceMs)
    .orderBy("created_at_ms")
    .orderBy("id")
    .limit(pageMax)
    .execute();
}
