import { resolve } from "node:path";
import { z } from "zod";
import type { Config } from "@selfsame/server/config";
import { localUrl } from "@selfsame/platform/ops/local-url";
import { storePlace, storeSetting } from "@selfsame/platform/store/store-place";
import { type InstalledService, installedService } from "./installed-service.ts";

const answerMs = 1000;
const live = z.object({ status: z.literal("live"), node: z.string() });

/**
 * Whether systemd runs the service with a database other than the one in these settings.
 * @returns a sentence that states it and how to use the service's database; undefined if not
 */
export function unitElsewhere(config: Config, unit: InstalledService | undefined): string | undefined {
  if (unit === undefined || isSame(config, unit)) return undefined;
  if (unit.isHidden) {
    return `${unit.unit} runs the service with the settings of ${unit.envFile}, which this user may not read. To use its database: sudo selfsame (docs/deploy.md, systemd).`;
  }
  const how = `sudo selfsame${unit.envFile === undefined ? "" : `, or --env-file ${unit.envFile}`}`;
  return `${unit.unit} runs the service with another database: ${storePlace(unit)}. To use that one: ${how} (docs/deploy.md, systemd).`;
}

function isSame(a: Config, b: InstalledService): boolean {
  if (a.databaseUrl !== undefined || b.databaseUrl !== undefined) {
    const [one, other] = [a, b].map(({ databaseUrl }) => (databaseUrl === undefined ? null : URL.parse(databaseUrl)));
    return one !== null && other !== null && one?.host === other?.host && one?.pathname === other?.pathname;
  }
  return resolve(a.dataDir) === resolve(b.dataDir);
}

/** The id of the service's node that answers on the configured host and port; undefined if none does, or its version does not report an id. */
export async function answeringNode({ host, port }: Config): Promise<string | undefined> {
  if (port === 0) return undefined;
  try {
    const answer = await fetch(`${localUrl(host, port)}/health/live`, { signal: AbortSignal.timeout(answerMs) });
    return live.safeParse(await answer.json()).data?.node;
  } catch {
    // Nothing listens, or another program does.
    return undefined;
  }
}

/** Another service, running or installed on this machine, when these settings have no database yet. @returns a sentence, or undefined */
export async function serviceElsewhere(config: Config, unitFolders?: readonly string[]): Promise<string | undefined> {
  const unit = unitElsewhere(config, await installedService(unitFolders));
  if (unit !== undefined) return unit;
  const node = await answeringNode(config);
  if (node === undefined) return undefined;
  return `A service answers at ${localUrl(config.host, config.port)} (node ${node}) with another database. Give this command its ${storeSetting(config)}, or its settings by --env-file FILE.`;
}
