import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from "kysely";

export interface ReportQuestion {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ReportAnswer =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly error: unknown };

/**
 * For reports, which may read a year of usage: a thread of its own reads the file, so that nothing else waits. It starts with the first query.
 * Read only.
 */
export function reportsDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => {
      const thread = createThread(file);
      const connection: DatabaseConnection = {
        executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
          rows: (await thread.ask(sql, parameters)) as Row[],
        }),
        streamQuery: () => {
          throw new Error("reports come whole");
        },
      };
      return {
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: noTransactions,
        commitTransaction: noTransactions,
        rollbackTransaction: noTransactions,
        destroy: thread.close,
      };
    },
  };
}

async function noTransactions(): Promise<void> {
  throw new Error("reports have no transactions");
}

function createThread(file: string) {
  const waiting = new Map<number, PromiseWithResolvers<readonly unknown[]>>();
  let thread: Worker | undefined;
  let asked = 0;
  let closed = false;

  const start = (): Worker => {
    const worker = new Worker(join(import.meta.dirname, `report-thread${extname(import.meta.filename)}`), {
      workerData: { file },
    });
    worker.on("message", (answer: ReportAnswer) => {
      const question = waiting.get(answer.id);
      waiting.delete(answer.id);
      // Without a question it keeps no process alive.
      if (waiting.size === 0) worker.unref();
      if ("error" in answer) question?.reject(answer.error);
      else question?.resolve(answer.rows);
    });
    let why: unknown = new Error("the thread for reports has ended");
    worker.once("error", (error) => (why = error));
    worker.once("exit", () => {
      thread = undefined;
      for (const { reject } of waiting.values()) reject(why);
      waiting.clear();
    });
    return worker;
  };

  return {
    ask: async (sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]> => {
      if (closed) throw new Error("the store is closed");
      thread ??= start();
      const question = Promise.withResolvers<readonly unknown[]>();
      const id = asked++;
      waiting.set(id, question);
      thread.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage({ id, sql, parameters } satisfies ReportQuestion);
      return question.promise;
    },
    close: async () => {
      closed = true;
      // Or the process could end before the thread has.
      thread?.ref();
      await thread?.terminate();
    },
  };
}
