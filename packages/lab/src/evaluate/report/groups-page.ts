import type { Interval } from "@selfsame/face/manifest";
import { falseMatchRateOf } from "@selfsame/face/compare/calibrate";
import type { GroupFigures, GroupRate, GroupReport } from "../groups.ts";
import { errorsToKnow, highestUnseen, pairsToSee, worthSeeing } from "../statistics/measurable.ts";
import { escape, pageStyle } from "./html.ts";
import { detAxes, plotDet } from "./plot.ts";

/** The report by group as one self-contained page, in the order of ISO/IEC 19795-10: what, on whom, how much, what is unknown. */
export function groupPage(report: GroupReport, model: string): string {
  const { groups, threshold, columns, ratios } = report;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors by group</title>
<style>${pageStyle}</style>
<h1>Errors by group</h1>
<p>Model <code>${escape(model)}</code>, threshold ${threshold} on the similarity scale, groups by ${escape(columns.join(" and "))}.
A <b>false match</b> accepts an impostor, a <b>false non-match</b> rejects the right person. Intervals hold the true rate with 95&nbsp;% confidence,
by resampling people (500 times); where no error or nothing but errors was seen, by Wilson's formula.</p>
<h2>By group</h2>
<div class="scroll" role="region" aria-label="By group" tabindex="0"><table>
<thead><tr><th rowspan="2" scope="col">group</th><th colspan="3" scope="colgroup">impostor pairs</th><th colspan="3" scope="colgroup">genuine pairs</th></tr>
<tr><th scope="col">false match rate</th><th scope="col">pairs</th><th scope="col">people</th><th scope="col">false non-match rate</th><th scope="col">pairs</th><th scope="col">people</th></tr></thead>
<tbody>${groups.map((one) => groupRow(one, falseMatchRateOf(threshold))).join("\n")}</tbody>
</table></div>
<h2>Differences</h2>
<p>${ratioText("false match rate", ratios.falseMatch)} ${ratioText("false non-match rate", ratios.falseNonMatch)}</p>
<h2>By pair of groups</h2>
${pairsOfGroups(report)}
<h2>Trade-off by group</h2>
${plots(report)}
<h2>What this cannot say</h2>
<ul>${limits(report)
    .map((text) => `<li>${escape(text)}</li>`)
    .join("")}</ul>
</html>
`;
}

const groupRow = ({ group, falseMatch, falseNonMatch }: GroupFigures, expectedMatch: number) =>
  `<tr><th scope="row">${escape(group)}</th>${rateCells(falseMatch, expectedMatch)}${rateCells(falseNonMatch, worthSeeing)}</tr>`;

const rateCells = (rate: GroupRate, expected: number) =>
  `<td>${cellText(rate, expected)}</td><td>${count(rate.pairs)}</td><td>${count(rate.people)}</td>`;

/** A matrix of all groups, darker where more impostors match. Each pair of groups appears once, in the lower half. */
function pairsOfGroups({ between }: GroupReport): string {
  const names = [...new Set(between.flatMap(({ groups }) => groups))].toSorted();
  if (between.every(({ groups: [one, other] }) => one === other)) return "<p>No impostor pair is of two groups.</p>";
  const rates = new Map(between.map(({ groups, falseMatch }) => [groups.toSorted().join("\0"), falseMatch]));
  const highest = Math.max(...between.map(({ falseMatch }) => falseMatch.rate ?? 0));
  const cell = (one: string, other: string) => {
    const rate = rates.get([one, other].toSorted().join("\0"));
    if (!rate || rate.rate === null) return "<td></td>";
    const heat = highest === 0 ? 0 : Math.round((40 * rate.rate) / highest);
    return `<td style="--heat: ${heat}%"><b>${percent(rate.rate)}</b><small>${intervalText(rate.interval)}</small><small>${count(rate.pairs)} pairs</small><small>${count(rate.people)} people</small></td>`;
  };
  const rows = names.map((row, i) => {
    const cells = names.map((column, j) => (j > i ? "<td></td>" : cell(row, column)));
    return `<tr><th scope="row">${escape(row)}</th>${cells.join("")}</tr>`;
  });
  const head = names.map((name) => `<th scope="col">${escape(name)}</th>`).join("");
  return `<p>The false match rate of impostor pairs of two groups, and of one in the diagonal.</p>
<div class="scroll" role="region" aria-label="By pair of groups" tabindex="0"><table class="square"><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>`;
}

function plots({ groups, overall }: GroupReport): string {
  const drawn = groups.filter(({ curve }) => curve.length > 0);
  if (drawn.length === 0) return "<p>No group has genuine and impostor pairs.</p>";
  const axes = detAxes([overall, ...drawn.map(({ curve }) => curve)]);
  const figures = drawn.map(({ group, curve, falseMatch, falseNonMatch }) => {
    const title = `${group}: ${count(falseMatch.pairs + falseNonMatch.pairs)} pairs`;
    return `<figure>${plotDet({ title, points: curve, beneath: overall, axes })}</figure>`;
  });
  return `<p>The grey line is all groups together. A line ends where an error was no longer seen.</p>
<div class="plots">${figures.join("")}</div>`;
}

const count = (of: number) => of.toLocaleString("en");
const percent = (rate: number) => `${Number((rate * 100).toPrecision(2))} %`;
const intervalText = ([low, high]: Interval) => `${percent(low).replace(" %", "")} to ${percent(high)}`;

/** No errors seen does not mean a rate of 0. */
function cellText({ pairs, errors, rate, interval }: GroupRate, expected: number): string {
  if (rate === null) return "no pairs";
  if (errors > 0) return `${percent(rate)} (${intervalText(interval)})`;
  const needed = pairsToSee(expected);
  return pairs < needed
    ? `not measurable; ${count(needed)} pairs needed`
    : `none seen: under ${percent(highestUnseen(pairs))}`;
}

function ratioText(name: string, ratio: number | null): string {
  if (ratio === null) return `No ratio of the ${name} can be told: a group has no pairs, or no error was seen in it.`;
  return `The highest ${name} is ${ratio.toFixed(2)} times the geometric mean of all groups.`;
}

/** Sentences on rates measured on too few pairs. */
export function limits({ groups }: GroupReport): string[] {
  return groups.flatMap(({ group, falseMatch, falseNonMatch }) => [
    ...limitsOf(group, "false matches", falseMatch),
    ...limitsOf(group, "false non-matches", falseNonMatch),
  ]);
}

function limitsOf(group: string, what: string, { pairs, errors }: GroupRate): string[] {
  if (pairs === 0) return [`${group}: nothing about ${what}, there are no such pairs.`];
  if (errors === 0) {
    return [
      `${group}: no ${what} among ${count(pairs)} pairs. The rate may still be ${percent(highestUnseen(pairs))}.`,
    ];
  }
  return errors < errorsToKnow
    ? [
        `${group}: ${what}, ${errors} of ${count(pairs)} pairs; under ${errorsToKnow} errors the rate is only roughly known.`,
      ]
    : [];
}
