import { commandLine } from "@selfsame/platform/audit/audit";
import { rangesMax, readRange } from "@selfsame/server/accounts/keys/address-ranges";
import { awsSecretOf } from "@selfsame/server/accounts/keys/aws-secret";
import { unbounded } from "@selfsame/server/accounts/keys/bounds";
import type { GivenBounds } from "@selfsame/server/accounts/keys/bounds";
import { changeKey, revokeKey, rotateKey } from "@selfsame/server/accounts/keys/changes";
import { overlapSecondsMax, overlapSecondsUsual } from "@selfsame/platform/secrets/overlap";
import { eraseKey } from "@selfsame/server/features/retention/erasures";
import { type KeyKind, keyKinds } from "@selfsame/server/accounts/keys/format";
import { bySwitchName, keySwitches, switchNames } from "@selfsame/server/accounts/access/key-switches";
import { hasScope, scopes } from "@selfsame/server/accounts/access/scopes";
import type { Scope } from "@selfsame/server/accounts/access/scopes";
import type { Plan } from "@selfsame/server/accounts/access/plans";
import { createKey, listKeys } from "@selfsame/server/accounts/keys/keys";
import type { KeyDeps, MadeKey } from "@selfsame/server/accounts/keys/keys";
import { normalizeOrigin } from "@selfsame/server/accounts/keys/origins";
import type { Config } from "@selfsame/server/config";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { silent } from "@selfsame/platform/store/log";
import type { Command } from "../command.ts";
import { type ChallengeMode, challengeModes } from "@selfsame/server/liveness/challenge/challenge-mode";
import { numberOf, runSubcommand, textOf, textsOf } from "../subcommands.ts";
import type { Parsed, Subcommand } from "../subcommands.ts";
import { OperatorError } from "@selfsame/platform/operator-error";
import { oneOf } from "../one-of.ts";
import { accountNamed } from "./account-named.ts";
import { listOptions, printList } from "../print-list.ts";
import { withStore } from "../with-store.ts";

const switches = switchNames.map((name) => keySwitches[name]);

const help = `Usage: selfsame keys create NAME [--kind private|public|test] [--origin ORIGIN...] [--expires-days N] [--account ACCOUNT]
                            [SWITCHES] [--threshold 0..1] [--challenge-mode stepwise|any|team] [--aws] [BOUNDS]
       selfsame keys change ID [SWITCHES] [--threshold 0..1|none] [--challenge-mode stepwise|any|team]
                            [BOUNDS] [--account ACCOUNT]
       selfsame keys list [--json] [--account ACCOUNT]
       selfsame keys rotate ID [--overlap-seconds N] [--aws] [--account ACCOUNT]
       selfsame keys revoke ID [--with-made] [--account ACCOUNT]
       selfsame keys delete ID [--account ACCOUNT]

Manages keys of the first account, or of --account ACCOUNT: an id, or the e-mail of someone who belongs only to that account. A key is printed once, when it is created.
--kind private           for backends (the default). Unless --scope names them, it may not review sessions, add trust anchors or make keys.
--kind public            for browsers, on the pages of its origins (the same as --public).
--kind test              for your CI: you choose outcomes; photos are not analyzed and nothing is billed.
SWITCHES are yes or no:
${switches.map(({ option, help: [value, text] }) => `${`--${option} ${value}`.padEnd(23)}  ${text}`).join("\n")}
--threshold 0.75         two faces match from this similarity on, unless the request overrides it; none: the team's threshold.
--challenge-mode stepwise  only live challenges that show one step at a time are accepted (the default of new keys); any: also all steps at once, for pages with an older camera; team: as the team has it.
--aws                    also prints the access key id and the secret access key, for clients of Amazon Rekognition (SELFSAME_COMPATIBLE).
BOUNDS restrict a private or test key:
--scope SCOPE            one scope; repeat the option for several: ${scopes.join(", ")}; or all, which is all but sessions:review, evidence:read, trust:write, oidc:write and keys:write: name these beside it.
--from RANGE             addresses; repeat the option for several, such as 192.0.2.0/24 or 2001:db8::/32, ${rangesMax} at most; or anywhere.
--per-minute N|none, --per-month N|none, --at-once N|none  its own limits, within the plan's.
rotate  creates a successor. The old key works for the overlap: ${overlapSecondsUsual} seconds (a day) by default, 0 to ${overlapSecondsMax} (7 days).
revoke  ends a key; --with-made also ends the keys that were created with it, and those that they created.
delete  revokes a key and deletes it with its usage. This month's usage stays without a name until the month ends.
A running server rejects a revoked key at once with the embedded database, within 5 seconds with PostgreSQL.`;

