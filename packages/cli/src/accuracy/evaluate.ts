import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createEngine, type RunningEngine } from "@selfsame/photo/engine/create-engine";
import type { ModelSet } from "@selfsame/photo/models/model-set";
import type { Wants } from "@selfsame/photo/engine/engine";
import { embeddingContractId } from "@selfsame/photo/models/embedding-contract";
import { readManifest } from "@selfsame/photo/models/manifest";
import { OperatorError } from "@selfsame/platform/operator-error";
import { csvQuoted } from "@selfsame/platform/csv";
import { calibrateOn } from "@selfsame/lab/calibrate/calibrate-on";
import { reportShipped, reportCalibration } from "@selfsame/lab/calibrate/report";
import { measureReferences, spread } from "@selfsame/lab/evaluate/documents/references";
import { countFigures, readExpected } from "@selfsame/lab/evaluate/expected";
import { analyzeAll, type Seen } from "@selfsame/lab/evaluate/analyze-all";
import { issueFigures, readIssues } from "@selfsame/lab/evaluate/issues";
import { leftOutFigures } from "@selfsame/lab/evaluate/left-out";
import { measurePairs } from "@selfsame/lab/evaluate/measure-pairs";
import { readPairs } from "@selfsame/lab/evaluate/pairs";
import { plotTradeOff } from "@selfsame/lab/evaluate/report/plot";
import {
  describeCounts,
  describeDocuments,
  describeIssues,
  describeLeftOut,
  describeSpoof,
} from "@selfsame/lab/evaluate/report/report";
import { type Evaluation, reportPage } from "@selfsame/lab/evaluate/report/report-page";
import { photoSetOf, subjectOf } from "@selfsame/lab/evaluate/report/subject";
import { type SpoofFigures, spoofFigures } from "@selfsame/lab/evaluate/spoof";
import { readSpoofFolder, type SpoofPhoto } from "@selfsame/lab/evaluate/spoof-folder";
import { fetchModels } from "@selfsame/photo/models/fetch-models";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { makeFolder } from "@selfsame/platform/store/data-folder";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";

export const command: Command = {
  summary: "measure accuracy on photos of your own",
  help: `Usage: selfsame evaluate [--pairs FILE | --people FOLDER] [--groups COLUMN[,COLUMN]] [--spoof FOLDER]
                         [--expected FILE] [--issues FILE] [--documents FILE] [--out FOLDER] [--json FILE]
       selfsame evaluate --table --people FOLDER [--pairs FILE] [--within FILE ...] [--except FILE] [--groups COLUMN]

Analyzes photos as the service does, on all cores, and prints error rates. An interrupted command continues when you repeat
it. Photos are not copied.

  --pairs FILE      CSV of path_a,path_b,same[,fold]: accuracy, TAR at FAR 1e-2, 1e-3 and 1e-4 with the similarity for
                    each, both errors at each threshold, failures to detect, and the threshold to use; writes scores.csv
                    and det.svg
  --people FOLDER   the same for a folder with one folder of photos for each person: at most 10 genuine pairs of each person,
                    and 300,000 impostor pairs drawn at random, the same each time
  --groups COLUMNS  columns that name a group: of the pairs file (gender), or one for each photo (gender_a, gender_b); with
                    --people of a CSV file in FOLDER that has a column person, too. Both errors by group, with intervals by
                    person; writes groups.html, by group and by pair of groups, as ISO/IEC 19795-10 has it
  --spoof FOLDER    folders live/ and spoof/, a subfolder a kind of attack, within it one for each person (or a number at
                    the end of names, for the frames of one video); several such sets a folder each: APCER by kind, the
                    worst first, and BPCER by source; of several sets also with each left out, weights and threshold
                    learned from the others; writes spoof.csv and spoof.svg
  --table           measures the whole table of thresholds of the model in use again, by what is learned of these photos, and prints it
                    beside the one that it comes with: whether each row lies within the 95 % interval. Of --pairs the genuine ones
                    count; --within FILE is CSV of path_a,path_b,same and columns that name a group, the region first, and --except FILE
                    of path_a,path_b, photos or people's folders that show one person under two names. Takes minutes
  --expected FILE   CSV of path,expected_faces: a number, >= and a number, or words for a file that cannot be read
  --issues FILE     CSV of path,ISSUE[,ISSUE...][,kind] with a column named for each quality issue (mouth_covered) that says 1,
                    0 or nothing: how often it is reported where it is, and where it is not, by kind
  --documents FILE  CSV of path_a,path_b,same: of up to 200 genuine pairs the first photo is written as documents have it (JPEG 2000
                    of 15 and 5 kB, JPEG of quality 30, printed and scanned, gray, few pixels, with patterns over it) and
                    compared with the second: FNMR, and which issues were reported
  --out FOLDER      where files are written (./evaluation); of pairs, people and attacks also report.html, a page to print with
                    every model's hash, the same bytes for the same files
  --json FILE       the figures as JSON, too

Paths in the files are relative to them.`,
  async run(args) {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    if (!values.pairs && !values.people && !values.spoof && !values.expected && !values.issues && !values.documents) {
      throw new OperatorError("Give --pairs, --people, --spoof, --expected, --issues or --documents. See --help.");
    }
    if (values.table) {
      await measureTable(values);
      return 0;
    }
    if (values.pairs && values.people) throw new OperatorError("Give --pairs or --people, not both. See --help.");
    await evaluate(values);
    return 0;
  },
};

