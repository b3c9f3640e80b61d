import { findAccountByEmail, listAccounts } from "../access/accounts.ts";
import { commandLine } from "../access/audit.ts";
import { overlapSecondsMax, revokeKey, rotateKey } from "../access/key-changes.ts";
import { createKey, listKeys } from "../access/keys.ts";
import type { KeyDeps, MadeKey } from "../access/keys.ts";
import { normalizeOrigin } from "../access/origins.ts";
import type { Store } from "../store/store.ts";
import type { Command } from "./command.ts";
import { runSubcommand, textOf, textsOf } from "./subcommands.ts";
import type { Parsed, Subcommand } from "./subcommands.ts";
import { CommandProblem, withStore } from "./with-store.ts";

const help = `Usage: selfsame keys create NAME [--public --origin ORIGIN...] [--expires-days N] [--account EMAIL]
       selfsame keys list [--account EMAIL]
       selfsame keys rotate ID [--overlap-seconds N] [--account EMAIL]
       selfsame keys revoke ID [--account EMAIL]

Without --account they are the first account's. A key is printed once, when it is made.
rotate  makes a successor; the old key lives on for the overlap: 0 (the default) to ${overlapSecondsMax} seconds, 7 days.
A running server refuses a revoked key at once with the embedded database, within 5 seconds with PostgreSQL.`;

const account = { account: { type: "string" } } as const;

const create: Subcommand = {
  options: {
    ...account,
    public: { type: "boolean" },
    origin: { type: "string", multiple: true },
    "expires-days": { type: "string" },
  },
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId) => {
      const name = (parsed.positionals[0] ?? "").trim();
      if (name === "" || name.length > 64) throw new CommandProblem("Give the key a name of 1 to 64 characters.");
      const kind = parsed.values["public"] === true ? "public" : "private";
      const allowedOrigins = textsOf(parsed, "origin").map(originOf);
      if ((kind === "public") !== allowedOrigins.length > 0) {
        throw new CommandProblem("A public key needs at least one --origin, a private one has none.");
      }
      const days = textOf(parsed, "expires-days");
      const expiresAtMs = days === undefined ? null : Date.now() + wholeNumber(days, 1, 36_500) * 24 * 3600_000;
      const made = await createKey(keys, commandLine, accountId, { name, kind, allowedOrigins, expiresAtMs });
      if (!made) throw new CommandProblem("The account has too many keys: revoke some first.");
      print(made);
    }),
};

const list: Subcommand = {
  options: account,
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId) => {
      for (const { id, display, status, lastUsedDay, name } of await listKeys(keys, accountId)) {
        console.log([id, display, status, lastUsedDay ?? "never used", name].join("\t"));
      }
    }),
};

const rotate: Subcommand = {
  options: { ...account, "overlap-seconds": { type: "string" } },
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId) => {
      const overlapSeconds = wholeNumber(textOf(parsed, "overlap-seconds") ?? "0", 0, overlapSecondsMax);
      const rotated = await rotateKey(keys, commandLine, accountId, parsed.positionals[0] ?? "", overlapSeconds);
      if (rotated.outcome === "not_found") throw new CommandProblem("The account has no such key.");
      if (rotated.outcome !== "rotated") throw new CommandProblem("The key is revoked, expired or already rotated.");
      print(rotated);
    }),
};

const revoke: Subcommand = {
  options: account,
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId) => {
      const key = await revokeKey(keys, commandLine, accountId, parsed.positionals[0] ?? "");
      if (!key) throw new CommandProblem("The account has no such key.");
      console.log(`Revoked: ${key.display}`);
    }),
};

function onKeys(parsed: Parsed, work: (keys: KeyDeps, accountId: string) => Promise<void>): Promise<number> {
  return withStore(async (store) => {
    const keys = { store, now: Date.now, changed: () => {} };
    await work(keys, await accountIdOf(store, textOf(parsed, "account")));
  });
}

async function accountIdOf({ db }: Store, email: string | undefined): Promise<string> {
  const found = email === undefined ? (await listAccounts(db))[0] : await findAccountByEmail(db, email);
  if (found) return found.id;
  throw new CommandProblem(
    email === undefined ? "There is no account yet: start the server once." : "No account has this e-mail.",
  );
}

function originOf(text: string): string {
  const origin = normalizeOrigin(text);
  if (origin === undefined) throw new CommandProblem("An origin is a scheme and a host, such as https://shop.example.");
  return origin;
}

function wholeNumber(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new CommandProblem(`A whole number from ${least} to ${most} is needed, not "${text}".`);
}

function print({ key, secret }: MadeKey): void {
  console.log(`Id: ${key.id}\nKey: ${secret}`);
}

export const command: Command = {
  summary: "Make, list, rotate and revoke API keys",
  help,
  run: (args) => runSubcommand({ create, list, rotate, revoke }, help, args),
};