const account = { account: { type: "string" } } as const;

/** Options for what a private key requires of a verify. */
const demands: Subcommand["options"] = {
  ...Object.fromEntries(switches.map(({ option }) => [option, { type: "string" }])),
  threshold: { type: "string" },
  "challenge-mode": { type: "string" },
};

function demandsOf(parsed: Parsed) {
  return {
    ...bySwitchName((name) => yesOrNo(parsed, keySwitches[name].option)),
    threshold: thresholdOf(parsed),
    challengeMode: challengeModeOf(parsed),
  };
}

/** Null: the team's setting. */
function challengeModeOf(parsed: Parsed): ChallengeMode | null | undefined {
  const text = textOf(parsed, "challenge-mode");
  if (text === undefined) return undefined;
  if (text === "team") return null;
  const mode = challengeModes.find((one) => one === text);
  if (!mode) throw new OperatorError("--challenge-mode is stepwise, any or team.");
  return mode;
}

/** Options that limit a private or a test key. */
const bounds = {
  scope: { type: "string", multiple: true },
  from: { type: "string", multiple: true },
  "per-minute": { type: "string" },
  "per-month": { type: "string" },
  "at-once": { type: "string" },
} as const;

/** @param before the current limits, which apply where no option is given */
function boundsOf(parsed: Parsed, before: Plan): GivenBounds {
  const asked = textsOf(parsed, "scope");
  const ranges = textsOf(parsed, "from");
  const limits = {
    requestsPerMinute: limitOf(parsed, "per-minute", before.requestsPerMinute),
    requestsPerMonth: limitOf(parsed, "per-month", before.requestsPerMonth),
    concurrentRequests: limitOf(parsed, "at-once", before.concurrentRequests),
  };
  return {
    ...(asked.length > 0 && { scopes: scopesOf(asked) }),
    ...(ranges.length > 0 && { addressRanges: ranges.join() === "anywhere" ? [] : rangesOf(ranges) }),
    ...(["per-minute", "per-month", "at-once"].some((name) => textOf(parsed, name) !== undefined) && { limits }),
  };
}

function limitOf(parsed: Parsed, option: string, before: number | null): number | null {
  if (textOf(parsed, option) === "none") return null;
  return numberOf(parsed, option, 1, 999_999_999) ?? before;
}

/** The scopes to store. Null for `all` alone, which includes scopes of later versions; `all` beside others stands for today's scopes. */
function scopesOf(asked: readonly string[]): Scope[] | null {
  if (asked.every((one) => one === "all")) return null;
  const named = asked.flatMap((one) => (one === "all" ? scopes.filter((scope) => hasScope(null, scope)) : one));
  return [...new Set(named)].map((one) => oneOf(one, scopes, "scope"));
}

function rangesOf(texts: readonly string[]): string[] {
  if (texts.length > rangesMax) throw new OperatorError(`A key has ${rangesMax} address ranges at most.`);
  const ranges = texts.map((text) => {
    const read = readRange(text);
    if ("problem" in read) throw new OperatorError(`${read.problem}.`);
    return read.range;
  });
  return [...new Set(ranges)];
}

