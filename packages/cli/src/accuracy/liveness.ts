import { lightResults } from "@selfsame/server/liveness/challenge/light/judge-light";
import { countLight, type LightCount } from "@selfsame/server/liveness/challenge/light/light-tally";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { Command } from "../command.ts";
import { listOptions } from "../print-list.ts";
import { runSubcommand, type Subcommand } from "../subcommands.ts";
import { withStore } from "../with-store.ts";

const help = `Usage: selfsame liveness report [--days 30] [--json]

The results of the screen colors of live challenges at this installation, and a histogram of their correlations: what was reflected with what the screen showed.
Challenges that passed every other check stand apart from the others. Read it before you require colors, in the dashboard or by SELFSAME_CHALLENGE_LIGHT.
--days  1 to 365; 30 by default.`;

const dayMs = 24 * 3600_000;
const daysMax = 365;
const widest = 40;

const report: Subcommand = {
  words: [],
  options: { ...listOptions, days: { type: "string" } },
  run: ({ values }) => {
    const days = Number(values["days"] ?? 30);
    if (!Number.isInteger(days) || days < 1 || days > daysMax) {
      throw new OperatorError(`--days must be a whole number from 1 to ${daysMax}.`);
    }
    return withStore(async (store) => {
      const counts = await countLight(store, Date.now() - days * dayMs);
      if (values["json"] === true) console.log(JSON.stringify(counts, null, 2));
      else print(counts, days);
    });
  },
};

function print(counts: readonly LightCount[], days: number): void {
  if (counts.length === 0) {
    console.log(`No screen colors within ${days} days. They are shown unless SELFSAME_CHALLENGE_LIGHT is "off".`);
    return;
  }
  for (const passed of [true, false]) {
    const those = counts.filter((one) => one.passed === passed);
    const total = sum(those);
    console.log(`${passed ? "Passed every other check" : "Failed another check"}: ${total}`);
    if (total === 0) continue;
    for (const result of lightResults) {
      const count = sum(those.filter((one) => one.result === result));
      console.log(`  ${result.padEnd(14)} ${String(count).padStart(6)}  ${((100 * count) / total).toFixed(1)} %`);
    }
    console.log(histogramOf(those).join("\n"));
  }
}

/** One line for each step of 0.05 that has a count. */
function histogramOf(counts: readonly LightCount[]): string[] {
  const cells = new Map<number, number>();
  for (const { correlation, count } of counts) {
    if (correlation !== null) cells.set(correlation, (cells.get(correlation) ?? 0) + count);
  }
  const most = Math.max(...cells.values());
  return [...cells].map(([from, count]) => {
    const bar = "#".repeat(Math.max(1, Math.round((widest * count) / most)));
    return `  ${from.toFixed(2).padStart(5)}  ${String(count).padStart(6)}  ${bar}`;
  });
}

const sum = (counts: readonly LightCount[]): number => counts.reduce((total, { count }) => total + count, 0);

export const command: Command = {
  summary: "report the results of screen colors in live challenges",
  help,
  run: (args) => runSubcommand({ report }, help, args),
};
