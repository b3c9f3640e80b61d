import { parseArgs } from "node:util";
import { OperatorError } from "@selfsame/platform/operator-error";
import { restore } from "@selfsame/platform/store/copies/backup";
import { makeFolder } from "@selfsame/platform/store/data-folder";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";
import { storePlace } from "@selfsame/platform/store/store-place";
import { usageProblem } from "../subcommands.ts";
import { rejectSecond } from "../with-store.ts";

const help = `Usage: selfsame restore FILE

Checks a file of selfsame backup and replaces the embedded database with it. Stop the server first. The replaced database stays beside it, under
a name with the time.`;

export const command: Command = {
  summary: "replace the embedded database with a backup",
  help,
  async run(args) {
    const [file] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
    if (file === undefined) return usageProblem(help, "FILE is missing.");
    const config = readSettings();
    const { dataDir, databaseUrl } = config;
    if (databaseUrl !== undefined) throw new OperatorError("DATABASE_URL is set: restore PostgreSQL with pg_restore.");
    await rejectSecond(config);
    await makeFolder(dataDir, "SELFSAME_DATA_DIR");
    const { accounts, before } = await restore(dataDir, file, Date.now);
    console.log(
      `Restored ${file} to ${storePlace(config)}: ${accounts} accounts.${before === undefined ? "" : ` The replaced database is ${before}.`}`,
    );
    return 0;
  },
};
