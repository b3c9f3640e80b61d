import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parse } from "csv-parse/sync";
import { OperatorError } from "@selfsame/platform/operator-error";
import { type LocalItem, isFile, referencesAt } from "./local-item.ts";

interface Row {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

const needed = ["reference", "selfie"] as const;
/** How many invalid lines are described in full; the others are counted. */
const problemsShown = 20;

/**
 * Reads a list of pairs: CSV with the columns reference, selfie and optionally id, which otherwise is the line number. Paths are relative to the
 * list. The whole list is checked first, except the photos' content.
 *
 * @throws OperatorError naming each invalid line
 */
export async function readList(path: string): Promise<LocalItem[]> {
  const rows = parseRows(path, await readText(path));
  const missing = needed.filter((column) => !(column in (rows[0]?.record ?? {})));
  if (rows.length === 0) throw new OperatorError(`${path} has no lines below its header.`);
  if (missing.length > 0) throw new OperatorError(`${path} has no column ${missing.join(" and no column ")}.`);
  const items: LocalItem[] = [];
  const problems: string[] = [];
  const lineOf = new Map<string, number>();
  for (const { record, info } of rows) {
    const checked = await checkRow(record, info.lines, dirname(path), lineOf);
    if (typeof checked === "string") problems.push(`Line ${info.lines}: ${checked}.`);
    else items.push(checked);
  }
  if (problems.length === 0) return items;
  const more = problems.length - problemsShown;
  const lines = [...problems.slice(0, problemsShown), ...(more > 0 ? [`And ${more} more.`] : [])];
  throw new OperatorError(`${path} cannot be used as it is:\n${lines.join("\n")}`);
}

async function checkRow(
  { id: given = "", reference = "", selfie = "" }: Readonly<Record<string, string>>,
  line: number,
  folder: string,
  lineOf: Map<string, number>,
): Promise<LocalItem | string> {
  if (reference === "") return "reference is empty";
  if (selfie === "") return "selfie is empty";
  const id = given === "" ? String(line) : given;
  if (id.length > 128 || /[\r\n]/.test(id)) return "an id has at most 128 characters, and no line breaks";
  const before = lineOf.get(id);
  if (before !== undefined) return `the id ${id} is that of line ${before}, too`;
  lineOf.set(id, line);
  const references = await referencesAt(resolve(folder, reference));
  if (typeof references === "string") return `reference ${reference}: ${references}`;
  const selfiePath = resolve(folder, selfie);
  if (!(await isFile(selfiePath))) return `selfie ${selfie}: there is no such file`;
  return { id, references, selfie: selfiePath };
}

function parseRows(path: string, text: string): Row[] {
  try {
    return parse(text, {
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as Row[];
  } catch (error) {
    throw new OperatorError(`${path} is not CSV: ${error instanceof Error ? error.message : "it cannot be parsed"}`, {
      cause: error,
    });
  }
}

function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  });
}
