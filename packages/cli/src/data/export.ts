import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { exportStore } from "@selfsame/platform/store/copies/export";
import type { Command } from "../command.ts";
import { OperatorError } from "@selfsame/platform/operator-error";
import { withStore } from "../with-store.ts";
import { usageProblem } from "../subcommands.ts";

const help = `Usage: selfsame export FILE

Writes accounts, keys, domains, sessions, usage and the audit log to FILE, which must not exist yet. A server may run
meanwhile; later changes are not in the file. Keys and passwords are in it as hashes: protect it like the database.
selfsame import FILE reads it into another database:

  selfsame export selfsame.jsonl
  DATABASE_URL=postgres://... selfsame import selfsame.jsonl`;

async function run([path]: readonly string[]): Promise<number> {
  if (path === undefined) return usageProblem(help, "FILE is missing.");
  return withStore(async (store) => {
    const account = await store.db.selectFrom("accounts").select("id").limit(1).executeTakeFirst();
    // Probably a forgotten setting: a nightly export of nothing must fail.
    if (!account) throw new OperatorError("There is no account yet, so there is nothing to write.");
    const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
    await once(file, "open").catch(() => {
      throw new OperatorError(`${path} cannot be written, or exists already.`);
    });
    const rows = await exportStore(store, async (line) => {
      if (!file.write(`${line}\n`)) await once(file, "drain");
    });
    file.end();
    await finished(file);
    console.log(`Wrote ${rows} rows to ${path}.`);
  });
}

export const command: Command = { summary: "write everything to a file", help, run };
