import type { Command } from "../command.ts";
import { revocationCommands } from "./documents-crl.ts";
import { trustCommands } from "./documents-trust.ts";
import { runSubcommand, type Subcommand } from "../subcommands.ts";

const help = `Usage: selfsame documents trust add FILE [--signer FILE]
       selfsame documents trust list [--json]
       selfsame documents trust remove ID
       selfsame documents trust lists [--json]
       selfsame documents trust refresh
       selfsame documents crl add FILE
       selfsame documents crl list [--json]
       selfsame documents crl remove ID

The authorities (CSCA) whose signed documents are trusted as references, by every account of this service.
add   adds certificates from PEM or DER, an ICAO master list, LDIF of the ICAO's directory, a VICAL (authorities of driving licenses), or an EU list of PID providers (ETSI TS 119 602, JWS). Authorities of a list are trusted for its types of documents alone. With --signer, the certificate of its provider, the signature of a VICAL or an EU list is checked, FILE may be a URL, and the list is remembered. Other lists are not checked: download them from a source that you trust.
lists prints the lists that are remembered. refresh reads each from where it came from: authorities that it no longer has are removed. A list that cannot be had or is not valid stays as it is.
list  prints the authorities; an id is the SHA-256 of the certificate. remove needs the whole id, of an authority or a list.
crl   is what these authorities have revoked: add takes CRLs as PEM or DER, or LDIF of the ICAO's directory. Each must be signed by an authority that is trusted, and replaces an older one of it. Documents whose signer is on one are rejected by every account.`;

const groups: Readonly<Record<string, Readonly<Record<string, Subcommand>>>> = {
  trust: trustCommands,
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
