import { createAccount } from "../access/accounts/changes.ts";
import { findAccountByEmail, listAccounts } from "../access/accounts/accounts.ts";
import { commandLine } from "../access/audit.ts";
import { makeResetLink, nameFirstAccount } from "../access/accounts/claim.ts";
import { eraseAccount } from "../access/erasures.ts";
import { linkPath } from "../access/accounts/links.ts";
import type { Config } from "../config.ts";
import type { Store } from "../store/store.ts";
import type { Command } from "./command.ts";
import { runSubcommand, textOf } from "./subcommands.ts";
import type { Parsed, Subcommand } from "./subcommands.ts";
import { OperatorError } from "../operator-error.ts";
import { publicUrlOf, withStore } from "./with-store.ts";

const help = `Usage: selfsame accounts create EMAIL [--role owner|member] [--plan PLAN]
       selfsame accounts list
       selfsame accounts reset EMAIL
       selfsame accounts delete EMAIL --yes

create  makes an account and prints the link with which its person sets the password.
        The first one is the owner's, with the key made at first start.
reset   prints a link with which the person sets a new password. Links are good for an hour, once.
delete  removes an account with its keys, usage and audit log, for good.`;

const create: Subcommand = {
  options: { role: { type: "string" }, plan: { type: "string" } },
  run: (parsed) =>
    withStore(async (store, config) => {
      const email = emailOf(parsed);
      const id =
        (await nameFirstAccount(store, commandLine, email, Date.now())) ?? (await add(store, config, email, parsed));
      await printLink(store, config, id);
    }),
};

async function add(store: Store, { plans }: Config, email: string, parsed: Parsed): Promise<string> {
  const role = textOf(parsed, "role") ?? "member";
  const plan = textOf(parsed, "plan") ?? "free";
  if (role !== "owner" && role !== "member") throw new OperatorError("The role is owner or member.");
  if (!Object.hasOwn(plans, plan)) throw new OperatorError(`The plans are ${Object.keys(plans).join(", ")}.`);
  const account = await createAccount(store, commandLine, { email, role, plan, passwordHash: null }, Date.now());
  if (!account) throw new OperatorError("Another account has this e-mail.");
  return account.id;
}

const list: Subcommand = {
  options: {},
  run: () =>
    withStore(async ({ db }) => {
      for (const { email, role, plan, closed } of await listAccounts(db)) {
        console.log([email ?? "(not set up)", role, plan, ...(closed ? ["closed"] : [])].join("\t"));
      }
    }),
};

const reset: Subcommand = {
  options: {},
  run: (parsed) =>
    withStore(async (store, config) => {
      const account = await findAccountByEmail(store.db, emailOf(parsed));
      if (!account) throw new OperatorError("No account has this e-mail.");
      await printLink(store, config, account.id);
    }),
};

const remove: Subcommand = {
  options: { yes: { type: "boolean" } },
  run: (parsed) =>
    withStore(async (store) => {
      const account = await findAccountByEmail(store.db, emailOf(parsed));
      if (!account) throw new OperatorError("No account has this e-mail.");
      if (parsed.values["yes"] !== true) {
        throw new OperatorError("This deletes its keys, its usage and its audit log, for good. Add --yes to do it.");
      }
      const erased = await eraseAccount({ store, now: Date.now, changed: () => {} }, commandLine, account.id);
      if (erased === "last_owner") throw new OperatorError("The last owner cannot be deleted: make another one first.");
      console.log(`Deleted: ${account.id}`);
    }),
};

async function printLink(store: Store, config: Config, accountId: string): Promise<void> {
  const secret = await makeResetLink({ store, now: Date.now }, commandLine, accountId);
  console.log(`Set the password: ${publicUrlOf(config)}${linkPath("reset", secret)}`);
}

function emailOf({ positionals: [email] }: Parsed): string {
  if (!email?.includes("@")) throw new OperatorError("Give the account's e-mail.");
  return email;
}

export const command: Command = {
  summary: "Make, list, reset and delete accounts",
  help,
  run: (args) => runSubcommand({ create, list, reset, delete: remove }, help, args),
};
