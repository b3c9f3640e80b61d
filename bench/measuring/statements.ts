/**
 * Loaded into the server by `--import`: records the slowest statement on its main connections. SIGUSR2 writes the slowest since the last SIGUSR2 to
 * the file named by BENCH_STATEMENTS_FILE, and resets it. Statements of the thread for reports are not included.
 */
import { renameSync, writeFileSync } from "node:fs";
import { StatementSync } from "node:sqlite";
import { isMainThread } from "node:worker_threads";

export interface SlowestStatement {
  readonly sql: string;
  readonly ms: number;
}

const file = process.env["BENCH_STATEMENTS_FILE"];

if (file !== undefined && process.argv[2] === "serve" && isMainThread) {
  let slowest: SlowestStatement = { sql: "", ms: 0 };
  for (const name of ["all", "run"] as const) {
    const before = StatementSync.prototype[name] as (this: StatementSync, ...parameters: unknown[]) => unknown;
    Object.assign(StatementSync.prototype, {
      [name](this: StatementSync, ...parameters: unknown[]) {
        const startMs = performance.now();
        try {
          return before.apply(this, parameters);
        } finally {
          const ms = performance.now() - startMs;
          if (ms > slowest.ms) slowest = { sql: this.sourceSQL, ms };
        }
      },
    });
  }
  process.on("SIGUSR2", () => {
    writeFileSync(`${file}.new`, JSON.stringify(slowest));
    renameSync(`${file}.new`, file);
    slowest = { sql: "", ms: 0 };
  });
}
