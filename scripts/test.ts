/**
 * `npm test`: runs run-tests.ts, which has the options, and ends all that came of it where it is ended by a signal itself. A terminal
 * signals only the group in front of it, and tests start browsers and services in groups of their own.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { endTree } from "./end-tree.ts";

// A group of its own: what it started must be there to be found, and not have lost its parent to the same signal.
const args = [...process.execArgv, join(import.meta.dirname, "run-tests.ts"), ...process.argv.slice(2)];
const run = spawn(process.execPath, args, { stdio: "inherit", detached: process.platform !== "win32" });

const end = (signal: "SIGINT" | "SIGTERM" | "SIGHUP"): never => {
  if (run.pid !== undefined) endTree(run.pid);
  process.exit(128 + constants.signals[signal]);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(signal));

// npm passes a signal on to its shell, and not all shells pass it on: then the shell has gone.
const parent = process.ppid;
const isOrphan = () => process.ppid !== parent;
if (process.env["npm_lifecycle_event"] !== undefined) setInterval(() => isOrphan() && end("SIGTERM"), 500).unref();
run.on("close", (code) => (process.exitCode = code ?? 1));
