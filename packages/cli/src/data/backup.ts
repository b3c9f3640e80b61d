import { parseArgs } from "node:util";
import { OperatorError } from "@selfsame/platform/operator-error";
import { backUp } from "@selfsame/platform/store/copies/backup";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";
import { databaseFile } from "@selfsame/platform/store/data-folder";
import { usageProblem } from "../subcommands.ts";

const help = `Usage: selfsame backup FILE

Copies the embedded database to FILE, which must not exist yet, and checks the copy. A server may run meanwhile. The copy has everything except the
key that seals secrets (secret.key in the data folder): store that elsewhere. selfsame restore FILE restores the copy.
For PostgreSQL use pg_dump.`;

export const command: Command = {
  summary: "copy the embedded database while it is in use, and check the copy",
  help,
  async run(args) {
    const [file] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
    if (file === undefined) return usageProblem(help, "FILE is missing.");
    const { dataDir, databaseUrl } = readSettings();
    if (databaseUrl !== undefined) throw new OperatorError("DATABASE_URL is set: back PostgreSQL up with pg_dump.");
    const { sizeBytes, accounts } = await backUp(dataDir, file);
    console.log(
      `Wrote ${file}, a copy of ${databaseFile(dataDir)}: ${(sizeBytes / 1e6).toFixed(1)} MB, ${accounts} accounts, checked.`,
    );
    return 0;
  },
};
