import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { endTree } from "../end-tree.ts";

const here = (name: string) => pathToFileURL(join(import.meta.dirname, name)).href;

export interface TestRun {
  /** A test file. */
  readonly test: string;
  /** A module and the text that is read in its place. */
  readonly mutant: { readonly url: string; readonly source: string };
  /** For what it writes. It is empty, and removed afterwards. */
  readonly folder: string;
  /** What does not end is ended, and has failed. */
  readonly slowestMs: number;
}

/** @returns whether its tests pass. They run on SQLite alone, so that several runs are beside each other */
export function passes({ test, mutant, folder, slowestMs }: TestRun): Promise<boolean> {
  mkdirSync(folder);
  const text = join(folder, "mutant.json");
  writeFileSync(text, JSON.stringify(mutant));
  const env = {
    ...process.env,
    SELFSAME_TEST_POSTGRES: "",
    SELFSAME_TEST_REDIS: "",
    // Not one of the service: it knows all settings by their names.
    MUTANT_FILE: text,
    NODE_OPTIONS: `--import=${here("load-mutant.js")}`,
    TMPDIR: folder,
    // A run of tests may have started this one.
    NODE_TEST_CONTEXT: undefined,
  };
  // A group of its own, so that what the test started ends with it.
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

/** Ends the runs that are still going, with what they started in groups of their own. */
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
