/** Diagrams of the default recognizer's measurements, by the name of their picture in docs/diagrams/. */
import type { Calibration } from "@selfsame/face/manifest";
import { oneIn } from "../docs/threshold-table.ts";
import { type Drawing, lineAt, plotAt, rectAt, textAt, width } from "./svg.ts";

export interface Chart extends Drawing {
  readonly title: string;
}

const right = width - 14;
/** Whether the similarity is a multiple of 0.1; the manifest's table also has steps between. */
const isTenth = (similarity: number): boolean => Number.isInteger(Math.round(similarity * 100) / 10);

export const charts = (calibration: Calibration): Readonly<Record<string, Chart>> => ({
  similarity: similarityScale(calibration),
  "error-rates": errorRates(calibration),
});

/** The false match rate of each similarity, as bars of its logarithm, and the default threshold. */
function similarityScale({ table, threshold }: Calibration): Chart {
  const steps = table.filter(({ similarity }) => isTenth(similarity));
  const rarest = Math.max(...steps.map(({ falseMatchRate }) => -Math.log10(falseMatchRate)));
  const rowHeight = 34;
  const barLeft = 44;
  const parts: string[] = [];
  let y = 12;
  const side = (text: string) => {
    parts.push(textAt(14, y, [text], "head", "start"));
    y += 26;
  };
  side("Below the threshold: reject");
  for (const { similarity, falseMatchRate } of steps) {
    if (similarity === threshold) {
      parts.push(lineAt(14, y + 6, right, y + 6));
      y += 14;
      side(`From ${threshold}: accept`);
    }
    const wide = Math.round((-Math.log10(falseMatchRate) / rarest) * (right - barLeft - 186));
    parts.push(
      textAt(36, y, [similarity.toFixed(1)], "ink", "end"),
      rectAt(barLeft, y, wide, 20, "note"),
      textAt(right, y, [`${oneIn(falseMatchRate)} impostors`], "ink", "end"),
    );
    y += rowHeight;
  }
  return { title: "What a similarity says", svg: parts.join("\n"), height: y };
}

/** The false non-match rate of each group by threshold. */
function errorRates({ table, measured, threshold }: Calibration): Chart {
  const groups = measured.genuineGroups ?? [];
  const [first, last] = [0.5, 0.9];
  const at = measured.steps.flatMap((step, index) => (step >= first && step <= last ? [{ step, index }] : []));
  const rates = groups.map(({ group, refused, pairs }) => ({
    group,
    line: at.map(({ step, index }) => ({ step, rate: (refused[index] ?? 0) / pairs })),
  }));
  const most = Math.ceil(Math.max(...rates.flatMap(({ line }) => line.map(({ rate }) => rate))) * 20) / 20;
  const [left, top, bottom, end] = [48, 56, 262, width - 62];
  const xOf = (step: number) => Math.round(left + ((step - first) / (last - first)) * (end - left));
  const yOf = (rate: number) => Math.round(bottom - (rate / most) * (bottom - top));
  const parts = [textAt(14, 10, ["genuine pairs rejected (FNMR)"], "muted", "start")];
  for (let rate = 0; rate <= most + 1e-9; rate += 0.05)
    parts.push(
      lineAt(left, yOf(rate), end, yOf(rate)),
      textAt(left - 6, yOf(rate) - 10, [`${Math.round(rate * 100)} %`], "muted", "end"),
    );
  parts.push(
    lineAt(xOf(threshold), top, xOf(threshold), bottom),
    textAt(xOf(threshold), top - 20, ["default"], "muted"),
  );
  for (const { group, line } of rates) {
    const points = line.map(({ step, rate }) => [xOf(step), yOf(rate)] as const);
    parts.push(plotAt(points), textAt(end + 6, (points.at(-1)?.[1] ?? 0) - 10, [group], "ink", "start"));
  }
  for (const { similarity, falseMatchRate } of table)
    if (similarity >= first && similarity <= last && isTenth(similarity))
      parts.push(
        textAt(xOf(similarity), bottom + 4, [String(similarity)], "ink"),
        textAt(xOf(similarity), bottom + 24, ["1 in"], "muted"),
        textAt(xOf(similarity), bottom + 42, [oneIn(falseMatchRate).slice(5)], "muted"),
      );
  parts.push(textAt(width / 2, bottom + 64, ["threshold, and impostor pairs accepted at it (FMR)"], "muted"));
  return { title: "Genuine pairs rejected at each threshold", svg: parts.join("\n"), height: bottom + 94 };
}
