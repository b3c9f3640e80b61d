import { format } from "node:util";
import { mock } from "node:test";
import { runCommand } from "@selfsame/cli/run-command";
import type { StoreConfig } from "@selfsame/platform/store/store";

/**
 * Runs a `selfsame` command on this store as from a shell, but in this process: a process for each command takes several times as long as the
 * command. Commands must not run concurrently.
 */
export async function selfsame(config: StoreConfig, ...args: string[]) {
  const environment = process.env;
  const { dataDir, databaseUrl = "" } = config;
  process.env = { SELFSAME_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SELFSAME_WORKERS: "1" };
  const lines = { log: [] as string[], error: [] as string[] };
  const mocks = (["log", "error"] as const).map((name) =>
    mock.method(console, name, (...said: unknown[]) => void lines[name].push(format(...said))),
  );
  try {
    const code = await runCommand(args);
    return { code, out: lines.log.join("\n").trimEnd(), problems: lines.error.join("\n").trimEnd() };
  } finally {
    for (const { mock } of mocks) mock.restore();
    process.env = environment;
  }
}
