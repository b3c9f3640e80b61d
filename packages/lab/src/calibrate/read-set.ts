import { dirname, resolve } from "node:path";
import { OperatorError } from "@selfsame/platform/operator-error";
import { type Pair, readPairs, readTable } from "../evaluate/pairs.ts";
import { genuinePairs, type PeopleFolder, readLabels, readPeople } from "../evaluate/people.ts";
import type { CalibrationSet, Group } from "./calibration.ts";
import type { Photos } from "./learn.ts";
import { mixtureOptions } from "./mixtures.ts";
import { createRandom } from "./random.ts";
import type { Exceptions } from "./scale.ts";

export interface Inputs {
  /** A folder for each person, with their photos. */
  readonly people: string;
  /** A table of pairs of their photos, of which the genuine ones are used; if absent, pairs are drawn from the folder. */
  readonly pairs?: string | undefined;
  /** Tables of pairs within groups; their columns name the group, with the region first. */
  readonly groups?: readonly string[] | undefined;
  /** Instead of these tables, a folder for each group, with one photo of each person. */
  readonly impostors?: string | undefined;
  /** A table of pairs of photos, or of people's folders, that show one person although they are labeled as two. */
  readonly except?: string | undefined;
  /** The column, in a table in the people's folder, that names a group of each person. */
  readonly group?: string | undefined;
  /** Instead of `group`, a table of people; the first column beside `person` names the group. */
  readonly labels?: string | undefined;
}

/** The inputs of a calibration and their photos, which are not analyzed yet. */
export interface PhotoSet {
  readonly paths: readonly string[];
  /**
   * @param vectors the model's output for each photo that shows a face
   * @throws OperatorError if they are too few to learn from
   */
  withVectors(vectors: ReadonlyMap<string, Float32Array>): CalibrationSet;
}

/** Without groups, people are split into random parts: each part is measured by what was learned from the others. */
const partCount = 5;
const withinPairsMax = 20_000;
/** Rates below 1 in 100 are fitted to the scores beyond that quantile, of which a hundred are needed. */
const impostorPairsMin = 10_000;
const withTwoPhotosMin = 10;

/** @throws OperatorError */
export async function readSet(inputs: Inputs): Promise<PhotoSet> {
  const people = await readPeople(inputs.people);
  const pairs = inputs.pairs === undefined ? genuinePairs(people) : await readPairs(inputs.pairs);
  const groups = await readGroups(inputs, people);
  const paths = [...new Set([...people.values(), ...groups.map((group) => group.paths)].flat())];
  const exceptions = await readExceptions(inputs.except, paths);
  const labels = await readGroupOfEach(inputs);
  return {
    paths,
    withVectors(vectors) {
      const set: CalibrationSet = {
        people: new Map([...people].map(([name, paths]) => [name, pick(vectors, paths)])),
        pairs,
        groups: groups.map(({ paths: own, ...group }) => ({ ...group, photos: pick(vectors, own) })),
        exceptions,
        labels,
      };
      assertEnough(set);
      return set;
    },
  };
}

type GroupPaths = Omit<Group, "photos"> & { readonly paths: readonly string[] };

async function readGroups({ groups, impostors }: Inputs, people: PeopleFolder): Promise<GroupPaths[]> {
  if (groups && groups.length > 0) return groupsOf((await Promise.all(groups.map(readPairs))).flat());
  const folders = impostors === undefined ? partsOf(people) : await readPeople(impostors);
  return [...folders].map(([name, paths]) => ({ region: name, name, paths, pairs: pairsWithin(name, paths) }));
}

/** The first column that names a group is the region: what else its people share does not make them unknown. */
const groupsOf = (pairs: readonly Pair[]): GroupPaths[] =>
  [...Map.groupBy(pairs, ({ group }) => group)].map(([name, own]) => ({
    region: Object.values(own[0]?.columns ?? {})[0] ?? name,
    name,
    pairs: own,
    paths: own.flatMap(({ a, b }) => [a, b]),
  }));

/** One photo of each person, in random parts, the same each time. */
function partsOf(people: PeopleFolder): PeopleFolder {
  const random = createRandom(1);
  const drawn = [...people.values()].map(([photo]) => ({ photo, at: random() })).toSorted((a, b) => a.at - b.at);
  return new Map(
    Array.from({ length: partCount }, (_, part) => [
      `people at random, part ${part + 1}`,
      drawn.flatMap(({ photo }, i) => (photo !== undefined && i % partCount === part ? [photo] : [])),
    ]),
  );
}

function pairsWithin(group: string, paths: readonly string[]): Pair[] {
  const all = paths.flatMap((a, i) => paths.slice(i + 1).map((b) => [a, b] as const));
  const random = createRandom(1);
  const share = withinPairsMax / all.length;
  return all.filter(() => random() < share).map(([a, b]) => ({ a, b, same: false, columns: {}, group }));
}

const pick = (vectors: ReadonlyMap<string, Float32Array>, paths: readonly string[]): Photos =>
  new Map(
    paths.flatMap((path) => {
      const vector = vectors.get(path);
      return vector ? [[path, vector] as const] : [];
    }),
  );

/** Most photos have no exception, and there are millions of pairs, so a lookup in a small map is fast. */
async function readExceptions(file: string | undefined, paths: readonly string[]): Promise<Exceptions> {
  const others = new Map<string, Set<string>>();
  const rows = file === undefined ? [] : await readTable(file, ["path_a", "path_b"]);
  const inFolder = Map.groupBy(paths, (path) => dirname(path));
  const photosAt = (path: string) => {
    const at = resolve(dirname(file ?? ""), path);
    return inFolder.get(at) ?? [at];
  };
  for (const { path_a: a = "", path_b: b = "" } of rows) {
    for (const one of photosAt(a)) {
      for (const other of photosAt(b)) {
        others.set(one, (others.get(one) ?? new Set()).add(other));
        others.set(other, (others.get(other) ?? new Set()).add(one));
      }
    }
  }
  return { has: (a, b) => others.get(a)?.has(b) ?? false };
}

/** The group of each person, where it is known. */
async function readGroupOfEach({ people, group, labels }: Inputs): Promise<Map<string, string>> {
  const rows = labels === undefined ? [] : await readTable(labels, ["person"]);
  const columns = group === undefined ? [] : [...(await readLabels(people, [group]))];
  const all = [
    ...rows.map(({ person = "", ...others }) => [person, Object.values(others)[0] ?? ""] as const),
    ...columns.map(([person, values]) => [person, values[group ?? ""] ?? ""] as const),
  ];
  return new Map(all.filter(([, name]) => name !== ""));
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
