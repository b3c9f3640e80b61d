import type { Calibration, Interval, Manifest, Measured } from "@selfsame/face/manifest";
import { intervalText, percentText, rateText } from "../../packages/lab/src/evaluate/statistics/measurable.ts";
import { wilson } from "../../packages/lab/src/evaluate/statistics/interval.ts";
import { withBlock } from "./generated-block.ts";

const begin = "<!-- begin thresholds: from models/manifest.json by `npm run docs` -->";
const end = "<!-- end thresholds -->";

/** A lenient, the default and a strict threshold; the dashboard shows all. */
const shown = (standard: number) => [0.6, standard, 0.8];

/** The rate that a group without errors needs enough pairs to measure, 1 in 1,000; with fewer it is "not measurable". */
const withinGroup = 0.001;

/** Formats a small rate: `1 in 10,000`. */
export const oneIn = (rate: number): string => `1 in ${Number((1 / rate).toPrecision(2)).toLocaleString("en")}`;

/** Makes the space before a percent sign non-breaking. */
const unbroken = (text: string): string => text.replaceAll(" %", "\u00a0%");

function at({ steps }: Measured, counts: readonly number[], threshold: number): number {
  return counts[steps.indexOf(threshold)] ?? 0;
}

/** False match and non-match rates at three thresholds. */
function mainTable({ table, threshold: standard, measured }: Calibration): string {
  const { genuineGroups = [] } = measured;
  const rows = shown(standard).flatMap((threshold) => {
    const row = table.find(({ similarity }) => similarity === threshold);
    if (!row) return [];
    const rejected = at(measured, measured.refused, threshold);
    const cells = [
      threshold === standard ? `**${threshold}** (default)` : String(threshold),
      oneIn(row.falseMatchRate),
      `${percentText(row.withinGroupFalseMatchRate)} (${intervalText(row.withinGroupInterval)})`,
      genuineCell(rejected, measured),
      ...genuineGroups.map(({ refused, pairs, people }) => byPerson(at(measured, refused, threshold), pairs, people)),
    ];
    return [`| ${unbroken(cells.join(" | "))} |`];
  });
  const names = genuineGroups.map(({ group }) => `FNMR, ${group}`);
  const head = ["threshold", "FMR", "FMR within a group", "FNMR", ...names];
  return [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...rows].join("\n");
}

/** The false non-match rate of all genuine pairs, each of which belongs to a group. Without groups a pair counts as one person. */
function genuineCell(errors: number, { genuinePairs, genuineGroups = [] }: Measured): string {
  const people = genuineGroups.reduce((sum, group) => sum + group.people, 0);
  return byPerson(errors, genuinePairs, people === 0 ? genuinePairs : people);
}

/** A rate with its interval. Errors of one person's pairs are correlated, so the interval is computed for the number of people. */
function byPerson(errors: number, pairs: number, people: number): string {
  if (errors === 0) return "none seen";
  const interval: Interval = wilson((errors / pairs) * people, people);
  return `${percentText(errors / pairs)} (${intervalText(interval)})`;
}

/** Impostor pairs of each group at the default threshold, with a normalization that uses no people from their region. */
function groupTable({ threshold, measured }: Calibration): string {
  const rows = measured.groups.map(({ group, pairs, passed, interval }) => {
    const text = rateText({ errors: at(measured, passed, threshold), pairs, interval }, withinGroup);
    return `| ${group.replaceAll("_", " ")} | ${unbroken(text)} |`;
  });
  return [
    `FMR within each group at ${threshold}, of groups whose region was unknown to the model's normalization:`,
    "",
    "| group | FMR (95 % interval) |",
    "|---|---|",
    ...rows,
  ].join("\n");
}

/** Rates of each threshold, from the manifest's calibration. */
function thresholdTable({ models }: Manifest): string {
  const { calibration } = models.embed;
  if (!calibration) return "The model in use has no calibration yet.";
  return [`Model \`${models.embed.id}\`.`, "", mainTable(calibration), "", groupTable(calibration)].join("\n");
}

/** The rows of README's table with these rates of the default threshold. */
function headlines({ models }: Manifest): Readonly<Record<string, string>> {
  const { calibration } = models.embed;
  const row = calibration?.table.find(({ similarity }) => similarity === calibration.threshold);
  if (!calibration || !row) return {};
  const { measured, threshold } = calibration;
  const { genuineGroups = [], groups } = measured;
  const rejected = genuineGroups.map(
    ({ group, falseNonMatchRate }) => `${group === "female" ? "women" : "men"} ${percentText(falseNonMatchRate)}`,
  );
  const within = `${percentText(row.withinGroupFalseMatchRate)} (${intervalText(row.withinGroupInterval)})`;
  const worst = Math.max(...groups.map(({ falseMatchRate }) => falseMatchRate));
  return {
    "the same, within a demographic group": `${within}, ${oneIn(row.withinGroupFalseMatchRate)} | the worst group: ${percentText(worst)}`,
    "genuine pairs rejected (FNMR), press photos years apart": `${genuineCell(at(measured, measured.refused, threshold), measured)} | ${rejected.join(", ")}`,
  };
}

/** README.md with those rows updated. */
export function withHeadlines(page: string, manifest: Manifest): string {
  const rows = Object.entries(headlines(manifest));
  return page
    .split("\n")
    .map((line) => {
      const [name, cells] = rows.find(([start]) => line.startsWith(`| ${start} |`)) ?? [];
      return name === undefined ? line : `| ${name} | ${cells} |`;
    })
    .join("\n");
}

/** docs/accuracy.md with its table updated; the rest is written by hand. */
export const withThresholds = (page: string, manifest: Manifest): string =>
  withBlock(page, begin, end, thresholdTable(manifest));
