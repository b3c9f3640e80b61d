import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Pair, readPairs, readTable } from "../evaluate/pairs.ts";
import { OperatorError } from "../operator-error.ts";
import type { CalibrationSet, Group } from "./calibration.ts";
import type { Exceptions } from "./scale.ts";

export interface Inputs {
  readonly people: string;
  readonly pairs: string;
  readonly groups: readonly string[];
  readonly except: string | undefined;
}

/** What to calibrate by, and the photos in it, not looked at yet. */
export interface PhotoSet {
  readonly paths: readonly string[];
  /** @param vectors what the model gives of each photo that shows a face */
  withVectors(vectors: ReadonlyMap<string, Float32Array>): CalibrationSet;
}

export async function readSet(inputs: Inputs): Promise<PhotoSet> {
  const people = await readPeople(inputs.people);
  const pairs = await readPairs(inputs.pairs);
  const groupPairs = (await Promise.all(inputs.groups.map(readPairs))).flat();
  const exceptions = await readExceptions(inputs.except);
  const groupPaths = groupPairs.flatMap(({ a, b }) => [a, b]);
  return {
    paths: [...new Set([...[...people.values()].flat(), ...groupPaths])],
    withVectors: (vectors) => ({
      people: new Map([...people].map(([name, paths]) => [name, pick(vectors, paths)])),
      pairs,
      groups: groupsOf(groupPairs, vectors),
      exceptions,
    }),
  };
}

/** The first column that names a group is the region: what else its people share does not make them unknown. */
function groupsOf(pairs: readonly Pair[], vectors: ReadonlyMap<string, Float32Array>): Group[] {
  return [...Map.groupBy(pairs, ({ group }) => group)].map(([name, own]) => ({
    region: Object.values(own[0]?.columns ?? {})[0] ?? name,
    name,
    pairs: own,
    photos: pick(
      vectors,
      own.flatMap(({ a, b }) => [a, b]),
    ),
  }));
}

function pick(vectors: ReadonlyMap<string, Float32Array>, paths: readonly string[]): Map<string, Float32Array> {
  return new Map(
    paths.flatMap((path) => {
      const vector = vectors.get(path);
      return vector ? [[path, vector] as const] : [];
    }),
  );
}

async function readPeople(folder: string): Promise<Map<string, string[]>> {
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

/** Most photos have none, and there are millions of pairs: a look into a map of few paths is quick. */
async function readExceptions(file: string | undefined): Promise<Exceptions> {
  const others = new Map<string, Set<string>>();
  const rows = file === undefined ? [] : await readTable(file, ["path_a", "path_b"]);
  for (const { path_a: a = "", path_b: b = "" } of rows) {
    const [one, other] = [a, b].map((path) => resolve(dirname(file ?? ""), path)) as [string, string];
    others.set(one, (others.get(one) ?? new Set()).add(other));
    others.set(other, (others.get(other) ?? new Set()).add(one));
  }
  return { has: (a, b) => others.get(a)?.has(b) ?? false };
}
