import { rateOf, scaleStart } from "@selfsame/face/compare/calibrate";
import type { AveragedScale, Scale } from "@selfsame/face/manifest";
import { referenceOf, referencesMax } from "@selfsame/photo/verify/references";
import { createRandom } from "./random.ts";
import type { Exceptions } from "./scale.ts";

type Photos = ReadonlyMap<string, Float32Array>;

/** Below this number of people with enough photos there is no scale, since chance would determine it. */
const peopleMin = 100;
/** Number of averages of other photos drawn for each person. With four and eight, the scale of five photos began below that of four by chance. */
const drawCount = 16;
/** The lowest false match rate used: beyond it lie only a few look-alikes. The same holds where fewer than `tailMin` scores lie. */
const rarest = 1e-4;
const tailMin = 100;
const seed = 5;

/**
 * Derives the scales of averaged references by moving the scale of one photo by the effect of averaging on the same people's impostor scores. A scale
 * made from averages alone would also measure which people have many photos. The effect grows linearly with the score, so a line describes it.
 * @param scale of one photo
 */
export function averagedScales(
  people: readonly Photos[],
  score: (one: Float32Array, other: Float32Array) => number,
  scale: Scale,
  exceptions: Exceptions = { has: () => false },
): AveragedScale[] {
  const rows: AveragedScale[] = [];
  const once = rowsOnce(people, score, exceptions);
  for (let photos = 2; photos <= referencesMax; photos++) {
    const singles: Drawn[] = [];
    const means: Drawn[] = [];
    const random = createRandom(seed);
    const known = people.filter(({ size }) => size >= photos);
    if (known.length < peopleMin) break;
    for (const person of known) {
      for (let draw = 0; draw < drawCount; draw++) {
        const drawn = take([...person], photos, random);
        const paths = drawn.map(([path]) => path);
        means.push({ person, paths, vector: referenceOf(drawn.map(([, vector]) => vector)).embedding });
        singles.push(...drawn.map(([path, vector]) => ({ person, paths: [path], vector })));
      }
    }
    const before = sorted(singles.map(once));
    const after = sorted(means.map((mean) => strangersTo(mean, people, score, exceptions)));
    rows.push({ photos, scale: moved(scale, before, after) });
  }
  return rows;
}

interface Drawn {
  readonly person: Photos;
  readonly paths: readonly string[];
  readonly vector: Float32Array;
}

/** Draws `count` of them, without replacement. */
function take<T>(from: readonly T[], count: number, random: () => number): T[] {
  const left = [...from];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}

/** Computes each photo's scores once, since it is drawn many times. */
function rowsOnce(
  people: readonly Photos[],
  score: (one: Float32Array, other: Float32Array) => number,
  exceptions: Exceptions,
): (single: Drawn) => Float64Array {
  const rows = new Map<Float32Array, Float64Array>();
  return (single) => {
    const row = rows.get(single.vector) ?? strangersTo(single, people, score, exceptions);
    rows.set(single.vector, row);
    return row;
  };
}

/** The scores of a reference with the photos of other people. */
function strangersTo(
  { person, paths, vector }: Drawn,
  people: readonly Photos[],
  score: (one: Float32Array, other: Float32Array) => number,
  exceptions: Exceptions,
): Float64Array {
  const scores: number[] = [];
  for (const other of people) {
    if (other === person) continue;
    for (const [path, photo] of other) {
      if (!paths.some((own) => exceptions.has(own, path))) scores.push(score(vector, photo));
    }
  }
  return Float64Array.from(scores);
}

/** All scores, ascending. */
function sorted(rows: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(rows.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all.toSorted();
}

/**
 * Maps the scale by the line through impostor scores of equal false match rate before and after averaging, by least squares; the start of the scale
 * is the measured one.
 */
function moved(scale: Scale, before: Float64Array, after: Float64Array): Scale {
  // A little less, since rounding would exclude 0.7, the lowest rate.
  const rate = Math.max(rarest, tailMin / after.length) * 0.999;
  const measured = scale
    .map(([, similarity]) => similarity)
    .filter((similarity) => similarity >= scaleStart && rateOf(similarity) >= rate)
    .map((similarity) => [quantile(before, rateOf(similarity)), quantile(after, rateOf(similarity))] as const);
  const [meanX, meanY] = [0, 1].map(
    (axis) => measured.reduce((sum, point) => sum + (point[axis] as number), 0) / measured.length,
  ) as [number, number];
  const slope =
    measured.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) /
    measured.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const medianShift = quantile(after, 0.5) - quantile(before, 0.5);
  return scale.map(([score, similarity]) => {
    const to = similarity < scaleStart ? score + medianShift : meanY + slope * (score - meanX);
    return [Number(to.toFixed(5)), similarity] as const;
  });
}

/** The score that a share of all scores exceeds. */
const quantile = (rising: Float64Array, rate: number): number =>
  rising[rising.length - 1 - Math.floor(rate * rising.length)] as number;
