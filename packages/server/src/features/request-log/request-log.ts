import type { Insertable } from "kysely";
import { Counter } from "prom-client";
import type { Registry } from "prom-client";
import type { Log } from "../../platform/store/log.ts";
import { StoreUnavailable } from "../../platform/store/outage.ts";
import { commitQuickly } from "../../platform/store/sqlite/commit-quickly.ts";
import type { RequestsTable } from "../../platform/store/tables/requests.ts";
import type { Store } from "../../platform/store/store.ts";
import { findRequest } from "./list-requests.ts";
import { type AnsweredRequest, type LoggedRequest, rowOf } from "./row.ts";

/** Which requests came, and what became of them. Usage is exact; this is best effort, and loses what a node that is killed has not written. */
export interface RequestLog {
  /** Takes note of an answer. Nothing waits for it, and it never fails. */
  note(request: AnsweredRequest): void;
  /**
   * The newest of the account with this id; this node's own are there as soon as they are answered.
   * @param test whether a test key asks, or a live one
   * @throws StoreUnavailable
   */
  find(accountId: string, requestId: string, test: boolean): Promise<LoggedRequest | undefined>;
  /** How long requests are stored; 0: they are not logged. */
  readonly days: number;
  /** Writes what waits, if the database is there. */
  stop(): Promise<void>;
}

export interface RequestLogDeps {
  readonly store: Store;
  readonly log: Log;
  /** This node's name. */
  readonly node: string;
  readonly registry: Registry;
  /** 0: nothing is noted. */
  readonly days: number;
  readonly now?: () => number;
  /** How many may wait; more are dropped, and counted. */
  readonly waitingMax?: number;
}

/** How long what was noted waits for more of its kind. */
const writeEveryMs = 500;
/** Far below the values that either database takes in one statement. */
const rowsAtOnce = 250;

export function createRequestLog(deps: RequestLogDeps): RequestLog {
  // Some 5 MB.
  const { store, log, node, registry, days, now = Date.now, waitingMax = 10_000 } = deps;
  const dropped = new Counter({
    name: "selfsame_request_log_dropped_total",
    help: "Requests that are missing in the request log: the database was away for long, or refused them.",
    registers: [registry],
  });
  const waiting: Insertable<RequestsTable>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const writeAll = async () => {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, rowsAtOnce);
      try {
        await store.run(() => writeRows(store, rows));
      } catch (error) {
        // They wait until it is back.
        if (error instanceof StoreUnavailable) return;
        log.error({ err: error }, "requests could not be logged");
        dropped.inc(rows.length);
      }
      waiting.splice(0, rows.length);
    }
  };
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (waiting.length > 0) writeSoon();
    });
    return writing;
  };
  const writeSoon = () => {
    timer ??= setTimeout(() => void write(), writeEveryMs).unref();
  };

  return {
    days,
    note: (request) => {
      if (days === 0) return;
      if (waiting.length >= waitingMax) {
        dropped.inc();
        return;
      }
      waiting.push(rowOf(request, node, now()));
      writeSoon();
    },
    find: async (accountId, requestId, test) => {
      await write();
      return store.run(() => findRequest(store.db, accountId, requestId, test));
    },
    stop: async () => {
      // What came while a batch was being written is in the next.
      await writing;
      await write();
      clearTimeout(timer);
      dropped.inc(waiting.length);
    },
  };
}

/** Each row once, however often it is tried. */
async function writeRows(store: Store, rows: readonly Insertable<RequestsTable>[]): Promise<void> {
  const insert = (db: Store["db"]) =>
    db
      .insertInto("requests")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await (store.kind === "sqlite" ? commitQuickly(store.db, insert) : insert(store.db));
}
