import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createRandom } from "../calibrate/random.ts";
import { OperatorError } from "@selfsame/platform/operator-error";
import { type Pair, readTable } from "./pairs.ts";

/** The photos of each person, by name. */
export type PeopleFolder = ReadonlyMap<string, readonly string[]>;

/** The values of a table of people, by person and column. */
export type Labels = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** @throws OperatorError if there are fewer than two people to compare */
export async function readPeople(folder: string): Promise<Map<string, string[]>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new OperatorError(`${folder} cannot be read.`, { cause: error });
  });
  const people = new Map<string, string[]>();
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const files = (await readdir(join(folder, name))).filter((file) => /\.(jpe?g|png|webp|gif)$/i.test(file));
    people.set(
      name,
      files.toSorted().map((file) => resolve(folder, name, file)),
    );
  }
  if (people.size < 2) throw new OperatorError(`${folder} has fewer than two folders: one for each person is needed.`);
  return people;
}

/** Reads labels from the tables in the folder that have a column `person` and one of the requested columns. */
export async function readLabels(folder: string, columns: readonly string[]): Promise<Labels> {
  const labels = new Map<string, Record<string, string>>();
  const found = new Set<string>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".csv")).toSorted()) {
    const rows = await readTable(join(folder, file), []);
    const own = columns.filter((column) => column in (rows[0] ?? {}));
    if (!("person" in (rows[0] ?? {})) || own.length === 0) continue;
    for (const row of rows) {
      const { person = "" } = row;
      labels.set(person, { ...labels.get(person), ...Object.fromEntries(own.map((name) => [name, row[name] ?? ""])) });
    }
    for (const column of own) found.add(column);
  }
  const missing = columns.filter((column) => !found.has(column));
  if (missing.length > 0) {
    throw new OperatorError(
      `No CSV file in ${folder} has the columns person and ${missing.join(", ")}. Add one with a line for each folder, such as people.csv.`,
    );
  }
  return labels;
}

/** The most genuine pairs of one person: more would outweigh all other people. */
const genuineMax = 10;
/** The most impostor pairs, drawn at random if there are more: enough to measure a rate of 1 in 10,000. */
const impostorsMax = 300_000;

/** Genuine pairs of each person's photos, and impostor pairs, the same in each run. People without a label are compared, but belong to no group. */
export function pairsOfPeople(people: PeopleFolder, labels: Labels, columns: readonly string[]): Pair[] {
  const random = createRandom(1);
  const all = photosOf(people);
  const pairOf = ([one, other]: readonly [Photo, Photo]): Pair => ({
    ...pairFrom([one, other]),
    columns: Object.fromEntries(
      columns.flatMap((column) => [
        [`${column}_a`, labels.get(one.person)?.[column] ?? ""],
        [`${column}_b`, labels.get(other.person)?.[column] ?? ""],
      ]),
    ),
  });
  return [...genuineOf(all, random), ...impostorPairs(all, random)].map(pairOf);
}

/** The genuine pairs only. */
export const genuinePairs = (people: PeopleFolder): Pair[] =>
  genuineOf(photosOf(people), createRandom(1)).map(pairFrom);

interface Photo {
  readonly path: string;
  readonly person: string;
}

const photosOf = (people: PeopleFolder): Photo[] =>
  [...people].flatMap(([person, paths]) => paths.map((path) => ({ path, person })));

const pairFrom = ([one, other]: readonly [Photo, Photo]): Pair => ({
  a: one.path,
  b: other.path,
  same: one.person === other.person,
  people: [one.person, other.person],
  columns: {},
  group: "",
});

const genuineOf = (all: readonly Photo[], random: () => number): (readonly [Photo, Photo])[] =>
  [...Map.groupBy(all, ({ person }) => person).values()].flatMap((own) =>
    draw(
      own.flatMap((one, i) => own.slice(i + 1).map((other) => [one, other] as const)),
      genuineMax,
      random,
    ),
  );

/** Draws `count` items at random, or returns all if there are no more. */
function draw<T>(from: readonly T[], count: number, random: () => number): T[] {
  const left = [...from];
  if (left.length <= count) return left;
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}

function impostorPairs<T extends { readonly person: string }>(all: readonly T[], random: () => number) {
  const possible = (all.length * (all.length - 1)) / 2;
  const pairs: (readonly [T, T])[] = [];
  if (possible <= impostorsMax) {
    for (const [i, one] of all.entries())
      for (const other of all.slice(i + 1)) if (one.person !== other.person) pairs.push([one, other]);
    return pairs;
  }
  const drawn = new Set<number>();
  // With few people and very many photos, few pairs show two people: without a limit the search would not end.
  for (let tries = 0; pairs.length < impostorsMax && tries < 3 * impostorsMax; tries++) {
    const [i, j] = [Math.floor(random() * all.length), Math.floor(random() * all.length)];
    const [one, other] = [all[Math.min(i, j)] as T, all[Math.max(i, j)] as T];
    const key = Math.min(i, j) * all.length + Math.max(i, j);
    if (one.person === other.person || drawn.has(key)) continue;
    drawn.add(key);
    pairs.push([one, other]);
  }
  return pairs;
}
