import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createEngine, type RunningEngine } from "../engine/create-engine.ts";
import type { Wants } from "../engine/engine.ts";
import { embeddingContractId, readManifest } from "../engine/manifest.ts";
import { EvaluateError } from "../evaluate/evaluate-error.ts";
import { countFigures, readExpected } from "../evaluate/expected.ts";
import { lookAtAll } from "../evaluate/look.ts";
import { curve, genuineScores, impostorScores } from "../evaluate/metrics.ts";
import { readPairs } from "../evaluate/pairs.ts";
import { plotDet } from "../evaluate/plot.ts";
import { describeCounts, describeSpoof, describeVerification } from "../evaluate/report.ts";
import { readSpoofFolder, spoofFigures } from "../evaluate/spoof.ts";
import { type ScoredPair, scorePairs, verificationFigures } from "../evaluate/verification.ts";
import { fetchModels } from "../models/fetch-models.ts";
import { createComparison } from "../verify/comparison.ts";
import type { Command } from "./command.ts";
import { requireConfig, runEvaluation } from "./evaluation.ts";

export const command: Command = {
  summary: "measure accuracy on photos of your own",
  help: `Usage: selfsame evaluate [--pairs FILE] [--spoof FOLDER] [--expected FILE] [--out FOLDER] [--json FILE]

Looks at photos as the service does, on all cores, and prints how good the answers are. Interrupted, the same command
goes on where it stopped. Photos stay where they are.

  --pairs FILE      CSV of path_a,path_b,same[,fold]: accuracy, TAR at FAR 1e-2, 1e-3 and 1e-4 with the similarity for
                    each, failures to detect; writes scores.csv and det.svg
  --spoof FOLDER    folders live/ and spoof/, a subfolder a kind of attack: AUC, EER, APCER and BPCER
  --expected FILE   CSV of path,expected_faces: a number, or >= a number, or words for a file that cannot be read
  --out FOLDER      where files are written (./evaluation)
  --json FILE       the figures as JSON, too

Paths in the files are relative to them.`,
  run: (args) =>
    runEvaluation("evaluate", async () => {
      const { values } = parseArgs({ args: [...args], options, strict: true });
      if (!values.pairs && !values.spoof && !values.expected) {
        throw new EvaluateError("give --pairs, --spoof or --expected. See --help.");
      }
      await evaluate(values);
    }),
};

const options = {
  pairs: { type: "string" },
  spoof: { type: "string" },
  expected: { type: "string" },
  out: { type: "string", default: "evaluation" },
  json: { type: "string" },
} as const;

interface Inputs {
  readonly pairs?: string | undefined;
  readonly spoof?: string | undefined;
  readonly expected?: string | undefined;
  readonly out: string;
  readonly json?: string | undefined;
}

async function evaluate(inputs: Inputs): Promise<void> {
  const { manifestPath, modelsDir, workers } = requireConfig();
  const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir };
  await fetchModels(models, console.error);
  const out = resolve(inputs.out);
  const engine = await createEngine({ models, workers, report: (problem) => console.error(problem) });
  try {
    const figures = await measure(inputs, { engine, workers, out, manifest: models.manifest });
    if (inputs.json) await writeFile(inputs.json, `${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    await engine.stop();
  }
}

interface Context {
  readonly engine: RunningEngine;
  readonly workers: number;
  readonly out: string;
  readonly manifest: ReturnType<typeof readManifest>;
}

async function measure(inputs: Inputs, { engine, workers, out, manifest }: Context) {
  const contract = `${embeddingContractId(manifest)} ${manifest.models.spoof.sha256}`;
  const look = (paths: readonly string[], wants: Wants) =>
    lookAtAll(paths, { engine, workers, wants, contract, folder: out });
  const figures: Record<string, unknown> = {};
  if (inputs.pairs) {
    const pairs = await readPairs(inputs.pairs);
    const comparison = createComparison(manifest);
    const seen = await look(
      pairs.flatMap(({ a, b }) => [a, b]),
      { embedding: true },
    );
    const scored = scorePairs(pairs, seen, comparison);
    const verification = verificationFigures(pairs, scored, seen, comparison);
    await writeScores(out, scored);
    console.log(describeVerification(verification));
    figures["pairs"] = verification;
  }
  if (inputs.spoof) {
    const photos = await readSpoofFolder(inputs.spoof);
    const seen = await look(
      photos.map(({ path }) => path),
      { spoof: true },
    );
    const spoof = spoofFigures(photos, seen, manifest.models.spoof.threshold);
    console.log(describeSpoof(spoof));
    figures["spoof"] = spoof;
  }
  if (inputs.expected) {
    const expected = await readExpected(inputs.expected);
    const seen = await look(
      expected.map(({ path }) => path),
      { quality: "all" },
    );
    const counts = countFigures(expected, seen);
    console.log(describeCounts(counts));
    figures["expected"] = counts;
  }
  return figures;
}

/** As RFC 4180 quotes a field. */
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

async function writeScores(out: string, scored: readonly ScoredPair[]): Promise<void> {
  const rows = scored.map(({ pair, cosine, score }) =>
    [quote(pair.a), quote(pair.b), pair.same ? 1 : 0, cosine.toFixed(5), score].join(","),
  );
  await mkdir(out, { recursive: true });
  await writeFile(join(out, "scores.csv"), `${["path_a,path_b,same,cosine,similarity", ...rows].join("\n")}\n`);
  const points = curve(genuineScores(scored), impostorScores(scored));
  await writeFile(join(out, "det.svg"), plotDet(points, `${scored.length} pairs`));
  console.log(`Wrote ${join(out, "scores.csv")} and ${join(out, "det.svg")}.`);
}
