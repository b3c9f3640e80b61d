import type { Interval } from "@selfsame/face/manifest";
import { type GroupFigures, type GroupRate, type GroupReport, highestUnseen } from "./groups.ts";
import { plotDet } from "./plot.ts";

/** A rate seen on fewer than this many pairs for each error expected says little (Doddington's rule of 30). */
const ruleOf30 = 30;

/** The report as one page that needs nothing else, in the order of ISO/IEC 19795-10: what, on whom, how much, what is unknown. */
export function groupPage(report: GroupReport, model: string): string {
  const { groups, between, threshold, columns, ratios } = report;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors by group</title>
<style>${pageStyle}</style>
<h1>Errors by group</h1>
<p>Model <code>${escape(model)}</code>, threshold ${threshold} on the similarity scale, groups by ${escape(columns.join(" and "))}.
A <b>false match</b> lets a stranger pass, a <b>false non-match</b> refuses the right person. Intervals hold the true rate with 95&nbsp;% confidence,
by resampling people (500 times); where no error or nothing but errors was seen, by Wilson's formula.</p>
<h2>By group</h2>
${table(["group", "false match rate", "pairs of strangers", "people", "false non-match rate", "genuine pairs", "people"], groups.map(groupRow))}
<h2>Differences</h2>
<p>${ratioText("false match rate", ratios.falseMatch)} ${ratioText("false non-match rate", ratios.falseNonMatch)}</p>
<h2>By pair of groups</h2>
${table(
  ["one", "other", "false match rate", "pairs", "people"],
  between.map(({ groups: [one, other], falseMatch }) => [
    one,
    other,
    rateText(falseMatch),
    falseMatch.pairs,
    falseMatch.people,
  ]),
)}
<h2>Trade-off by group</h2>
<div class="plots">${
    groups
      .filter(({ curve }) => curve.length > 0)
      .map(plot)
      .join("") || "<p>No group has genuine pairs and strangers.</p>"
  }</div>
<h2>What this cannot say</h2>
<ul>${limits(report)
    .map((text) => `<li>${escape(text)}</li>`)
    .join("")}</ul>
</html>
`;
}

const groupRow = ({ group, falseMatch, falseNonMatch }: GroupFigures) => [
  group,
  rateText(falseMatch),
  falseMatch.pairs,
  falseMatch.people,
  rateText(falseNonMatch),
  falseNonMatch.pairs,
  falseNonMatch.people,
];

const plot = ({ group, curve, falseMatch, falseNonMatch }: GroupFigures) =>
  `<figure>${plotDet(curve, `${group}: ${falseMatch.pairs + falseNonMatch.pairs} pairs`)}</figure>`;

const percent = (rate: number) => `${Number((rate * 100).toPrecision(2))} %`;
const intervalText = ([low, high]: Interval) => `${percent(low)} to ${percent(high)}`;
const rateText = ({ rate, interval }: GroupRate) =>
  rate === null ? "no pairs" : `${percent(rate)} (${intervalText(interval)})`;

function ratioText(name: string, ratio: number | null): string {
  if (ratio === null) return `No ratio of the ${name} can be told: a group has no pairs, or no error was seen in it.`;
  return `The highest ${name} is ${ratio.toFixed(2)} times the geometric mean of all groups.`;
}

/** What was measured on too few, in words. */
export function limits({ groups }: GroupReport): string[] {
  return groups.flatMap(({ group, falseMatch, falseNonMatch }) => [
    ...limitsOf(group, "strangers who pass", falseMatch),
    ...limitsOf(group, "people refused", falseNonMatch),
  ]);
}

function limitsOf(group: string, what: string, { pairs, errors }: GroupRate): string[] {
  if (pairs === 0) return [`${group}: nothing about ${what}, there are no such pairs.`];
  if (errors === 0) {
    return [`${group}: no ${what} among ${pairs} pairs. The rate may still be ${percent(highestUnseen(pairs))}.`];
  }
  return errors < ruleOf30
    ? [`${group}: ${errors} ${what} of ${pairs} pairs; under ${ruleOf30} the rate is only roughly known.`]
    : [];
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  `<div class="scroll"><table><thead><tr>${head.map((text) => `<th scope="col">${text}</th>`).join("")}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escape(String(cell))}</td>`).join("")}</tr>`)
    .join("\n")}</tbody></table></div>`;

const escapes: Readonly<Record<string, string>> = { "<": "&lt;", "&": "&amp;", '"': "&quot;" };
const escape = (text: string) => text.replace(/[<&"]/g, (character) => escapes[character] ?? character);

const pageStyle = `:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.4rem 0.75rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; }
figure { margin: 0; }
svg { width: 100%; height: auto; border-radius: 0.5rem; }`;
