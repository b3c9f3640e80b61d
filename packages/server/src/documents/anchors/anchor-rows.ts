import { attempt } from "../attempt.ts";
import { type AnchorRow, anchorColumns, typesOfBoth } from "./anchor-columns.ts";
import { readAnchorFile } from "./anchor-file.ts";

/** The authorities of a file without duplicates. @returns undefined if the file has none */
export function readAnchorRows(file: Buffer): readonly AnchorRow[] | undefined {
  const { authorities = [] } = readAnchorFile(file) ?? {};
  // Leaves out authorities whose key this Node cannot read: no signature by them can be checked.
  const readable = authorities.filter(({ certificate }) => attempt(() => certificate.publicKey));
  const rows = new Map<string, AnchorRow>();
  for (const row of readable.flatMap((authority) => attempt(() => anchorColumns(authority)) ?? [])) {
    const known = rows.get(row.id);
    rows.set(row.id, known ? { ...row, document_types: typesOfBoth(known.document_types, row.document_types) } : row);
  }
  return rows.size === 0 ? undefined : [...rows.values()];
}
