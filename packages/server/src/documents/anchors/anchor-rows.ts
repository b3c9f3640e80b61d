import { attempt } from "../attempt.ts";
import { type AnchorRow, anchorColumns } from "./anchor-columns.ts";
import { readAnchorFile } from "./anchor-file.ts";

/** The authorities of a file, each once. @returns undefined for a file that has none */
export function readAnchorRows(file: Buffer): readonly AnchorRow[] | undefined {
  const { authorities = [] } = readAnchorFile(file) ?? {};
  // One whose key this Node cannot read has signed nothing that can be checked.
  const readable = authorities.filter((certificate) => attempt(() => certificate.publicKey));
  const rows = readable.flatMap((certificate) => attempt(() => anchorColumns(certificate)) ?? []);
  return rows.length === 0 ? undefined : [...new Map(rows.map((row) => [row.id, row])).values()];
}
