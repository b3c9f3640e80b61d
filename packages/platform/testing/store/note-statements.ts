import { StatementSync } from "node:sqlite";
import type { TestContext } from "node:test";

/** For tests: the SELECT statements that this thread runs on SQLite from now on, each once. Those of the thread for reports are not included. */
export function noteStatements(t: TestContext): ReadonlySet<string> {
  const noted = new Set<string>();
  const all = Reflect.get(StatementSync.prototype, "all") as (this: StatementSync, ...values: unknown[]) => unknown;
  t.mock.method(StatementSync.prototype, "all", function (this: StatementSync, ...values: unknown[]) {
    if (/^select /i.test(this.sourceSQL)) noted.add(this.sourceSQL);
    return all.apply(this, values);
  });
  return noted;
}
