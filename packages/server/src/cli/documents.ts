import { commandLine } from "../platform/audit/audit.ts";
import { readAnchorFile } from "../documents/anchors/anchor-file.ts";
import { authorityOf } from "../documents/certificates/authority.ts";
import { addAnchors, listAnchors, removeAnchor } from "../documents/anchors/trust-anchors.ts";
import { OperatorError } from "../platform/operator-error.ts";
import type { Command } from "./command.ts";
import { revocationCommands } from "./documents-crl.ts";
import { listOptions, printList } from "./print-list.ts";
import { readGivenFile } from "./read-file.ts";
import { runSubcommand, type Subcommand } from "./subcommands.ts";
import { withStore } from "./with-store.ts";

const help = `Usage: selfsame documents trust add FILE
       selfsame documents trust list [--json]
       selfsame documents trust remove ID
       selfsame documents crl add FILE
       selfsame documents crl list [--json]
       selfsame documents crl remove ID

The authorities (CSCA) whose signed documents are trusted as references, by every account of this service.
add   adds certificates from PEM or DER, from an ICAO master list, from LDIF of the ICAO's directory, or from a VICAL (authorities of driving licenses). The signature of a list is not checked: download it from a source that you trust.
list  prints the authorities; an id is the SHA-256 of the certificate. remove needs the whole id.
crl   is what these authorities have revoked: add takes CRLs as PEM or DER, or LDIF of the ICAO's directory. Each must be signed by an authority that is trusted, and replaces an older one of it. Documents whose signer is on one are rejected by every account.`;

const formats = "Give PEM, DER, an ICAO master list, LDIF of the ICAO's directory, or a VICAL.";
/** The directory's master lists have some 30 MB together. */
const fileMegabytesMax = 64;

const add: Subcommand = {
  words: ["FILE"],
  options: {},
  run: async ({ positionals: [file = ""] }) => {
    const read = readAnchorFile(await readGivenFile(file, fileMegabytesMax));
    if (!read) throw new OperatorError(`${file} is no file of certificates. ${formats}`);
    const { authorities, others, unreadable } = read;
    const leftOut = [
      others > 0 ? ` Left out: ${others}, which are not of an authority (CA:TRUE).` : "",
      unreadable > 0 ? ` Unreadable: ${unreadable}.` : "",
    ].join("");
    if (authorities.length === 0) {
      throw new OperatorError(`${file} contains no certificate of an authority.${leftOut} ${formats}`);
    }
    return withStore(async (store) => {
      const added = await addAnchors(store, commandLine, authorities, Date.now());
      console.log(`Added: ${added.length}. Known before: ${authorities.length - added.length}.${leftOut}`);
    });
  },
};

const list: Subcommand = {
  words: [],
  options: listOptions,
  run: (parsed) =>
    withStore(async (store) => {
      const rows = (await listAnchors(store)).map(({ id, certificate }) => ({
        id,
        ...authorityOf(certificate),
        expires_at: certificate.validToDate.toISOString(),
      }));
      printList(parsed, rows, {
        id: ({ id }) => id,
        country: ({ country }) => country,
        name: ({ name }) => name,
        expires: ({ expires_at }) => expires_at.slice(0, 10),
      });
    }),
};

const remove: Subcommand = {
  words: ["ID"],
  options: {},
  run: ({ positionals: [id = ""] }) =>
    withStore(async (store) => {
      if (!(await removeAnchor(store, commandLine, id, Date.now())))
        throw new OperatorError("There is no authority with this id.");
      console.log(`Removed: ${id}`);
    }),
};

const groups: Readonly<Record<string, Readonly<Record<string, Subcommand>>>> = {
  trust: { add, list, remove },
  crl: revocationCommands,
};

export const command: Command = {
  summary: "the authorities whose documents are trusted, and what they have revoked",
  help,
  run: ([group = "", ...args]) => {
    const subcommands = Object.hasOwn(groups, group) ? groups[group] : undefined;
    return runSubcommand(subcommands ?? {}, help, subcommands ? args : [group]);
  },
};
