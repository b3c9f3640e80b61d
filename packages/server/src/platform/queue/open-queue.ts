import type { Log } from "../store/log.ts";
import type { Store } from "../store/store.ts";
import type { JobKinds } from "./kinds.ts";
import type { OpenQueue } from "./queue.ts";
import { openSqliteQueue } from "./sqlite-queue.ts";

export interface QueueOptions {
  readonly kinds: JobKinds;
  readonly databaseUrl: string | undefined;
  readonly log: Log;
  readonly now?: () => number;
  /** PostgreSQL only. */
  readonly superviseSeconds?: number;
}

/** The queue that lies in the store. @throws when PostgreSQL cannot be reached */
export async function openQueue(store: Store, options: QueueOptions): Promise<OpenQueue> {
  const { kinds, databaseUrl, log, now = Date.now, superviseSeconds = 5 } = options;
  if (databaseUrl === undefined || !store.pools) return openSqliteQueue(store, kinds, now);
  // Loaded where it is used: it takes longer than all the rest of the embedded queue.
  const { openPostgresQueue } = await import("./postgres-queue.ts");
  return openPostgresQueue(store, kinds, { pools: store.pools, log, superviseSeconds });
}
