/** The thread of reports.ts: runs one statement after the other on a read-only connection. */
import { parentPort, workerData } from "node:worker_threads";
import { openToRead } from "./database.ts";
import type { ReportAnswer, ReportQuestion } from "./reports.ts";

const connection = openToRead((workerData as { readonly file: string }).file);

parentPort?.on("message", ({ id, sql, parameters }: ReportQuestion) => {
  const answer = (): ReportAnswer => {
    try {
      return { id, rows: connection.run({ sql, parameters }).rows };
    } catch (error) {
      return { id, error };
    }
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer());
});
