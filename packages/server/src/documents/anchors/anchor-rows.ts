import { attempt } from "../attempt.ts";
import { type AnchorRow, anchorColumns, typesOfBoth } from "./anchor-columns.ts";
import { readAnchorFile } from "./anchor-file.ts";

/** The authorities of a file, each once. @returns undefined for a file that has none */
export function readAnchorRows(file: Buffer): readonly AnchorRow[] | undefined {
  const { authorities = [] } = readAnchorFile(file) ?? {};
  // One whose key this Node cannot read has signed nothing that can be checked.
  const readable = authorities.filter(({ certificate }) => attempt(() => certificate.publicKey));
  const rows = new Map<string, AnchorRow>();
  for (const row of readable.flatMap((authority) => attempt(() => anchorColumns(authority)) ?? [])) {
    const known = rows.get(row.id);
    rows.set(row.id, known ? { ...row, document_types: typesOfBoth(known.document_types, row.document_types) } : row);
  }
  return rows.size === 0 ? undefined : [...rows.values()];
}
