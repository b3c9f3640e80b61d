import { OperatorError } from "../../operator-error.ts";
import type { Pair } from "../evaluate/pairs.ts";
import { genuinePairs, type PeopleFolder, readLabels, readPeople } from "../evaluate/people.ts";
import type { CalibrationSet, Group } from "./calibration.ts";
import type { Photos } from "./learn.ts";
import { mixtureOptions } from "./mixtures.ts";
import { createRandom } from "./random.ts";
import type { PhotoSet } from "./read-set.ts";

export interface Folders {
  /** A folder for each person, with their photos. */
  readonly people: string;
  /** A folder for each group, with one photo of each of its people. */
  readonly impostors?: string | undefined;
  /** The column of a table in the people's folder that names a group of theirs. */
  readonly group?: string | undefined;
}

/** Without groups, people at random stand for them: what is measured on one part was learned from the others. */
const partCount = 5;
const withinPairsMax = 20_000;
/** What is rarer than one in a hundred is fitted to the scores beyond that, of which a hundred are needed. */
const impostorPairsMin = 10_000;
const withTwoPhotosMin = 10;

/** The photos of folders, as a set to calibrate by. @throws OperatorError */
export async function readFolders({ people: folder, impostors, group }: Folders): Promise<PhotoSet> {
  const people = await readPeople(folder);
  const groups = impostors === undefined ? partsOf(people) : await readPeople(impostors);
  const labels = group === undefined ? new Map() : await readLabels(folder, [group]);
  return {
    paths: [...new Set([...people.values(), ...groups.values()].flat())],
    withVectors(vectors) {
      const pick = (paths: readonly string[]): Photos =>
        new Map(
          paths.flatMap((path) => (vectors.has(path) ? [[path, vectors.get(path) as Float32Array] as const] : [])),
        );
      const set: CalibrationSet = {
        people: new Map([...people].map(([name, paths]) => [name, pick(paths)])),
        pairs: genuinePairs(people),
        groups: [...groups].map(([name, paths]) => groupOf(name, pick(paths))),
        exceptions: { has: () => false },
        labels: new Map([...labels].map(([person, columns]) => [person, columns[group ?? ""] ?? ""])),
      };
      assertEnough(set);
      return set;
    },
  };
}

/** One photo of each person, in parts drawn at random, the same each time. */
function partsOf(people: PeopleFolder): ReadonlyMap<string, readonly string[]> {
  const random = createRandom(1);
  const drawn = [...people.values()].map(([photo]) => ({ photo, at: random() })).toSorted((a, b) => a.at - b.at);
  return new Map(
    Array.from({ length: partCount }, (_, part) => [
      `people at random, part ${part + 1}`,
      drawn.flatMap(({ photo }, i) => (photo !== undefined && i % partCount === part ? [photo] : [])),
    ]),
  );
}

function groupOf(name: string, photos: Photos): Group {
  const paths = [...photos.keys()];
  const all = paths.flatMap((a, i) => paths.slice(i + 1).map((b) => [a, b] as const));
  const random = createRandom(1);
  const share = withinPairsMax / all.length;
  const pairs = all
    .filter(() => random() < share)
    .map(([a, b]): Pair => ({ a, b, same: false, columns: {}, group: name }));
  return { region: name, name, photos, pairs };
}

function assertEnough({ people, groups }: CalibrationSet): void {
  const counts = [...people.values()].map(({ size }) => size);
  const photos = counts.reduce((sum, count) => sum + count, 0);
  const pairs = (photos ** 2 - counts.reduce((sum, count) => sum + count ** 2, 0)) / 2;
  if (pairs < impostorPairsMin) {
    throw new OperatorError(
      `A calibration needs ${impostorPairsMin} pairs of different people, such as one photo of each of 142; faces were found for ${pairs}.`,
    );
  }
  const several = counts.filter((count) => count > 1).length;
  if (several < withTwoPhotosMin) {
    throw new OperatorError(
      `A calibration needs ${withTwoPhotosMin} people with two photos; faces were found in two photos of ${several}.`,
    );
  }
  const small = groups.find((group) => group.photos.size < mixtureOptions.people);
  if (small) {
    throw new OperatorError(
      `Each group needs ${mixtureOptions.people} people; "${small.name}" has faces of ${small.photos.size}. Mixtures of fewer would show who is in them.`,
    );
  }
}
