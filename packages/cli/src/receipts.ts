import { createHash } from "node:crypto";
import type { JSONWebKeySet } from "jose";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { silent } from "@selfsame/platform/store/log";
import { listKeys, publicKeySet, removeKey, rotateKeys } from "@selfsame/server/features/receipts/receipt-keys";
import { type ReceiptClaims, verifyReceipt } from "@selfsame/server/features/receipts/verify-receipt";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { Command } from "./command.ts";
import { listOptions, printList } from "./print-list.ts";
import { readGivenFile } from "./read-file.ts";
import { type Parsed, runSubcommand, type Subcommand, textOf, textsOf } from "./subcommands.ts";
import { withStore } from "./with-store.ts";

const help = `Usage: selfsame receipts verify FILE [--keys FILE] [--photo FILE ...] [--json]
       selfsame receipts keys [--json]
       selfsame receipts rotate
       selfsame receipts remove KEY

Signed receipts of verdicts.
verify  checks a receipt, or the receipt in an answer of the API, without a network. --keys is a copy of the service's /.well-known/jwks.json; without it the keys of this service's database are used. --photo (repeatable): a file that has to be among the photos of the receipt.
keys    prints the keys, the newest first.
rotate  signs with a new key from now on, and deletes the private key before it. Older receipts stay valid.
remove  removes a key that somebody else may have: receipts that it signed are not valid any more.`;

/** The response for a session is a few kilobytes. */
const textMegabytesMax = 1;
const photoMegabytesMax = 64;

const verify: Subcommand = {
  words: ["FILE"],
  options: { ...listOptions, keys: { type: "string" }, photo: { type: "string", multiple: true } },
  run: async (parsed) => {
    const receipt = receiptIn(await textOfFile(parsed.positionals[0] ?? ""));
    if (receipt === undefined) throw new OperatorError(`${parsed.positionals[0]} contains no receipt.`);
    const keysFile = textOf(parsed, "keys");
    if (keysFile !== undefined) return report(parsed, receipt, keysIn(keysFile, await textOfFile(keysFile)));
    let exitCode = 1;
    await withStore(async ({ db }) => {
      const { keys } = await publicKeySet(db);
      exitCode = await report(parsed, receipt, { keys: [...keys] });
    });
    return exitCode;
  },
};

async function report(parsed: Parsed, receipt: string, keys: JSONWebKeySet): Promise<number> {
  const claims = await verifyReceipt(receipt, keys);
  if (typeof claims === "string") throw new OperatorError(`The receipt is not genuine: ${claims}.`);
  const photos = await Promise.all(textsOf(parsed, "photo").map((file) => foundIn(claims, file)));
  if (parsed.values["json"] === true) console.log(JSON.stringify(claims, null, 2));
  else {
    console.log("The receipt is genuine.");
    for (const [name, value] of Object.entries(claims)) console.log(`${name}: ${wordsOf(name, value)}`);
    for (const line of photos) console.log(line);
  }
  return 0;
}

const wordsOf = (name: string, value: unknown): string => {
  if (name === "iat") return new Date(Number(value) * 1000).toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** @throws OperatorError if the receipt does not list the file */
async function foundIn({ photos }: ReceiptClaims, file: string): Promise<string> {
  const hash = createHash("sha256")
    .update(await readGivenFile(file, photoMegabytesMax))
    .digest("hex");
  const found = photos.find(({ sha256 }) => sha256 === hash);
  if (!found) throw new OperatorError(`The receipt is genuine, but ${file} is none of its photos.`);
  return `${file} is its ${found.part}.`;
}

/** The receipt in a text: a compact JWS, or the JSON of a response or a session that contains one. */
function receiptIn(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(trimmed)) return trimmed;
  try {
    const answer = JSON.parse(trimmed) as {
      readonly receipt?: unknown;
      readonly data?: { readonly receipt?: unknown };
    };
    const receipt = answer.receipt ?? answer.data?.receipt;
    return typeof receipt === "string" ? receipt : undefined;
  } catch {
    return undefined;
  }
}

function keysIn(file: string, text: string): JSONWebKeySet {
  try {
    const set = JSON.parse(text) as JSONWebKeySet;
    if (Array.isArray(set.keys)) return set;
  } catch {
    // Reported below, like any other invalid text.
  }
  throw new OperatorError(`${file} is no key set. Download /.well-known/jwks.json of the service.`);
}

const textOfFile = async (file: string) => (await readGivenFile(file, textMegabytesMax)).toString("utf8");

const keys: Subcommand = {
  words: [],
  options: listOptions,
  run: (parsed) =>
    withStore(async ({ db }) => {
      const rows = (await listKeys(db)).map(({ kid, signs, createdAtMs }) => ({
        id: kid,
        signs,
        created_at: new Date(createdAtMs).toISOString(),
      }));
      printList(parsed, rows, {
        id: ({ id }) => id,
        signs: ({ signs }) => (signs ? "yes" : "no"),
        created: ({ created_at }) => created_at,
      });
    }),
};

const rotate: Subcommand = {
  words: [],
  options: {},
  run: () =>
    withStore(async (store, config) => {
      const seal = createSeal(await findSecretKey(config, silent));
      console.log(`Signs from now on: ${await rotateKeys(store, seal, commandLine, Date.now())}`);
    }),
};

const remove: Subcommand = {
  words: ["KEY"],
  options: {},
  run: ({ positionals: [kid = ""] }) =>
    withStore(async (store) => {
      if (!(await removeKey(store, commandLine, kid, Date.now())))
        throw new OperatorError("There is no key with this id.");
      console.log(`Removed: ${kid}`);
    }),
};

export const command: Command = {
  summary: "verify signed receipts of verdicts, and rotate their keys",
  help,
  run: (args) => runSubcommand({ verify, keys, rotate, remove }, help, args),
};
