import { parseArgs } from "node:util";
import { OperatorError } from "../../operator-error.ts";
import { backUp } from "../../store/copies/backup.ts";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";
import { databaseFile } from "../../store/data-folder.ts";
import { usageProblem } from "../subcommands.ts";

const help = `Usage: selfsame backup FILE

Copies the embedded database to FILE, which must not exist yet, while a server goes on with it, and checks the copy. Everything is in it but the
key that secrets are sealed with (secret.key in the data folder): keep that elsewhere. selfsame restore FILE puts it back.
PostgreSQL has pg_dump.`;

export const command: Command = {
  summary: "copy the embedded database, checked, while it is in use",
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
