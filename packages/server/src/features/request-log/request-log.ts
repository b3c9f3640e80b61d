import type { Insertable } from "kysely";
import { Counter } from "prom-client";
import type { Registry } from "prom-client";
import type { Log } from "@selfsame/platform/store/log";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import { commitQuickly } from "@selfsame/platform/store/sqlite/commit-quickly";
import type { RequestsTable } from "@selfsame/platform/store/tables/requests";
import type { Store } from "@selfsame/platform/store/store";
import { findRequest } from "./list-requests.ts";
import { type AnsweredRequest, type LoggedRequest, rowOf } from "./row.ts";

/** Requests and their outcomes. Usage is exact; this is best effort, and loses what a killed node has not written. */
export interface RequestLog {
  /** Records an answer. Nothing waits for it, and it never fails. */
  note(request: AnsweredRequest): void;
  /**
   * The account's newest request with this id; this node's own are found as soon as they are answered.
   * @param test whether a test key asks
   * @throws StoreUnavailable
   */
  find(accountId: string, requestId: string, test: boolean): Promise<LoggedRequest | undefined>;
  /** Days that requests are stored; 0: not logged. */
  readonly days: number;
  /** Writes what is pending, if the database is reachable. */
  stop(): Promise<void>;
}

export interface RequestLogDeps {
  readonly store: Store;
  readonly log: Log;
  /** Name of this node. */
  readonly node: string;
  readonly registry: Registry;
  /** 0: nothing is recorded. */
  readonly days: number;
  readonly now?: () => number;
  /** Most pending rows; further ones are dropped, and counted. */
  readonly waitingMax?: number;
}

/** Delay for collecting a batch of rows. */
const writeEveryMs = 500;
/** Far below the limit of values in one statement of either database. */
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
        // Kept until the database is back.
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
      // What arrived during a write is in the next one.
      await writing;
      await write();
      clearTimeout(timer);
      dropped.inc(waiting.length);
    },
  };
}

/** Writes each row once, however often it is retried. */
async function writeRows(store: Store, rows: readonly Insertable<RequestsTable>[]): Promise<void> {
  const insert = (db: Store["db"]) =>
    db
      .insertInto("requests")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await (store.kind === "sqlite" ? commitQuickly(store.db, insert) : insert(store.db));
}
