import { createAccount } from "@selfsame/server/accounts/people/accounts/changes";
import { accountNameLengthMax, listAccounts } from "@selfsame/server/accounts/people/accounts/accounts";
import { findUserByEmail } from "@selfsame/server/accounts/people/accounts/users";
import type { User } from "@selfsame/server/accounts/people/accounts/users";
import { commandLine } from "@selfsame/platform/audit/audit";
import { makeResetLinks, nameFirstAccount } from "@selfsame/server/accounts/people/accounts/claim";
import { clearFactors } from "@selfsame/server/accounts/people/factors/factors";
import { prepareFirstStart } from "@selfsame/server/accounts/people/first-start";
import { eraseAccount } from "@selfsame/server/features/retention/erasures";
import { linkPath } from "@selfsame/server/accounts/people/accounts/links";
import type { Config } from "@selfsame/server/config";
import type { Store } from "@selfsame/platform/store/store";
import type { Command } from "../command.ts";
import { runSubcommand, textOf } from "../subcommands.ts";
import type { Parsed, Subcommand } from "../subcommands.ts";
import { OperatorError } from "@selfsame/platform/operator-error";
import { accountNamed } from "./account-named.ts";
import { sendMail } from "./send-mail.ts";
import { listOptions, printList } from "../print-list.ts";
import { publicUrlOf, withStore } from "../with-store.ts";

const help = `Usage: selfsame accounts create EMAIL [--name NAME] [--plan PLAN] [--operator] [--unproven]
       selfsame accounts list [--json]
       selfsame accounts reset EMAIL
       selfsame accounts clear-factors EMAIL --yes
       selfsame accounts delete ACCOUNT --yes

create  creates a team's account with this person as its owner, and prints the link that sets their password. An
        existing person gets another team. The first account is the one that the first start creates; without a first
        start it is created here, and its key is printed. Its owner is an operator, and its plan is unlimited. Other
        accounts have the plan free. --plan overrides both.
        --operator  the person also runs the service: they see every account, plans, models and health.
        --unproven  you know who signs in with EMAIL, although they have not proven that it is theirs.
list    id, name, plan, and the e-mails of the owners.
reset   prints a link that sets a new password. Links work once, for an hour.
clear-factors
        removes the passkeys, the authenticator app and the recovery codes of a person who lost them. The password alone is
        then enough, and they are signed out everywhere. Check their identity first.
delete  deletes an account with its keys, usage and audit log, and its members who belong to no other account.
        ACCOUNT is its id, or the e-mail of someone who belongs only to it.`;

const create: Subcommand = {
  words: ["EMAIL"],
  options: {
    name: { type: "string" },
    plan: { type: "string" },
    operator: { type: "boolean" },
    unproven: { type: "boolean" },
  },
  run: (parsed) =>
    withStore(
      async (store, config) => {
        const given = { email: emailOf(parsed), plan: planOf(parsed, config), name: nameOf(parsed) };
        // For a database that no server has used yet: otherwise this account would become the first one, without an operator and without a key.
        const { apiKey } = await prepareFirstStart(store, config.apiKey);
        if (apiKey !== undefined) console.log(`API key (private, shown only now): ${apiKey}`);
        const first = await nameFirstAccount(store, commandLine, given, Date.now());
        if (first !== undefined) return printLink(store, config, { id: first, email: given.email }, "first");
        const asked = {
          ...given,
          plan: given.plan ?? "free",
          operator: parsed.values["operator"] === true,
          acceptUnproven: parsed.values["unproven"] === true,
        };
        const made = await createAccount(store, commandLine, asked, Date.now());
        if (made.outcome !== "made") throw new OperatorError(notProven(given.email));
        const { account, owner, isNew } = made;
        if (isNew) await printLink(store, config, owner, "first");
        else console.log(`Made: ${account.id}. ${given.email} has a sign-in already and finds it there.`);
      },
      { makes: true },
    ),
};

const notProven = (email: string): string =>
  `Somebody signs in as ${email} who has not proven that it is theirs, and would own the account.
Give them the link of: selfsame accounts reset ${email}. Once they have used it, make the account. If you know who it is, add --unproven.`;

