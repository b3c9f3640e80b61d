import { extname, join } from "node:path";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from "kysely";
import { createQuestionThread } from "../../question-thread.ts";

export interface ReportQuestion {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type ReportAnswer =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly error: unknown };

/** For reports, which may read a year of usage: a thread of its own reads the file, so that nothing else waits. Starts with the first query. Read only. */
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
  const program = join(import.meta.dirname, `report-thread${extname(import.meta.filename)}`);
  const thread = createQuestionThread<ReportQuestion, ReportAnswer>(program, "for reports", { workerData: { file } });
  let closed = false;
  return {
    ask: async (sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]> => {
      if (closed) throw new Error("the store is closed");
      const answer = await thread.ask({ sql, parameters });
      if ("error" in answer) throw answer.error;
      return answer.rows;
    },
    close: async () => {
      closed = true;
      await thread.end();
    },
  };
}
