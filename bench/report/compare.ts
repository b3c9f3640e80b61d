import type { Results } from "./report.ts";

/** A run in the format that `--json` writes. */
export interface Run {
  readonly kind: string;
  readonly results: Results;
}

interface Change {
  readonly name: string;
  readonly before: number;
  readonly now: number;
  readonly ratio: number;
}

/** A figure above this multiple of the earlier run counts as a regression. */
export const lostMax = 1.15;

/** Processor time and memory, which hardly depend on other load, of parts that take long enough to be measured well. */
function figuresOf({ http, stages, verifyModelMs, memoryMb }: Results): Map<string, number> {
  return new Map([
    ...http.map(({ name, timing }) => [`verify, ${name}, ms`, timing.cpu] as const),
    ...stages
      .filter(({ name }) => name.startsWith("**"))
      .map(({ name, timing }) => [`${name.replaceAll("*", "")}, ms`, timing.cpu] as const),
    ["models of a verify, ms", verifyModelMs] as const,
    ["memory, MB", memoryMb] as const,
  ]);
}

export type Comparison =
  | { readonly outcome: "compared"; readonly changes: readonly Change[]; readonly lost: readonly Change[] }
  | { readonly outcome: "other_machine"; readonly kind: string };

/** The ratio of the new to the earlier value for each figure that both runs have. */
export function compareRuns(before: Run, now: Run): Comparison {
  if (before.kind !== now.kind) return { outcome: "other_machine", kind: before.kind };
  const earlier = figuresOf(before.results);
  const changes = Array.from(figuresOf(now.results)).flatMap(([name, value]) => {
    const was = earlier.get(name);
    return was === undefined ? [] : [{ name, before: was, now: value, ratio: value / was }];
  });
  return { outcome: "compared", changes, lost: changes.filter(({ ratio }) => !(ratio <= lostMax)) };
}

export function describeComparison(changes: readonly Change[]): string {
  const rows = changes.map(({ name, before, now, ratio }) => {
    return `${name.padEnd(60)} ${before.toFixed(1).padStart(8)} ${now.toFixed(1).padStart(8)} ${ratio.toFixed(2).padStart(6)}`;
  });
  return [`${"".padEnd(60)} ${"before".padStart(8)} ${"now".padStart(8)} ${"ratio".padStart(6)}`, ...rows].join("\n");
}
