import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parse } from "csv-parse/sync";
import { OperatorError } from "@selfsame/platform/operator-error";

/** A line of a pairs file: path_a,path_b,same[,fold][,...]; paths are relative to the file. */
export interface Pair {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  readonly fold?: string;
  /** The other columns. `group` joins their values: pairs of one group have the same. */
  readonly columns: Readonly<Record<string, string>>;
  readonly group: string;
  /** The people in the photos, if known. */
  readonly people?: readonly [string, string];
}

/** Reads a table with a header. @throws OperatorError if it cannot be read or lacks a column */
export async function readTable(path: string, columns: readonly string[]): Promise<Record<string, string>[]> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  });
  let rows: Record<string, string>[];
  try {
    rows = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    throw new OperatorError(`${path} is not CSV: ${error instanceof Error ? error.message : "it cannot be parsed"}`, {
      cause: error,
    });
  }
  const missing = columns.filter((column) => !(column in (rows[0] ?? {})));
  if (rows.length === 0) throw new OperatorError(`${path} has no rows.`);
  if (missing.length > 0) throw new OperatorError(`${path} has no column ${missing.join(", ")}.`);
  return rows;
}

export async function readPairs(path: string): Promise<Pair[]> {
  const rows = await readTable(path, ["path_a", "path_b", "same"]);
  return rows.map((row, i) => {
    const { path_a: a = "", path_b: b = "", same = "", fold, ...others } = row;
    if (!/^(0|1|true|false)$/i.test(same)) {
      throw new OperatorError(`${path}, row ${i + 2}: "same" is "${same}" and must be 1 or 0.`);
    }
    const pair = {
      a: resolve(dirname(path), a),
      b: resolve(dirname(path), b),
      same: /^(1|true)$/i.test(same),
      columns: others,
      group: Object.values(others).join(" "),
    };
    return fold ? { ...pair, fold } : pair;
  });
}
