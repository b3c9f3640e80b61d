/**
 * `npm test`: runs run-tests.ts, which has the options, and ends all its processes when it is itself ended by a signal. A terminal signals only the
 * foreground process group, and tests start browsers and services in separate groups.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { endTree } from "./end-tree.ts";

// A separate process group: the same signal must not end it first, because then its processes would lose their parent and not be found.
const args = [...process.execArgv, join(import.meta.dirname, "run-tests.ts"), ...process.argv.slice(2)];
const run = spawn(process.execPath, args, { stdio: "inherit", detached: process.platform !== "win32" });

const end = (signal: "SIGINT" | "SIGTERM" | "SIGHUP"): never => {
  if (run.pid !== undefined) endTree(run.pid);
  process.exit(128 + constants.signals[signal]);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(signal));

// npm passes a signal to its shell, and not all shells forward it: then this process's parent has ended.
const parent = process.ppid;
const isOrphan = () => process.ppid !== parent;
if (process.env["npm_lifecycle_event"] !== undefined) setInterval(() => isOrphan() && end("SIGTERM"), 500).unref();
run.on("close", (code) => (process.exitCode = code ?? 1));
