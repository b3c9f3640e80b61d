/**
 * `node bench/documents.ts FOLDER [EVERY]`: how well portraits on cards are found and compared. FOLDER has a folder for each person with neutral.jpg
 * and smiling.jpg; every EVERYth is used. The neutral photo is printed on a card, photographed in many ways, and compared with the smiling one.
 * Prints the tables of docs/research/documents.md.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createEngine } from "../packages/photo/src/engine/create-engine.ts";
import { createComparison } from "../packages/photo/src/verify/comparison.ts";
import { facePlace, type FacePlace, photoOfCard, type Shot } from "../packages/photo/testing/photos/card.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";

const [folder = "", every = "4"] = process.argv.slice(2);
const people = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("neutral.jpg"))
  .toSorted()
  .filter((_, i) => i % Number(every) === 0)
  .map((path) => join(folder, dirname(path)));

const models = await testModels();
const engine = await createEngine({ models, workers: 1 });
const comparison = createComparison(models);

async function look(photo: Buffer) {
  const result = await engine.analyze(photo, { embedding: true, quality: "main" });
  const [face] = result.outcome === "analyzed" ? result.faces : [];
  return result.outcome === "analyzed" && result.embedding && face
    ? { face, embedding: result.embedding, width: result.width, height: result.height }
    : undefined;
}

interface Subject {
  readonly neutral: Buffer;
  readonly place: FacePlace;
  readonly smiling: Float32Array;
  /** The raw score of the two unchanged photos; similarity ends at 1, which all of them reach. */
  readonly score: number;
}
const subjects: Subject[] = [];
for (const person of people) {
  const neutral = readFileSync(join(person, "neutral.jpg"));
  const [one, other] = [await look(neutral), await look(readFileSync(join(person, "smiling.jpg")))];
  if (!one || !other) throw new Error(`${person}: no face`);
  const score = comparison.score(one.embedding, other.embedding);
  subjects.push({ neutral, place: facePlace(one.face.box, one), smiling: other.embedding, score });
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure(name: string, shots: readonly Shot[]): Promise<void> {
  const losses: number[] = [];
  let [all, passed, glare] = [0, 0, 0];
  for (const { neutral, place, smiling, score } of subjects) {
    for (const shot of shots) {
      all++;
      const seen = await look(await photoOfCard(neutral, place, shot));
      // Skips the ghost image and printed matter, which are much narrower than the portrait. On a turned card the portrait's width is the box's
      // height.
      const width = seen ? Math.min(seen.face.box.width, seen.face.box.height) : 0;
      if (!seen || width < shot.faceWidth * 0.6 || width > shot.faceWidth * 2) continue;
      const reached = comparison.similarity(seen.embedding, smiling);
      losses.push(1 - comparison.score(seen.embedding, smiling) / score);
      if (reached >= comparison.threshold) passed++;
      if (seen.face.quality?.issues.includes("glare")) glare++;
    }
  }
  const percent = (count: number) => `${((100 * count) / all).toFixed(0)} %`;
  console.log(
    `| ${name} | ${percent(losses.length)} | ${(100 * median(losses)).toFixed(0)} % | ${percent(passed)} | ${percent(glare)} |`,
  );
}

console.log(
  `${subjects.length} people; score of the photos themselves ${median(subjects.map(({ score }) => score)).toFixed(1)} (median)`,
);
console.log("| pictures | found | score lost (median) | pass | glare |");
for (const faceWidth of [40, 60, 80, 120])
  await measure(`${faceWidth} pixels`, [{ faceWidth }, { faceWidth, angleDegrees: 12, perspective: 0.1 }]);
for (const angleDegrees of [15, 30, 45, 60, 90, 135, 180, 225, 270, 315])
  await measure(`turned by ${angleDegrees} degrees`, [
    { faceWidth: 60, angleDegrees },
    { faceWidth: 90, angleDegrees, perspective: 0.1 },
  ]);
const kinds: readonly (readonly [string, Omit<Shot, "faceWidth">])[] = [
  ["tilted card", { perspective: 0.3 }],
  ["blurred", { blur: 1.5 }],
  ["JPEG, quality 30", { jpegQuality: 30 }],
  ["ghost portrait", { ghost: true }],
  ["lamination", { lamination: true }],
  ["grey print", { tint: "grey" }],
  ["green tint", { tint: "green" }],
  ["glare, weak", { glare: 0.5 }],
  ["glare, strong", { glare: 1 }],
];
for (const [name, kind] of kinds)
  await measure(
    name,
    [60, 90].map((faceWidth) => ({ ...kind, faceWidth })),
  );
await engine.stop();
