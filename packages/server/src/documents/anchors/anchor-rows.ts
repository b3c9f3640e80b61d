import { attempt } from "../attempt.ts";
import { type AnchorRow, anchorColumns } from "./anchor-columns.ts";
import { readAnchorFile } from "./anchor-file.ts";

/** The authorities of a file, each once. @returns undefined for a file that has none */
export function readAnchorRows(file: Buffer): readonly AnchorRow[] | undefined {
  const rows = new Map<string, AnchorRow>();
  for (const certificate of readAnchorFile(file) ?? []) {
    // One whose key this Node cannot read has signed nothing that can be checked.
    if (!attempt(() => certificate.publicKey)) continue;
    const row = attempt(() => anchorColumns(certificate));
    if (row) rows.set(row.id, row);
  }
  return rows.size === 0 ? undefined : [...rows.values()];
}
