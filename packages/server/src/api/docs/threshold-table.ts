import type { Calibration, Interval, Manifest } from "@selfsame/face/manifest";
import { withBlock } from "./generated-block.ts";

const begin = "<!-- begin thresholds: from models/manifest.json by `npm run docs` -->";
const end = "<!-- end thresholds -->";

/** With a space that does not break. */
const percent = (rate: number): string => `${Number((rate * 100).toPrecision(2))}\u00a0%`;

/** A rate as people say it: `1 in 10,000` for small ones, a percentage for others. */
function rateText(rate: number): string {
  if (rate <= 0) return "none seen";
  if (rate > 0.01) return percent(rate);
  return `1 in ${Number((1 / rate).toPrecision(2)).toLocaleString("en")}`;
}

/** Of 1,000: from the lowest to the highest that the measurement allows. */
const thousandths = ([low, high]: Interval): string => `${perThousand(low)} to ${perThousand(high)}\u00a0‰`;
const perThousand = (rate: number): string => String(Number((rate * 1000).toPrecision(2)));

/** Strangers of each group, scored without anybody of their region. */
function groupTable({ threshold, measured }: Calibration): string {
  const rows = measured.groups.map(({ group, pairs, falseMatchRate, interval }) => {
    const cells = [
      group.replaceAll("_", " "),
      pairs.toLocaleString("en"),
      perThousand(falseMatchRate),
      thousandths(interval),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `Of 1,000 strangers of one group, at ${threshold}, nobody of the region known to what was learned:`,
    "",
    "| group | pairs | pass | 95 % interval |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** What each threshold lets through and refuses, as the manifest's calibration says. */
function thresholdTable({ models }: Manifest): string {
  const { calibration } = models.embed;
  if (!calibration) return "The model in use has no calibration yet.";
  const rows = calibration.table.map((row) => {
    const { similarity, falseMatchRate, withinGroupInterval, withinGroupFalseMatchRate, falseNonMatchRate } = row;
    const label = similarity === calibration.threshold ? `**${similarity}** (default)` : String(similarity);
    const within = `${rateText(withinGroupFalseMatchRate)} (${thousandths(withinGroupInterval)})`;
    const cells = [label, rateText(falseMatchRate), within, percent(falseNonMatchRate)];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `Model \`${models.embed.id}\`. The default threshold is **${calibration.threshold}**.`,
    "",
    "| threshold | strangers who pass | strangers of one group who pass | refused |",
    "|---|---|---|---|",
    ...rows,
    "",
    groupTable(calibration),
  ].join("\n");
}

/** docs/accuracy.md with its table brought up to date; the rest is written by hand. */
export const withThresholds = (page: string, manifest: Manifest): string =>
  withBlock(page, begin, end, thresholdTable(manifest));
