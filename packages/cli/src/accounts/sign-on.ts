import { commandLine } from "@selfsame/platform/audit/audit";
import {
  claimDomain,
  listEmailDomains,
  proveDomain,
  releaseDomain,
} from "@selfsame/server/accounts/people/sign-on/domains";
import type { DomainChanged } from "@selfsame/server/accounts/people/sign-on/domains";
import { normalizeEmailDomain } from "@selfsame/server/accounts/people/sign-on/email-domain";
import { findProvider, setRequired } from "@selfsame/server/accounts/people/sign-on/provider";
import type { Provider } from "@selfsame/server/accounts/people/sign-on/provider";
import type { Store } from "@selfsame/platform/store/store";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { Command } from "../command.ts";
import { runSubcommand } from "../subcommands.ts";
import type { Parsed, Subcommand } from "../subcommands.ts";
import { withStore } from "../with-store.ts";
import { accountNamed } from "./account-named.ts";

const help = `Usage: selfsame sign-on show ACCOUNT
       selfsame sign-on prove ACCOUNT DOMAIN
       selfsame sign-on release ACCOUNT DOMAIN
       selfsame sign-on optional ACCOUNT

Single sign-on of a team. An owner sets it up in the dashboard; these commands are for what the dashboard cannot do.

show      prints the provider, the claim with the e-mail address where it is not email, and the domains that the
          team claims.
prove     marks a domain as the team's when DNS cannot prove it, such as on a private network.
release   removes a domain from a team, so that another team can prove it.
optional  lets the team's people sign in with passwords and passkeys again, when the provider no longer works.
          ACCOUNT is its id, or the e-mail of someone who belongs only to it.`;

type Work = (store: Store, account: string, parsed: Parsed) => Promise<void>;

const ofAccount = (work: Work, ...more: readonly string[]): Subcommand => ({
  options: {},
  words: ["ACCOUNT", ...more],
  run: (parsed) =>
    withStore(async (store) => work(store, await accountNamed(store.db, parsed.positionals[0] ?? ""), parsed)),
});

const show = ofAccount(async ({ db }, account) => {
  const provider = await findProvider(db, account);
  console.log(provider ? lineOf(provider) : "No provider is set up.");
  for (const { domain, verifiedAtMs } of await listEmailDomains(db, account)) {
    console.log(`${domain}\t${verifiedAtMs === null ? "claimed" : "proven"}`);
  }
});

function lineOf({ issuer, required, emailClaim }: Provider): string {
  const claim = emailClaim === "email" ? [] : [`e-mails by ${emailClaim}`];
  return [issuer, required ? "required" : "optional", ...claim].join("\t");
}

const prove = ofAccount(async (store, account, parsed) => {
  const domain = domainOf(parsed);
  const deps = { store, now: Date.now };
  done(await claimDomain(deps, commandLine, account, domain));
  done(await proveDomain(deps, commandLine, account, domain));
  console.log(`Proven: ${domain} belongs to ${account}.`);
}, "DOMAIN");

const release = ofAccount(async (store, account, parsed) => {
  const domain = domainOf(parsed);
  done(await releaseDomain({ store, now: Date.now }, commandLine, account, domain));
  console.log(`Released: ${domain}`);
}, "DOMAIN");

const optional = ofAccount(async (store, account) => {
  const outcome = await setRequired({ store, now: Date.now }, commandLine, account, false, null);
  if (outcome !== "set") throw new OperatorError("No provider is set up for this account.");
  console.log("The team's people can sign in with passwords and passkeys again.");
});

function domainOf({ positionals: [, given = ""] }: Parsed): string {
  const domain = normalizeEmailDomain(given);
  if (domain === undefined) throw new OperatorError("Give a domain such as example.com.");
  return domain;
}

function done(outcome: DomainChanged): void {
  if (outcome === "domain_taken")
    throw new OperatorError("Another account has proven this domain: release it there first.");
  if (outcome === "too_many") throw new OperatorError("This account claims too many domains: release one first.");
  if (outcome !== "done") throw new OperatorError("This account does not claim the domain.");
}

export const command: Command = {
  summary: "single sign-on: prove domains without DNS, allow sign-in without the provider",
  help,
  run: (args) => runSubcommand({ show, prove, release, optional }, help, args),
};
