import type { Kysely, KyselyPlugin } from "kysely";
import { isOutage, StoreUnavailable } from "../../src/store/outage.ts";
import type { Schema } from "../../src/store/schema.ts";
import type { Store } from "../../src/store/store.ts";

/** For tests: a store whose connection fails once, at the statement with a given number, and works again for the next. */
export function failingStore(store: Store) {
  let failAt = Infinity;
  let asked = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (asked++ !== failAt) return node;
      throw Object.assign(new Error("the connection was reset"), { code: "ECONNRESET" });
    },
    transformResult: async ({ result }) => result,
  };
  const failing = (db: Kysely<Schema>) => db.withPlugin(plugin);
  return {
    store: {
      ...store,
      db: failing(store.db),
      reports: failing(store.reports),
      run: async <T>(work: () => Promise<T>): Promise<T> => {
        try {
          return await work();
        } catch (error) {
          if (isOutage(error)) throw new StoreUnavailable("the database cannot be reached", { cause: error });
          throw error;
        }
      },
    } satisfies Store,
    /** @param number of the statement, from 0, counted from now */
    failAt: (number: number) => {
      [failAt, asked] = [number, 0];
    },
    /** Whether that statement was reached. */
    hasFailed: () => asked > failAt,
  };
}
