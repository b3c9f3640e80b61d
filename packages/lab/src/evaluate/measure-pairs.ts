import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scaleStart } from "@selfsame/face/compare/calibrate";
import type { ModelSet } from "@selfsame/photo/models/model-set";
import type { Wants } from "@selfsame/photo/engine/engine";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { csvQuoted } from "@selfsame/platform/csv";
import { type GroupReport, groupReport } from "./groups.ts";
import { groupPage } from "./report/groups-page.ts";
import type { Seen } from "./analyze-all.ts";
import { curve, genuineScores, impostorScores } from "./statistics/metrics.ts";
import { type Pair, readPairs } from "./pairs.ts";
import { pairsOfPeople, readLabels, readPeople } from "./people.ts";
import { plotDet } from "./report/plot.ts";
import { describeRecommendation, recommend } from "./recommendation.ts";
import type { Evaluation } from "./report/report-page.ts";
import { photoSetOf } from "./report/subject.ts";
import { describeGroups, describeVerification } from "./report/report.ts";
import { type ScoredPair, scorePairs, verificationFigures } from "./verification.ts";

interface PairsInputs {
  readonly pairs?: string | undefined;
  readonly people?: string | undefined;
  readonly groups?: string | undefined;
}

/** The given pairs, or those of a folder of people. */
export async function pairsOf({ pairs, people, groups }: PairsInputs): Promise<Pair[]> {
  if (!people) return readPairs(pairs ?? "");
  const columns = groups?.split(",") ?? [];
  return pairsOfPeople(await readPeople(people), await readLabels(people, columns), columns);
}

interface PairsContext {
  readonly out: string;
  readonly models: ModelSet;
  readonly look: (paths: readonly string[], wants: Wants) => Promise<ReadonlyMap<string, Seen>>;
}

interface MeasuredPairs {
  /** For the JSON file. */
  readonly figures: Record<string, unknown>;
  /** For the report page. */
  readonly verification: NonNullable<Evaluation["verification"]>;
}

export async function measurePairs(inputs: PairsInputs, { look, out, models }: PairsContext): Promise<MeasuredPairs> {
  const pairs = await pairsOf(inputs);
  const comparison = createComparison(models);
  const seen = await look(
    pairs.flatMap(({ a, b }) => [a, b]),
    { embedding: true },
  );
  const scored = scorePairs(pairs, seen, comparison);
  const verification = verificationFigures(pairs, scored, seen, comparison);
  await writeScores(out, scored);
  console.log(describeVerification(verification));
  const report = inputs.groups ? groupReport(scored, inputs.groups.split(","), comparison.threshold) : undefined;
  if (report) {
    await writeFile(join(out, "groups.html"), groupPage(report, comparison.model));
    console.log(describeGroups(report));
    console.log(`Wrote ${join(out, "groups.html")}.`);
  }
  const recommendation = recommend(scored, report, comparison.threshold);
  console.log(describeRecommendation(recommendation));
  return {
    figures: { pairs: verification, ...(report && { groups: jsonOf(report) }), recommendation },
    verification: { figures: verification, groups: report, set: await photoSetOf(pairs.flatMap(({ a, b }) => [a, b])) },
  };
}

/** Omits the curves, which are long and in the page. */
function jsonOf({ groups, threshold, columns, between, ratios }: GroupReport) {
  return {
    threshold,
    columns,
    between,
    ratios,
    groups: groups.map(({ group, falseMatch, falseNonMatch, byThreshold }) => ({
      group,
      falseMatch,
      falseNonMatch,
      byThreshold,
    })),
  };
}

async function writeScores(out: string, scored: readonly ScoredPair[]): Promise<void> {
  // A folder of people gives hundreds of thousands of impostor pairs, so only those with a high score are listed.
  const listed = scored.filter(({ pair, score }) => pair.same || !pair.people || score >= scaleStart);
  const rows = listed.map(({ pair, raw, score }) =>
    [csvQuoted(pair.a), csvQuoted(pair.b), pair.same ? 1 : 0, raw.toFixed(5), score].join(","),
  );
  await writeFile(join(out, "scores.csv"), `${["path_a,path_b,same,score,similarity", ...rows].join("\n")}\n`);
  const points = curve(genuineScores(scored), impostorScores(scored));
  await writeFile(join(out, "det.svg"), plotDet({ title: `${scored.length} pairs`, points }));
  console.log(`Wrote ${join(out, "scores.csv")} and ${join(out, "det.svg")}.`);
}