function kindOf(parsed: Parsed): KeyKind {
  const isPublic = parsed.values["public"] === true;
  const asked = textOf(parsed, "kind") ?? (isPublic ? "public" : "private");
  const kind = keyKinds.find((one) => one === asked);
  if (!kind || (isPublic && kind !== "public")) throw new OperatorError(`--kind is one of ${keyKinds.join(", ")}.`);
  return kind;
}

const create: Subcommand = {
  words: ["NAME"],
  options: {
    ...account,
    ...demands,
    ...bounds,
    kind: { type: "string" },
    public: { type: "boolean" },
    origin: { type: "string", multiple: true },
    "expires-days": { type: "string" },
    aws: { type: "boolean" },
  },
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId, config) => {
      const name = (parsed.positionals[0] ?? "").trim();
      if (name === "" || name.length > 64) throw new OperatorError("Give the key a name of 1 to 64 characters.");
      const kind = kindOf(parsed);
      if (isForAws(parsed) && kind !== "private") throw new OperatorError("--aws is for private keys.");
      const allowedOrigins = textsOf(parsed, "origin").map(originOf);
      if ((kind === "public") !== allowedOrigins.length > 0) {
        throw new OperatorError("A public key needs at least one --origin; other keys take none.");
      }
      const days = numberOf(parsed, "expires-days", 1, 36_500);
      const expiresAtMs = days === undefined ? null : Date.now() + days * 24 * 3600_000;
      const given = boundsOf(parsed, unbounded.limits);
      if (kind === "public" && isBounded(given, parsed)) throw new OperatorError(notOfPublicKeys);
      const key = { name, kind, allowedOrigins, expiresAtMs, ...demandsOf(parsed), ...given } as const;
      const made = await createKey(keys, commandLine, accountId, key);
      if (made.outcome !== "created") throw new OperatorError("The account has too many keys: revoke some first.");
      await print(made, isForAws(parsed) ? config : undefined);
    }),
};

const change: Subcommand = {
  words: ["ID"],
  options: { ...account, ...demands, ...bounds },
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId) => {
      const id = parsed.positionals[0] ?? "";
      const before = (await listKeys(keys, accountId)).find((key) => key.id === id);
      const given = boundsOf(parsed, (before ?? unbounded).limits);
      if (before?.kind === "public" && isBounded(given, parsed)) throw new OperatorError(notOfPublicKeys);
      const changed = await changeKey(keys, commandLine, accountId, id, { ...demandsOf(parsed), ...given });
      if (changed.outcome !== "changed") throw new OperatorError("The account has no such key.");
      const { display, scopes, addressRanges, limits, ...key } = changed.key;
      const words = switchNames.map((name) => `${keySwitches[name].label} ${key[name] ? "yes" : "no"}`);
      console.log(`${display}: ${words.join(", ")}.`);
      console.log(`Threshold: ${key.threshold ?? "as the team has it"}.`);
      console.log(`Challenge mode: ${key.challengeMode ?? "as the team has it"}.`);
      console.log(`Scopes: ${scopes?.join(", ") ?? "all"}. From: ${addressRanges.join(", ") || "anywhere"}.`);
      const { requestsPerMinute, requestsPerMonth, concurrentRequests } = limits;
      const own = [requestsPerMinute, requestsPerMonth, concurrentRequests].map((limit) => limit ?? "none");
      console.log(`Limits of its own: ${own[0]} a minute, ${own[1]} a month, ${own[2]} at once.`);
    }),
};

const isBounded = (given: GivenBounds, parsed: Parsed): boolean =>
  Object.keys(given).length > 0 || thresholdOf(parsed) !== undefined;

const notOfPublicKeys =
  "Scopes, addresses, limits and thresholds are for private and test keys: a public key is restricted to its origins.";

