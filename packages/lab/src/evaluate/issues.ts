import { dirname, resolve } from "node:path";
import { type QualityIssue, qualityIssues } from "@selfsame/face/face";
import type { Interval } from "@selfsame/face/manifest";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { Seen } from "./analyze-all.ts";
import { wilson } from "./statistics/interval.ts";
import { readTable } from "./pairs.ts";

/** A photo with the issues that it has and those that it does not have. An issue that is not listed is not counted. */
export interface LabelledPhoto {
  readonly path: string;
  readonly labels: ReadonlyMap<QualityIssue, boolean>;
  readonly kind: string;
}

/** How often an issue is reported on photos of one kind that all have it, or all lack it. */
export interface IssueRate {
  readonly kind: string;
  readonly photos: number;
  readonly reported: number;
  readonly interval: Interval;
}

export interface IssueFigures {
  readonly issue: QualityIssue;
  /** Photos that have the issue, by kind. */
  readonly noticed: readonly IssueRate[];
  /** Photos that do not have it, by kind. */
  readonly falselyReported: readonly IssueRate[];
  /** Photos without a face, which count in neither. */
  readonly failures: readonly string[];
}

/** @throws OperatorError if no column is named after an issue */
export async function readIssues(path: string): Promise<LabelledPhoto[]> {
  const rows = await readTable(path, ["path"]);
  const columns = qualityIssues.filter((issue) => issue in (rows[0] ?? {}));
  if (columns.length === 0)
    throw new OperatorError(`${path} has no column named for an issue: ${qualityIssues.join(", ")}.`);
  return rows.map((row, i) => {
    const labels = columns.flatMap((issue) => {
      const label = row[issue] ?? "";
      if (!/^[01]?$/.test(label)) {
        throw new OperatorError(`${path}, row ${i + 2}: "${issue}" is "${label}" and must be 1, 0 or empty.`);
      }
      return label === "" ? [] : [[issue, label === "1"] as const];
    });
    return { path: resolve(dirname(path), row["path"] ?? ""), labels: new Map(labels), kind: row["kind"] ?? "" };
  });
}

export function issueFigures(photos: readonly LabelledPhoto[], seen: ReadonlyMap<string, Seen>): IssueFigures[] {
  const failures = photos.filter(({ path }) => seen.get(path)?.issues === undefined).map(({ path }) => path);
  const found = photos.filter(({ path }) => seen.get(path)?.issues !== undefined);
  return qualityIssues
    .filter((issue) => photos.some(({ labels }) => labels.has(issue)))
    .map((issue) => {
      const rates = (has: boolean) => {
        const labelled = found.filter(({ labels }) => labels.get(issue) === has);
        const kinds = Map.groupBy(labelled, ({ kind }) => kind);
        const rows = [...kinds].map(([kind, of]) => rateOf(kind, issue, of, seen));
        return kinds.size > 1 ? [...rows, rateOf("all", issue, labelled, seen)] : rows;
      };
      return { issue, noticed: rates(true), falselyReported: rates(false), failures };
    });
}

function rateOf(
  kind: string,
  issue: QualityIssue,
  photos: readonly LabelledPhoto[],
  seen: ReadonlyMap<string, Seen>,
): IssueRate {
  const reported = photos.filter(({ path }) => seen.get(path)?.issues?.includes(issue)).length;
  return { kind, photos: photos.length, reported, interval: wilson(reported, photos.length) };
}
