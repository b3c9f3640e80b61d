import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { endTree } from "../end-tree.ts";

const here = (name: string) => pathToFileURL(join(import.meta.dirname, name)).href;

export interface TestRun {
  /** A test file. */
  readonly test: string;
  /** A module, and the text that replaces its own. */
  readonly mutant: { readonly url: string; readonly source: string };
  /** For the test's files: an empty folder, removed afterwards. */
  readonly folder: string;
  /** Time limit: a test that exceeds it is ended, and counts as failed. */
  readonly slowestMs: number;
}

/** @returns whether the test file passes. Tests run on SQLite alone, so that several can run in parallel */
export function passes({ test, mutant, folder, slowestMs }: TestRun): Promise<boolean> {
  mkdirSync(folder);
  const text = join(folder, "mutant.json");
  writeFileSync(text, JSON.stringify(mutant));
  const env = {
    ...process.env,
    SELFSAME_TEST_POSTGRES: "",
    SELFSAME_TEST_REDIS: "",
    // Without the service's prefix, because the service rejects unknown settings with it.
    MUTANT_FILE: text,
    NODE_OPTIONS: `--import=${here("load-mutant.js")}`,
    TMPDIR: folder,
    // A test run may have started this one.
    NODE_TEST_CONTEXT: undefined,
  };
  // A separate process group, so that processes that the test started end with it.
  const args = [`--test-reporter=${here("stop-at-failure.js")}`, test];
  const run = spawn(process.execPath, args, { env, stdio: "ignore", detached: true });
  const { pid } = run;
  if (pid !== undefined) groups.add(pid);
  const slowest = setTimeout(() => end(pid), slowestMs);
  return new Promise((settle) => {
    run.on("close", (code) => {
      clearTimeout(slowest);
      end(pid);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      settle(code === 0);
    });
  });
}

const groups = new Set<number>();

/** Ends the runs in progress, and processes that they started in separate groups. */
export function endRuns(): void {
  for (const group of groups) endTree(group);
}

function end(group: number | undefined): void {
  if (group === undefined || !groups.delete(group)) return;
  try {
    process.kill(-group, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
