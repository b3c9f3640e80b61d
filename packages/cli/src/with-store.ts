import { stat } from "node:fs/promises";
import type { Config } from "@selfsame/server/config";
import { serviceElsewhere } from "./doctor/other-service.ts";
import { OperatorError } from "@selfsame/platform/operator-error";
import { localUrl } from "@selfsame/platform/ops/local-url";
import { databaseFile } from "@selfsame/platform/store/data-folder";
import { storePlace, storeSetting } from "@selfsame/platform/store/store-place";
import { openStore } from "@selfsame/platform/store/store";
import { storeProblem } from "@selfsame/platform/store/store-problem";
import type { Store } from "@selfsame/platform/store/store";
import { readSettings } from "./settings.ts";

export interface StoreUse {
  /** Whether the command may create the embedded database, as the service's first start does; other commands need an existing one. */
  readonly makes?: boolean;
}

/**
 * Runs a command on the configured store, which running servers may be using, and prints on standard error which store that is.
 * @returns the exit code
 * @throws OperatorError if there is no store and the command may not create it, or would create a second one beside a service's
 */
export async function withStore(
  work: (store: Store, config: Config) => Promise<void>,
  { makes = false }: StoreUse = {},
): Promise<number> {
  const config = readSettings();
  console.error(`Database: ${storePlace(config)}`);
  await (makes ? rejectSecond(config) : refuseNone(config));
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

async function refuseNone(config: Config): Promise<void> {
  if (await hasDatabase(config)) return;
  const elsewhere = await serviceElsewhere(config);
  const otherwise =
    "Start the service with these settings once, which creates it, or use the service's settings: SELFSAME_DATA_DIR or --env-file FILE.";
  throw new OperatorError(`There is no database in ${config.dataDir}. ${elsewhere ?? otherwise}`);
}

/** Rejects creating a database in a default folder while a service on this machine uses another one. @throws OperatorError */
export async function rejectSecond(config: Config): Promise<void> {
  if (config.isDataDirChosen || (await hasDatabase(config))) return;
  const elsewhere = await serviceElsewhere(config);
  if (elsewhere === undefined) return;
  throw new OperatorError(
    `This would create a second database in ${config.dataDir}. ${elsewhere} For a second one, set ${storeSetting(config)}.`,
  );
}

async function hasDatabase({ dataDir, databaseUrl }: Config): Promise<boolean> {
  if (databaseUrl !== undefined) return true;
  // A folder that cannot be read is reported when it is opened.
  return stat(databaseFile(dataDir)).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );
}

/** The base URL of links. If the server's port is not configured, a command cannot know it, and the person must add it. */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">): string {
  return publicUrl ?? localUrl(host, port);
}
