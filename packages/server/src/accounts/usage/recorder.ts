import { randomUUID } from "node:crypto";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import type { Log } from "@selfsame/platform/store/log";
import type { Store } from "@selfsame/platform/store/store";
import type { UsageRecord } from "../access/access.ts";
import { createUsageJournal } from "./journal.ts";
import { addToRows, sortedRows } from "./rows.ts";
import type { UsageRow } from "./rows.ts";
import { markUsed, writeBatch } from "./writes.ts";
import type { UsageBatch } from "./writes.ts";

export interface UsageRecorder {
  /** Resolves when the record survives the process. */
  record(usage: UsageRecord): Promise<void>;
  /** Writes what an outage left on disk. */
  replay(): Promise<void>;
  stop(): Promise<void>;
}

interface OpenBatch {
  readonly rows: Map<string, UsageRow>;
  readonly written: PromiseWithResolvers<void>;
}

/** Retry interval for stored batches. */
const replayEveryMs = 1000;

/** Group commit: while one batch is written the next one fills, so a commit carries everything that arrived meanwhile, without a timer. */
export function createUsageRecorder(store: Store, log: Log, now: () => number): UsageRecorder {
  const journal = createUsageJournal(store.dataDir, (file) =>
    log.error({ file }, "a file of kept usage is damaged: it was set aside, and what it counted is missing"),
  );
  /** Ids of stored batches that the database rejected: each is logged once and retried every time. */
  const notTaken = new Set<string>();
  const markDays = createDayMarks(store, now);
  let open: OpenBatch | undefined;
  let writing: Promise<void> | undefined;

  const write = async (batch: UsageBatch) => {
    try {
      await store.run(() => writeBatch(store, batch));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) log.error({ err: error }, "usage could not be written: kept on disk");
      // The commit may have succeeded and only its answer been lost: the batch's id prevents double counting.
      await journal.keep(batch).catch((failure: unknown) => {
        log.error({ err: failure }, "usage can be written nowhere");
        throw new StoreUnavailable("usage can be written nowhere", { cause: failure });
      });
      return;
    }
    await markDays(batch).catch((error: unknown) => log.warn({ err: error }, "a key's last use could not be noted"));
  };

  const writeAll = async () => {
    while (open) {
      const { rows, written } = open;
      open = undefined;
      await write({ id: randomUUID(), rows: sortedRows(rows) }).then(written.resolve, written.reject);
    }
    writing = undefined;
  };

  const replay = async () => {
    const count = await journal.replay((batch) =>
      store
        .run(() => writeBatch(store, batch))
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof StoreUnavailable) throw error;
            if (!notTaken.has(batch.id)) log.error({ err: error, batch: batch.id }, "kept usage could not be written");
            notTaken.add(batch.id);
            return false;
          },
        ),
    );
    if (count > 0) log.info({ batches: count }, "wrote the usage kept while the database was away");
  };

  /** One after the other: on SQLite nothing else prevents double counting. */
  let replaying: Promise<void> | undefined;
  const replayAlone = () => {
    const mine = (replaying ?? Promise.resolve())
      .catch(() => undefined)
      .then(replay)
      .finally(() => {
        if (replaying === mine) replaying = undefined;
      });
    replaying = mine;
    return mine;
  };
  const tryReplay = () => {
    if (replaying) return;
    replayAlone().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) log.error({ err: error }, "kept usage could not be written");
    });
  };
  tryReplay();
  const timer = setInterval(tryReplay, replayEveryMs).unref();

  return {
    record: (usage) => {
      open ??= { rows: new Map(), written: Promise.withResolvers() };
      addToRows(open.rows, usage, now());
      const { promise } = open.written;
      writing ??= writeAll();
      return promise;
    },
    replay: replayAlone,
    stop: async () => {
      clearInterval(timer);
      await writing;
      await replaying?.catch(() => undefined);
    },
  };
}

/** Writes the day of a key's last use, at most once a day for each key. */
function createDayMarks(store: Store, now: () => number): (batch: UsageBatch) => Promise<void> {
  let markedDay = "";
  const marked = new Set<string>();
  return async ({ rows }) => {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (day !== markedDay) marked.clear();
    markedDay = day;
    const fresh = [...new Set(rows.map((row) => row.key_id))].filter((id) => !marked.has(id));
    if (fresh.length === 0) return;
    await store.run(() => markUsed(store.db, fresh, day));
    for (const id of fresh) marked.add(id);
  };
}
