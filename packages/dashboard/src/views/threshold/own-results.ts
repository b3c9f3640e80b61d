import type { Curve, Rate } from "./curves.ts";

/** A file of `npm run evaluate -- --json` has some hundred lines; even with a thousand groups it is smaller than this. */
export const fileBytesMax = 5 * 1024 * 1024;

export type OwnResults =
  | { readonly outcome: "read"; readonly curves: readonly Curve[] }
  | { readonly outcome: "refused"; readonly problem: string };

const refuse = (problem: string): OwnResults => ({ outcome: "refused", problem });

/** Reads the JSON that `evaluate` wrote: rates of all pairs, and by group if requested. */
export function readOwnResults(text: string): OwnResults {
  let figures: unknown;
  try {
    figures = JSON.parse(text);
  } catch {
    return refuse("This file is not JSON.");
  }
  const pairs = field(figures, "pairs");
  const rows = field(pairs, "byThreshold");
  if (!Array.isArray(rows) || rows.length === 0)
    return refuse("This file holds no figures of pairs: write it with npm run evaluate -- --pairs FILE --json FILE.");
  const all = curveOf("own", "Your people", rows, field(pairs, "impostors"), field(pairs, "genuine"));
  if (!all) return refuse("The figures in this file are not rates by threshold.");
  const groups = field(field(figures, "groups"), "groups");
  const named = (Array.isArray(groups) ? groups : []).map((group: unknown) => {
    const name = String(field(group, "group"));
    const of = (side: string) => field(field(group, side), "pairs");
    const curve = curveOf(
      `own ${name}`,
      `Your people: ${name}`,
      field(group, "byThreshold"),
      of("falseMatch"),
      of("falseNonMatch"),
    );
    const people = field(field(group, "falseNonMatch"), "people");
    return curve && typeof people === "number" && people > 0 ? { ...curve, group: { name, people } } : curve;
  });
  return { outcome: "read", curves: [all, ...named.filter((curve) => curve !== undefined)] };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function curveOf(id: string, name: string, rows: unknown, impostors: unknown, genuine: unknown): Curve | undefined {
  if (!Array.isArray(rows)) return undefined;
  const read = rows.map((row: unknown) => ({
    threshold: field(row, "threshold"),
    pass: rateOf(field(row, "falseMatchRate"), impostors),
    refused: rateOf(field(row, "falseNonMatchRate"), genuine),
  }));
  const thresholds = read.flatMap(({ threshold }) => (isShare(threshold) ? [threshold] : []));
  const rising = thresholds.every((one, i) => i === 0 || one > (thresholds[i - 1] ?? 0));
  const known = read.some(({ pass, refused }) => pass !== undefined || refused !== undefined);
  if (thresholds.length < read.length || !rising || !known) return undefined;
  return {
    id,
    name,
    own: true,
    thresholds,
    pass: read.map(({ pass }) => pass),
    refused: read.map(({ refused }) => refused),
  };
}

/** Null in the file: there were no such pairs. */
function rateOf(rate: unknown, pairs: unknown): Rate | undefined {
  return isShare(rate) && typeof pairs === "number" && pairs > 0 ? { rate, pairs } : undefined;
}

const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;
