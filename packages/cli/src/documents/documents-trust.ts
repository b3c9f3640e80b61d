/** `selfsame documents trust`: the authorities whose documents are trusted. */
import { X509Certificate } from "node:crypto";
import { resolve as resolvePath } from "node:path";
import type { Config } from "@selfsame/server/config";
import { type AnchorFile, readAnchorFile } from "@selfsame/server/documents/anchors/anchor-file";
import { markupOf } from "@selfsame/server/documents/anchors/markup";
import { addAnchors, listAnchors, removeAnchor } from "@selfsame/server/documents/anchors/trust-anchors";
import {
  putList,
  type PutList,
  removeList,
  type TrustList,
  trustLists,
} from "@selfsame/server/documents/anchors/trust-lists";
import { authorityOf } from "@selfsame/server/documents/certificates/authority";
import { commandLine } from "@selfsame/platform/audit/audit";
import { OperatorError } from "@selfsame/platform/operator-error";
import { createGuardedFetch, NoAnswer } from "@selfsame/platform/outbound/guarded-fetch";
import { createResolve } from "@selfsame/platform/outbound/names/resolve";
import type { Store } from "@selfsame/platform/store/store";
import { listOptions, printList } from "../print-list.ts";
import { readGivenFile } from "../read-file.ts";
import { type Subcommand, textOf } from "../subcommands.ts";
import { withStore } from "../with-store.ts";

const formats =
  "Give PEM, DER, an ICAO master list, LDIF of the ICAO's directory, a VICAL, or an EU list of PID providers (JWS).";
/** The directory's master lists are about 30 MB together. */
const fileMegabytesMax = 64;
/** Lists by URL are a few hundred KB. */
const answerBytesMax = 8 * 1024 * 1024;
const isUrl = (source: string): boolean => /^https?:/i.test(source);

const add: Subcommand = {
  words: ["FILE"],
  options: { signer: { type: "string" } },
  run: async (parsed) => {
    const [given = ""] = parsed.positionals;
    const signerFile = textOf(parsed, "signer");
    if (isUrl(given) && signerFile === undefined)
      throw new OperatorError("A list from a URL needs --signer FILE: the certificate that it must be signed with.");
    const signer = signerFile === undefined ? undefined : await certificateIn(signerFile);
    return withStore(async (store, config) => {
      const source = isUrl(given) ? given : resolvePath(given);
      const read = await readSource(config, source, given);
      const { authorities } = read;
      const leftOut = leftOutText(read);
      if (authorities.length === 0)
        throw new OperatorError(`${given} contains no certificate of an authority.${leftOut} ${formats}`);
      if (signer) {
        console.log(
          `${putText(given, await putList(store, commandLine, read, { source, signer }, Date.now()))}${leftOut}`,
        );
        return;
      }
      const added = await addAnchors(store, commandLine, authorities, Date.now());
      const different = new Set(authorities.map(({ certificate }) => certificate.fingerprint256)).size;
      const repeated =
        authorities.length > different ? ` Repeated in the file: ${authorities.length - different}.` : "";
      const unchecked = read.list ? " The list's signature was not checked: use --signer." : "";
      console.log(
        `Added: ${added.length}. Known before: ${different - added.length}.${repeated}${leftOut}${unchecked}`,
      );
    });
  },
};

const leftOutText = ({ others, unreadable }: AnchorFile): string =>
  [
    others > 0 ? ` Left out: ${others}, which are not of an authority (CA:TRUE).` : "",
    unreadable > 0 ? ` Unreadable: ${unreadable}.` : "",
  ].join("");

async function certificateIn(file: string): Promise<X509Certificate> {
  const bytes = await readGivenFile(file, 1);
  try {
    return new X509Certificate(bytes);
  } catch (error) {
    throw new OperatorError(`${file} contains no certificate as PEM or DER.`, { cause: error });
  }
}

/** @throws OperatorError */
async function readSource(config: Config, source: string, given = source): Promise<AnchorFile> {
  const file = await (isUrl(source) ? download(config, source) : readGivenFile(source, fileMegabytesMax));
  const read = readAnchorFile(file);
  if (read) return read;
  const markup = markupOf(file);
  const what = markup ? `is ${markup}, which is not read` : "is no file of certificates";
  throw new OperatorError(`${given} ${what}. ${formats}`);
}

