import { DatabaseSync } from "node:sqlite";
import { stat } from "node:fs/promises";
import type { Config } from "@selfsame/server/config";
import { localUrl } from "@selfsame/platform/ops/local-url";
import { databaseFile } from "@selfsame/platform/store/data-folder";
import { connectOnce } from "@selfsame/platform/store/postgres/examine-postgres";
import { storePlace } from "@selfsame/platform/store/store-place";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { installedService } from "./installed-service.ts";
import { answeringNode, unitElsewhere } from "./other-service.ts";

/** Checks that this machine's service and these settings use the same database. @param unitFolders where systemd's units are installed */
export async function checkService(config: Config, unitFolders?: readonly string[]): Promise<Finding> {
  const unit = await installedService(unitFolders);
  const elsewhere = unitElsewhere(config, unit);
  if (elsewhere !== undefined) return problem(elsewhere);
  const url = localUrl(config.host, config.port);
  const node = await answeringNode(config);
  if (node === undefined) {
    return unit?.isHidden === true
      ? warning(`no node answers at ${url}, and ${unit.envFile} may not be read: run sudo selfsame doctor`)
      : ok(`no node answers at ${url}`);
  }
  return (await knowsNode(config, node))
    ? ok(`node ${node} at ${url} uses this database`)
    : problem(
        `node ${node} answers at ${url} and uses another database than ${storePlace(config)}: give this command the service's settings (--env-file FILE)`,
      );
}

/** Whether the database lists the node: every node registers itself there (platform/ops/nodes.ts). */
async function knowsNode({ dataDir, databaseUrl }: Config, node: string): Promise<boolean> {
  if (databaseUrl === undefined) {
    const file = databaseFile(dataDir);
    if (!(await stat(file).catch(() => undefined))) return false;
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    try {
      return database.prepare("SELECT 1 FROM nodes WHERE id = ?").get(node) !== undefined;
    } finally {
      database.close();
    }
  }
  const client = await connectOnce(databaseUrl);
  try {
    return (await client.query("SELECT 1 FROM nodes WHERE id = $1", [node])).rows.length > 0;
  } finally {
    await client.end();
  }
}
