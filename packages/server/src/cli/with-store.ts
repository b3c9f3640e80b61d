import { homedir } from "node:os";
import { readConfig } from "../config.ts";
import type { Config } from "../config.ts";
import { openStore } from "../store/store.ts";
import type { Store } from "../store/store.ts";

/** What a command says when it cannot do what it was asked; the exit code is 1. */
export class CommandProblem extends Error {
  override readonly name = "CommandProblem";
}

/** Runs a command on the store that the environment names, which may be in use by running servers. @returns the exit code */
export async function withStore(work: (store: Store, config: Config) => Promise<void>): Promise<number> {
  const read = readConfig(process.env, process.platform, homedir());
  if (read.outcome === "invalid") return complain(read.problems);
  let store: Store | undefined;
  try {
    store = await openStore(read.config);
    await work(store, read.config);
    return 0;
  } catch (error) {
    const isOurs = error instanceof CommandProblem || !store;
    if (!isOurs) throw error;
    return complain([error instanceof CommandProblem ? error.message : `The store cannot be opened: ${String(error)}`]);
  } finally {
    await store?.close();
  }
}

function complain(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return 1;
}

/** Where links begin. Not known to a command when the server's port is not configured; then the person puts it in front. */
export function publicUrlOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host}:${port}`;
}