const list: Subcommand = {
  words: [],
  options: { ...account, ...listOptions },
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId) => {
      const rows = (await listKeys(keys, accountId)).map(({ id, display, kind, status, lastUsedDay, name }) => {
        return { id, key: display, kind, status, last_used: lastUsedDay, name };
      });
      printList(parsed, rows, {
        id: ({ id }) => id,
        key: ({ key }) => key,
        status: ({ status }) => status,
        "last used": ({ last_used }) => last_used ?? "never",
        name: ({ name }) => name,
      });
    }),
};

const rotate: Subcommand = {
  words: ["ID"],
  options: { ...account, "overlap-seconds": { type: "string" }, aws: { type: "boolean" } },
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId, config) => {
      const overlapSeconds = numberOf(parsed, "overlap-seconds", 0, overlapSecondsMax) ?? overlapSecondsUsual;
      const rotated = await rotateKey(keys, commandLine, accountId, parsed.positionals[0] ?? "", overlapSeconds);
      if (rotated.outcome === "not_found") throw new OperatorError("The account has no such key.");
      if (rotated.outcome !== "rotated") throw new OperatorError("The key is revoked, expired or already rotated.");
      await print(rotated, isForAws(parsed) ? config : undefined);
    }),
};

const revoke: Subcommand = {
  words: ["ID"],
  options: { ...account, "with-made": { type: "boolean" } },
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId) => {
      const withMade = parsed.values["with-made"] === true;
      const revoked = await revokeKey(keys, commandLine, accountId, parsed.positionals[0] ?? "", { withMade });
      if (revoked.outcome !== "revoked") throw new OperatorError("The account has no such key.");
      console.log(`Revoked: ${revoked.key.display}`);
    }),
};

const remove: Subcommand = {
  words: ["ID"],
  options: account,
  run: (parsed) =>
    onKeys(parsed, async (keys, accountId) => {
      const id = parsed.positionals[0] ?? "";
      if (!(await eraseKey(keys, commandLine, accountId, id))) throw new OperatorError("The account has no such key.");
      console.log(`Deleted: ${id}`);
    }),
};

function onKeys(
  parsed: Parsed,
  work: (keys: KeyDeps, accountId: string, config: Config) => Promise<void>,
): Promise<number> {
  return withStore(async (store, config) => {
    const keys = { store, now: Date.now, changed: () => {} };
    await work(keys, await accountNamed(store.db, textOf(parsed, "account")), config);
  });
}

function originOf(text: string): string {
  const origin = normalizeOrigin(text);
  if (origin === undefined) throw new OperatorError("An origin is a scheme and a host, such as https://shop.example.");
  return origin;
}

function thresholdOf(parsed: Parsed): number | null | undefined {
  const text = textOf(parsed, "threshold");
  if (text === undefined) return undefined;
  if (text === "none") return null;
  const value = /^\d?\.?\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new OperatorError(`--threshold is a number from 0 to 1, or none, not "${text}".`);
}

function yesOrNo(parsed: Parsed, option: string): boolean | undefined {
  const text = textOf(parsed, option);
  if (text === undefined || text === "yes" || text === "no") return text === undefined ? undefined : text === "yes";
  throw new OperatorError(`--${option} is yes or no, not "${text}".`);
}

const isForAws = (parsed: Parsed): boolean => parsed.values["aws"] === true;

/** @param config set if AWS client settings are to be printed as well; it contains the secret key */
async function print({ key, secret }: MadeKey, config: Config | undefined): Promise<void> {
  console.log(`Id: ${key.id}\nKey: ${secret}`);
  if (!config) return;
  const seal = createSeal(await findSecretKey(config, silent));
  console.log(`AWS access key id: ${key.id}\nAWS secret access key: ${awsSecretOf(seal, key.id)}`);
}

export const command: Command = {
  summary: "create, change, list, rotate, revoke and delete API keys",
  help,
  run: (args) => runSubcommand({ create, change, list, rotate, revoke, delete: remove }, help, args),
};
