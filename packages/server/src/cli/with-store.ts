import type { Config } from "../config.ts";
import { OperatorError } from "../operator-error.ts";
import { localUrl } from "../ops/local-url.ts";
import { openStore } from "../store/store.ts";
import { storeProblem } from "../store/store-problem.ts";
import type { Store } from "../store/store.ts";
import { readSettings } from "./settings.ts";

/** Runs a command on the store that the environment names, which may be in use by running servers. @returns the exit code */
export async function withStore(work: (store: Store, config: Config) => Promise<void>): Promise<number> {
  const config = readSettings();
  const store = await openStore(config).catch((error: unknown) => {
    throw (
      storeProblem(error, config) ?? new OperatorError(`The store cannot be opened: ${String(error)}`, { cause: error })
    );
  });
  try {
    await work(store, config);
    return 0;
  } finally {
    await store.close();
  }
}

/** Where links begin. Not known to a command when the server's port is not configured; then the person puts it in front. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">): string {
  return publicUrl ?? localUrl(host, port);
}
