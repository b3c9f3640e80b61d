import { open, readFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { csvHeader, csvLine } from "@selfsame/server/features/batches/results";
import { csvText } from "@selfsame/platform/csv";
import type { ResultRow } from "@selfsame/server/features/batches/results";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { LocalItem } from "./local-item.ts";

/** Writes results into a file in the order of the items. */
export interface ResultsFile {
  /** How many items have a result from an earlier run. */
  readonly done: number;
  readonly failedBefore: number;
  /** Holds an early result back until all earlier items are written. @param index of the item */
  write(index: number, row: ResultRow): Promise<void>;
  close(): Promise<void>;
}

/** Creates the file, or continues an interrupted run of the same items. @throws OperatorError if the file has other content */
export async function openResults(path: string, items: readonly LocalItem[], threshold: number): Promise<ResultsFile> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return "";
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  });
  // Text after the last line break is an interrupted line, and is dropped. A file of other content is never truncated.
  const whole = csvHeader.startsWith(text) ? "" : text.slice(0, text.lastIndexOf("\r\n") + "\r\n".length);
  if (whole !== "" && !text.startsWith(csvHeader))
    throw otherFile(path, "is there, and holds no results of this command");
  const rows = checkedRows(path, whole, items, threshold);
  const file = await open(path, "a").catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be written.`, { cause: error });
  });
  await file.truncate(Buffer.byteLength(whole));
  if (whole === "") await file.appendFile(csvHeader);
  return {
    done: rows.length,
    failedBefore: rows.filter(({ status }) => status === "failed").length,
    write: inOrder(file, rows.length),
    close: () => file.close(),
  };
}

function inOrder(file: FileHandle, from: number): ResultsFile["write"] {
  const early = new Map<number, ResultRow>();
  let next = from;
  let writing = Promise.resolve();
  return (index, row) => {
    early.set(index, row);
    let lines = "";
    for (let ready = early.get(next); ready; ready = early.get(next)) {
      early.delete(next++);
      lines += csvLine(ready);
    }
    if (lines !== "") writing = writing.then(() => file.appendFile(lines));
    return writing;
  };
}

function checkedRows(path: string, text: string, items: readonly LocalItem[], threshold: number) {
  if (text === "") return [];
  const rows: Record<string, string>[] = parse(text, { columns: true });
  const same = rows.every((row, index) => row["id"] === (items[index] && csvText(items[index].id)));
  if (!same) throw otherFile(path, "holds results of other pairs");
  const sameThreshold = rows.every(({ threshold: was }) => was === "" || Number(was) === threshold);
  if (!sameThreshold) throw otherFile(path, "holds results with another threshold");
  return rows;
}

const otherFile = (path: string, why: string) =>
  new OperatorError(`${path} ${why}. Name another file with --out, or remove it to begin anew.`);

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";
