import type { Manifest } from "@selfsame/face/manifest";
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

/** What each threshold lets through and refuses, as the manifest's calibration says. */
export function thresholdTable({ models }: Manifest): string {
  const { calibration } = models.embed;
  if (!calibration) return "The model in use has no calibration yet.";
  const rows = calibration.table.map((row) => {
    const { similarity, falseMatchRate, withinGroupFalseMatchRate, falseNonMatchRate } = row;
    const label = similarity === calibration.threshold ? `**${similarity}** (default)` : String(similarity);
    const cells = [label, rateText(falseMatchRate), rateText(withinGroupFalseMatchRate), percent(falseNonMatchRate)];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `Model \`${models.embed.id}\`. The default threshold is **${calibration.threshold}**.`,
    "",
    "| threshold | strangers who pass | strangers of one group who pass | refused |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** docs/accuracy.md with its table brought up to date; the rest is written by hand. */
export const withThresholds = (page: string, manifest: Manifest): string =>
  withBlock(page, begin, end, thresholdTable(manifest));