function planOf(parsed: Parsed, { plans }: Config): string | undefined {
  const plan = textOf(parsed, "plan");
  if (plan !== undefined && !Object.hasOwn(plans, plan)) {
    throw new OperatorError(`The plans are ${Object.keys(plans).join(", ")}.`);
  }
  return plan;
}

function nameOf(parsed: Parsed): string | undefined {
  const name = textOf(parsed, "name")?.trim();
  if (name === "" || (name?.length ?? 0) > accountNameLengthMax) {
    throw new OperatorError(`A name has 1 to ${accountNameLengthMax} characters.`);
  }
  return name;
}

const list: Subcommand = {
  words: [],
  options: listOptions,
  run: (parsed) =>
    withStore(async ({ db }) => {
      const rows = (await listAccounts(db)).map(({ id, name, plan, owners, closed }) => {
        return { id, name: name || null, plan, status: closed ? "closed" : "open", owners };
      });
      printList(parsed, rows, {
        id: ({ id }) => id,
        name: ({ name }) => name ?? "(not set up)",
        plan: ({ plan }) => plan,
        status: ({ status }) => status,
        owners: ({ owners }) => owners.join(" "),
      });
    }),
};

const reset: Subcommand = {
  words: ["EMAIL"],
  options: {},
  run: (parsed) =>
    withStore(async (store, config) => {
      const user = await findUserByEmail(store.db, emailOf(parsed));
      if (!user) throw new OperatorError("Nobody has this e-mail.");
      await printLink(store, config, user, "reset");
    }),
};

const clear: Subcommand = {
  words: ["EMAIL"],
  options: { yes: { type: "boolean" } },
  run: (parsed) =>
    withStore(async (store, config) => {
      const user = await findUserByEmail(store.db, emailOf(parsed));
      if (!user) throw new OperatorError("Nobody has this e-mail.");
      if (parsed.values["yes"] !== true) {
        throw new OperatorError("After this their password alone opens their account. Add --yes to do it.");
      }
      const had = await clearFactors(store, commandLine, user.id, Date.now());
      const change = { kind: "security", change: "factors_removed", address: null, atMs: Date.now() } as const;
      if (had) await sendMail(store, config, user.email, { ...change, link: `${publicUrlOf(config)}/` });
      console.log(had ? `Removed: ${user.email} signs in by password again.` : `${user.email} had no second factor.`);
      if (user.passwordHash === null)
        console.log("They have no password: selfsame accounts reset makes a link for one.");
    }),
};

const remove: Subcommand = {
  words: ["ACCOUNT"],
  options: { yes: { type: "boolean" } },
  run: (parsed) =>
    withStore(async (store) => {
      const account = await accountNamed(store.db, parsed.positionals[0] ?? "");
      if (parsed.values["yes"] !== true) {
        throw new OperatorError("This deletes its keys, its usage and its audit log, for good. Add --yes to do it.");
      }
      const erased = await eraseAccount({ store, now: Date.now, changed: () => {} }, commandLine, account);
      if (erased === "last_operator") {
        throw new OperatorError("Nobody would be left to run the service: make another operator first.");
      }
      if (erased === "not_found") throw new OperatorError("There is no such account.");
      console.log(`Deleted: ${account}`);
    }),
};

async function printLink(
  store: Store,
  config: Config,
  { id, email }: Pick<User, "id" | "email">,
  kind: "first" | "reset",
): Promise<void> {
  // The operator passes the link to the person, which proves the address.
  const [secret] = await makeResetLinks({ store, now: Date.now }, commandLine, id, [true]);
  const link = publicUrlOf(config) + linkPath("reset", secret);
  console.log(`Set the password: ${link}`);
  if (await sendMail(store, config, email, { kind, link }))
    console.log(`The running service sends it to ${email}, too.`);
}

function emailOf({ positionals: [email] }: Parsed): string {
  // Also accepts root@localhost, which the dashboard rejects: it may be an address on a private network.
  if (email === undefined || email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new OperatorError("Give the person's e-mail.");
  }
  return email;
}

export const command: Command = {
  summary: "create, list, reset and delete accounts",
  help,
  run: (args) => runSubcommand({ create, list, reset, "clear-factors": clear, delete: remove }, help, args),
};
