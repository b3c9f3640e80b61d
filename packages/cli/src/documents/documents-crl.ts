/** `selfsame documents crl`: revocation lists of document authorities. */
import { readRevocationFile } from "@selfsame/server/documents/revocation/read-crl";
import {
  type AddedList,
  addRevocationList,
  listRevocationLists,
  removeRevocationList,
} from "@selfsame/server/documents/revocation/revocation-lists";
import { commandLine } from "@selfsame/platform/audit/audit";
import { OperatorError } from "@selfsame/platform/operator-error";
import { listOptions, printList } from "../print-list.ts";
import { readGivenFile } from "../read-file.ts";
import type { Subcommand } from "../subcommands.ts";
import { withStore } from "../with-store.ts";

/** The directory's lists of all countries are about 10 MB together. */
const fileMegabytesMax = 64;

const add: Subcommand = {
  words: ["FILE"],
  options: {},
  run: async ({ positionals: [file = ""] }) => {
    const lists = readRevocationFile(await readGivenFile(file, fileMegabytesMax));
    if (!lists) throw new OperatorError(`${file} contains no CRL. Give PEM, DER, or LDIF of the ICAO's directory.`);
    return withStore(async (store) => {
      const results: (AddedList | undefined)[] = [];
      for (const list of lists) results.push(list && (await addRevocationList(store, commandLine, list, Date.now())));
      const text = resultsText(results);
      if (results.every((result) => !result || !("authority" in result))) throw new OperatorError(`${file}: ${text}`);
      console.log(text);
    });
  },
};

/** The number of lists by result. */
function resultsText(results: readonly (AddedList | undefined)[]): string {
  const words = {
    added: "Added",
    known: "Known before",
    older: "Older than the one that is there",
    issuer_unknown: "Of no authority that is trusted",
    signature_invalid: "With a signature that is not the authority's",
    algorithm_unsupported: "Signed with an algorithm that is not supported",
    not_yet_valid: "From the future",
    unreadable: "Unreadable, or of another kind",
  } as const satisfies Record<AddedList["outcome"] | "unreadable", string>;
  const counts = new Map<keyof typeof words, number>();
  for (const result of results) {
    const outcome = result?.outcome ?? "unreadable";
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return Array.from(counts, ([outcome, count]) => `${words[outcome]}: ${count}.`).join(" ");
}

const list: Subcommand = {
  words: [],
  options: listOptions,
  run: (parsed) =>
    withStore(async (store) => {
      const rows = (await listRevocationLists(store)).map((row) => ({
        id: row.id,
        authority: row.authority,
        certificates: row.certificates,
        issued_at: new Date(row.issued_at_ms).toISOString(),
        next_at: row.next_at_ms === null ? null : new Date(row.next_at_ms).toISOString(),
      }));
      printList(parsed, rows, {
        id: ({ id }) => id,
        authority: ({ authority }) => authority,
        certificates: ({ certificates }) => String(certificates),
        issued: ({ issued_at }) => issued_at.slice(0, 10),
        next: ({ next_at }) => next_at?.slice(0, 10) ?? "",
      });
    }),
};

const remove: Subcommand = {
  words: ["ID"],
  options: {},
  run: ({ positionals: [id = ""] }) =>
    withStore(async (store) => {
      if (!(await removeRevocationList(store, commandLine, id, Date.now())))
        throw new OperatorError("There is no list with this id.");
      console.log(`Removed: ${id}`);
    }),
};

export const revocationCommands = { add, list, remove };