/** Downloads a list, by the same rules as photos: public addresses only, unless settings allow private ones. */
async function download({ allowedDomains, allowPrivateDownloads }: Config, url: string): Promise<Buffer> {
  const places = { allowedDomains, allowPrivate: allowPrivateDownloads, resolve: createResolve() };
  const fetch = createGuardedFetch({ ...places, totalTimeoutMs: 30_000, answerBytesMax });
  try {
    const response = await fetch(url, { method: "GET", headers: { accept: "*/*" } });
    if (response.status !== 200) throw new OperatorError(`${url} answered ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const why = error instanceof NoAnswer ? `: ${error.message}` : "";
    throw new OperatorError(`${url} cannot be fetched${why}.`, { cause: error });
  }
}

const problems = {
  no_list: "is not a list that its provider signs: leave --signer out",
  signature_invalid: "was not signed by this signer, or was changed",
  signer_unknown: "was signed by another than this signer or one that it issued",
  signer_expired: "was signed by a certificate that is outside its dates",
  not_yet_valid: "is from the future",
  out_of_date: "is out of date: its provider has to publish another",
  older: "is older than the one that is there",
} as const satisfies Record<Exclude<PutList["outcome"], "put">, string>;

/** @throws OperatorError if the list was not accepted */
function putText(source: string, put: PutList): string {
  if (put.outcome !== "put") throw new OperatorError(`${source} ${problems[put.outcome]}.`);
  return `Added: ${put.added}. Removed: ${put.removed}. Authorities: ${put.authorities}. The list's signature is valid.`;
}

const refresh: Subcommand = {
  words: [],
  options: {},
  run: () =>
    withStore(async (store, config) => {
      const lists = await trustLists(store);
      const failed: string[] = [];
      for (const list of lists) {
        const text = await refreshed(store, config, list).catch((error: unknown) => {
          if (!(error instanceof OperatorError)) throw error;
          failed.push(error.message);
          return undefined;
        });
        if (text !== undefined) console.log(`${list.source}: ${text}`);
      }
      if (lists.length === 0) console.log("There is no list that was added with --signer.");
      if (failed.length > 0) throw new OperatorError(`Left as they are:\n${failed.join("\n")}`);
    }),
};

const refreshed = async (store: Store, config: Config, { source, signer }: TrustList): Promise<string> =>
  putText(source, await putList(store, commandLine, await readSource(config, source), { source, signer }, Date.now()));

const iso = (ms: number) => new Date(ms).toISOString();

const lists: Subcommand = {
  words: [],
  options: listOptions,
  run: (parsed) =>
    withStore(async (store) => {
      const rows = (await trustLists(store)).map((list) => ({
        id: list.id,
        source: list.source,
        kind: list.kind,
        signer: authorityOf(list.signer).name,
        authorities: list.authorities,
        issued_at: iso(list.issuedAtMs),
        next_at: list.nextAtMs === null ? null : iso(list.nextAtMs),
        checked_at: iso(list.checkedAtMs),
      }));
      printList(parsed, rows, {
        id: ({ id }) => id,
        kind: ({ kind }) => kind,
        authorities: ({ authorities }) => authorities,
        issued: ({ issued_at }) => issued_at.slice(0, 10),
        next: ({ next_at }) => next_at?.slice(0, 10) ?? null,
        checked: ({ checked_at }) => checked_at.slice(0, 10),
        source: ({ source }) => source,
      });
    }),
};

const list: Subcommand = {
  words: [],
  options: listOptions,
  run: (parsed) =>
    withStore(async (store) => {
      const rows = (await listAnchors(store)).map(({ id, certificate, documentTypes, list }) => ({
        id,
        ...authorityOf(certificate),
        expires_at: certificate.validToDate.toISOString(),
        document_types: documentTypes,
        list,
      }));
      printList(parsed, rows, {
        id: ({ id }) => id,
        country: ({ country }) => country,
        name: ({ name }) => name,
        expires: ({ expires_at }) => expires_at.slice(0, 10),
        for: ({ document_types }) => document_types?.join(", ") ?? "all documents",
        list: ({ list }) => list?.slice(0, 8) ?? null,
      });
    }),
};

const remove: Subcommand = {
  words: ["ID"],
  options: {},
  run: ({ positionals: [id = ""] }) =>
    withStore(async (store) => {
      const isRemoved =
        (await removeAnchor(store, commandLine, id, Date.now())) ||
        (await removeList(store, commandLine, id, Date.now()));
      if (!isRemoved) throw new OperatorError("There is no authority with this id, and no list.");
      console.log(`Removed: ${id}`);
    }),
};

export const trustCommands = { add, list, remove, lists, refresh };
