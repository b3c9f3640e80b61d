/**
 * `node bench/several-photos.ts FOLDER`: the benefit of averaging several photos of one person. FOLDER has a folder for each person's photos. For
 * people with six or more, up to five photos are averaged in ten ways, and compared with their other photos and with all other people's. Prints the
 * table of docs/research/verification.md.
 */
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { scaleFor, similarityOf } from "../packages/face/src/compare/calibrate.ts";
import { createRandom } from "../packages/lab/src/calibrate/random.ts";
import { createEngine } from "../packages/photo/src/engine/create-engine.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { createComparison } from "../packages/photo/src/verify/comparison.ts";
import { referenceOf, referencesMax } from "../packages/photo/src/verify/references.ts";

const drawsAPerson = 10;
const [folder = ""] = process.argv.slice(2);
const models = await testModels();
const comparison = createComparison(models);
const { calibration: calibrated } = models.manifest.models.embed;
if (!calibrated) throw new Error("the model has no calibration");

interface Photo {
  readonly person: string;
  readonly embedding: Float32Array;
}

const workers = availableParallelism();
const engine = await createEngine({ models, workers });
const paths = globSync("*/*.{jpg,jpeg,png}", { cwd: folder }).toSorted();
const found = new Map<string, Photo>();
const left = paths.values();
await Promise.all(
  Array.from({ length: workers }, async () => {
    for (const path of left) {
      const result = await engine.analyze(readFileSync(join(folder, path)), { embedding: true });
      if (result.outcome !== "analyzed" || !result.embedding) continue;
      found.set(path, { person: dirname(path), embedding: result.embedding });
    }
  }),
);
await engine.stop();

const photos = paths.flatMap((path) => found.get(path) ?? []);
const random = createRandom(1);
const shuffled = (own: readonly Photo[]) =>
  own
    .map((photo) => ({ photo, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ photo }) => photo);
const many = [...Map.groupBy(photos, ({ person }) => person).values()].filter((own) => own.length > referencesMax);
if (many.length === 0) throw new Error(`${folder}: nobody has more than ${referencesMax} photos that show a face`);
const draws = many.flatMap((own) => Array.from({ length: drawsAPerson }, () => shuffled(own)));

/** Scores of averages of `count` photos: with the person's other photos, and with all other people's, ascending. */
function scoresOf(count: number) {
  const genuine: number[] = [];
  const strangers = new Float64Array(draws.length * photos.length);
  let compared = 0;
  for (const own of draws) {
    const { embedding } = referenceOf(own.slice(0, count).map((photo) => photo.embedding));
    for (const other of own.slice(referencesMax)) genuine.push(comparison.score(embedding, other.embedding));
    for (const other of photos)
      if (other.person !== own[0]?.person) strangers[compared++] = comparison.score(embedding, other.embedding);
  }
  return { genuine, strangers: strangers.subarray(0, compared).toSorted() };
}

/** The share of scores that match at the default threshold, on the scale for this number of photos. */
const shareOf = (scores: ArrayLike<number>, averaged: number): number => {
  const scale = scaleFor(calibrated, averaged);
  return (
    Array.from(scores).filter((one) => similarityOf(one, { scale }) >= comparison.threshold).length / scores.length
  );
};

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const columns = Array.from({ length: referencesMax }, (_, i) => {
  const { genuine, strangers } = scoresOf(i + 1);
  const refusedWhere = (rate: number): string => {
    const limit = strangers[strangers.length - 1 - Math.floor(rate * strangers.length)] as number;
    return percent(genuine.filter((one) => one <= limit).length / genuine.length);
  };
  const passed = (averaged: number): string => (10_000 * shareOf(strangers, averaged)).toFixed(1);
  const refused = (averaged: number): string => percent(1 - shareOf(genuine, averaged));
  return {
    "photos averaged": String(i + 1),
    "genuine pairs": String(genuine.length),
    "pairs of strangers": String(strangers.length),
    "refused where 1 in 1,000 strangers passes": refusedWhere(1e-3),
    "refused where 1 in 10,000 passes": refusedWhere(1e-4),
    "strangers who pass at the default, of 10,000, on the scale of one photo": passed(1),
    "the same on the scale of their number": passed(i + 1),
    "refused at the default, on the scale of one photo": refused(1),
    "refused on the scale of their number": refused(i + 1),
  };
});
console.log(`${many.length} people with more than ${referencesMax} photos`);
for (const row of Object.keys(columns[0] ?? {}) as (keyof (typeof columns)[number])[])
  console.log(`| ${[row, ...columns.map((column) => column[row])].join(" | ")} |`);