const options = {
  pairs: { type: "string" },
  people: { type: "string" },
  groups: { type: "string" },
  spoof: { type: "string" },
  expected: { type: "string" },
  issues: { type: "string" },
  documents: { type: "string" },
  table: { type: "boolean" },
  within: { type: "string", multiple: true },
  except: { type: "string" },
  out: { type: "string", default: "evaluation" },
  json: { type: "string" },
} as const;

interface Inputs {
  readonly pairs?: string | undefined;
  readonly people?: string | undefined;
  readonly groups?: string | undefined;
  readonly spoof?: string | undefined;
  readonly expected?: string | undefined;
  readonly issues?: string | undefined;
  readonly documents?: string | undefined;
  readonly out: string;
  readonly json?: string | undefined;
}

async function evaluate(inputs: Inputs): Promise<void> {
  const { manifestPath, modelsDir, workers, runtime } = readSettings();
  const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir, runtime };
  const out = resolve(inputs.out);
  // Created first: an error must show before the work that takes minutes.
  await makeFolder(out, "--out", 0o777);
  await fetchModels(models, console.error);
  const engine = await createEngine({ models, workers, report: (problem) => console.error(problem) });
  try {
    const figures = await measure(inputs, { engine, workers, out, models });
    if (inputs.json) await writeFile(inputs.json, `${JSON.stringify(figures, null, 2)}\n`);
  } finally {
    await engine.stop();
  }
}

/** Measures the model in use as `selfsame models calibrate` does, without writing anything. */
async function measureTable(inputs: Inputs & { readonly within?: string[]; readonly except?: string }): Promise<void> {
  const { people, pairs, groups, within, except } = inputs;
  if (!people) throw new OperatorError("--table needs --people FOLDER. See --help.");
  const { manifestPath, modelsDir, runtime } = readSettings();
  const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir, runtime };
  await fetchModels(models, console.error);
  const measured = await calibrateOn(models, { people, pairs, groups: within, except, group: groups }, modelsDir);
  reportCalibration(measured);
  reportShipped(models.manifest.models.embed.calibration, measured);
  await measured.forget();
}

interface Context {
  readonly engine: RunningEngine;
  readonly workers: number;
  readonly out: string;
  readonly models: ModelSet;
}

async function measure(inputs: Inputs, { engine, workers, out, models }: Context) {
  const { manifest } = models;
  const contract = `${embeddingContractId(manifest)} ${JSON.stringify([manifest.models.spoof, manifest.models.covered, manifest.models.overlay])}`;
  const look = (paths: readonly string[], wants: Wants) =>
    analyzeAll(paths, { engine, workers, wants, contract, folder: out });
  const figures: Record<string, unknown> = {};
  let verification: Evaluation["verification"];
  let attacks: Evaluation["attacks"];
  if (inputs.pairs || inputs.people) {
    const measured = await measurePairs(inputs, { look, out, models });
    Object.assign(figures, measured.figures);
    verification = measured.verification;
  }
  if (inputs.spoof) {
    const photos = await readSpoofFolder(inputs.spoof);
    const seen = await look(
      photos.map(({ path }) => path),
      { spoof: true },
    );
    const spoof = spoofFigures(photos, seen, manifest.models.spoof.threshold);
    await writeSpoofScores(out, photos, seen, spoof);
    console.log(describeSpoof(spoof));
    const leftOut = leftOutFigures(photos, seen, manifest.models.spoof);
    if (leftOut) console.log(describeLeftOut(leftOut));
    figures["spoof"] = { ...spoof, leftOut };
    attacks = { figures: spoof, set: await photoSetOf(photos.map(({ path }) => path)) };
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
  if (inputs.issues) {
    const photos = await readIssues(inputs.issues);
    const seen = await look(
      photos.map(({ path }) => path),
      { quality: "main" },
    );
    const issues = issueFigures(photos, seen);
    console.log(describeIssues(issues));
    figures["issues"] = issues;
  }
  if (inputs.documents) {
    const pairs = (await readPairs(inputs.documents)).filter(({ same }) => same);
    const documents = await measureReferences(spread(pairs), { engine, workers, comparison: createComparison(models) });
    console.log(describeDocuments(documents));
    figures["documents"] = documents;
  }
  const subject = await subjectOf(models);
  if (verification || attacks) {
    const report = join(out, "report.html");
    await writeFile(report, reportPage({ subject, verification, attacks }));
    console.log(`Wrote ${report}.`);
  }
  return { subject, ...figures };
}

async function writeSpoofScores(
  out: string,
  photos: readonly SpoofPhoto[],
  seen: ReadonlyMap<string, Seen>,
  { kinds }: SpoofFigures,
): Promise<void> {
  const rows = photos.map(({ path, live, kind, who }) =>
    [csvQuoted(path), live ? 1 : 0, csvQuoted(kind), csvQuoted(who), seen.get(path)?.live?.toFixed(5) ?? ""].join(","),
  );
  await writeFile(join(out, "spoof.csv"), `${["path,live,kind,who,score", ...rows].join("\n")}\n`);
  const lines = kinds.map(({ kind, curve: points }) => ({
    name: kind,
    points: points.map(({ bpcer, apcer }) => ({ x: bpcer, y: apcer })),
  }));
  const axes = { x: "Bona fide refused (BPCER)", y: "Attacks that pass (APCER)", lowest: { x: 0.01, y: 0.01 } };
  await writeFile(join(out, "spoof.svg"), plotTradeOff(lines, "By kind of attack", axes));
  console.log(`Wrote ${join(out, "spoof.csv")} and ${join(out, "spoof.svg")}.`);
}
