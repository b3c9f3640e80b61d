import { open } from "node:fs/promises";
import { importStore } from "@selfsame/platform/store/copies/import";
import type { Command } from "../command.ts";
import { OperatorError } from "@selfsame/platform/operator-error";
import { withStore } from "../with-store.ts";
import { usageProblem } from "../subcommands.ts";

const help = `Usage: selfsame import FILE

Reads a file of selfsame export into the database that DATABASE_URL or SELFSAME_DATA_DIR names: all of it or nothing. That
database must have no accounts, so import before the first server starts on it.`;

async function run([path]: readonly string[]): Promise<number> {
  if (path === undefined) return usageProblem(help, "FILE is missing.");
  return withStore(
    async (store) => {
      const imported = await importStore(store, linesOf(path));
      if (imported.outcome === "not_empty")
        throw new OperatorError("The database has accounts already. Nothing was changed.");
      if (imported.outcome === "not_an_export") {
        throw new OperatorError(`${path} is not an export: line ${imported.line} is invalid. Nothing was changed.`);
      }
      console.log(`Imported ${imported.rows} rows.`);
    },
    { makes: true },
  );
}

/** Opens the file when the first line is read: a reader that is created earlier would lose lines. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path).catch(() => {
    throw new OperatorError(`${path} cannot be read.`);
  });
  try {
    yield* file.readLines();
  } finally {
    await file.close();
  }
}

export const command: Command = { summary: "read everything from a file", help, run };
