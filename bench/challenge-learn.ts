/**
 * `node bench/challenge-learn.ts --signs FILE ... [--write]`: learns the weight of each sign of a live challenge from the sequences that
 * `bench/challenge-attacks.ts --in-process --signs FILE` judged. It reports the results of genuine people and attacks with each person held out, both
 * genuine sequences and attacks on that person. With `--write` the numbers go to packages/server/src/liveness/challenge/decision.json.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Decision, suspicionOf } from "../packages/server/src/liveness/challenge/decision.ts";
import { wilson } from "../packages/lab/src/evaluate/statistics/interval.ts";
import type { Sequence } from "./attacks/tally.ts";
import { honestKind, learned, limitFor, type Row } from "./measuring/learn-decision.ts";

const { values } = parseArgs({
  options: { signs: { type: "string", multiple: true, default: [] }, write: { type: "boolean", default: false } },
});
type Line = { readonly attack: string; readonly person: string } & Partial<Sequence>;

/** Rejections for how a step was performed. */
const steps = new Set(["step_not_seen", "not_neutral", "flat", "same_picture"]);
const seen = new Set<string>();
const rows: Row[] = [];
for (const line of values.signs.flatMap((file) => readFileSync(file, "utf8").trim().split("\n"))) {
  const { attack, person, signs, hard, files } = JSON.parse(line) as Line;
  const key = JSON.stringify([attack, files]);
  if (!signs || !files || seen.has(key)) continue;
  seen.add(key);
  const isHonest = attack.startsWith(honestKind);
  // A genuine person's frontal frame may stand for a blink, so whether a step was seen is not judged here.
  const isStopped = isHonest ? hard !== undefined && !steps.has(hard) : hard !== undefined;
  rows.push({ kind: attack, person, signs, isHonest, isStopped });
}
const people = [...new Set(rows.map(({ person }) => person))];
const heldOut = new Map<Row, number>();
for (const person of people) {
  const decision = learned(rows.filter((row) => row.person !== person));
  for (const row of rows) if (row.person === person) heldOut.set(row, suspicionOf(row.signs, decision).llr);
}
const scoreOf = (row: Row): number => heldOut.get(row) as number;
const limit = limitFor(
  rows.filter(({ isHonest }) => isHonest),
  scoreOf,
);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const isRejected = (row: Row): boolean => row.isStopped || scoreOf(row) > limit;

function report(title: string, of: (row: Row) => string, chosen: readonly Row[]): void {
  console.log(title);
  console.table(
    [...Map.groupBy(chosen, of)].map(([name, own]) => {
      const accepted = own.filter((row) => !isRejected(row)).length;
      const [low, high] = wilson(accepted, own.length);
      const stopped = own.filter(({ isStopped }) => isStopped).length;
      return {
        name,
        sequences: own.length,
        "stopped before": stopped,
        accepted,
        share: percent(accepted / own.length),
        "95 %": `${percent(low)} to ${percent(high)}`,
      };
    }),
  );
}

const honest = rows.filter(({ isHonest }) => isHonest);
report("honest, by person, each held out", ({ person }) => person, honest);
report("honest, by camera", ({ kind }) => kind, honest);
report(
  "attacks, each victim held out",
  ({ kind }) => kind,
  rows.filter(({ isHonest }) => !isHonest),
);
const decision: Decision = { ...learned(rows), limit };
console.log(JSON.stringify(decision, undefined, 2));
const own = honest.filter((row) => suspicionOf(row.signs, decision).llr <= limit).length;
console.log(`with all people's weights ${own} of ${honest.length} honest sequences are accepted`);
if (values.write)
  writeFileSync(
    resolve(import.meta.dirname, "../packages/server/src/liveness/challenge/decision.json"),
    `${JSON.stringify(decision, undefined, 2)}\n`,
  );
