import { dirname, resolve } from "node:path";
import { type Pair, readPairs, readTable } from "../evaluate/pairs.ts";
import { readPeople } from "../evaluate/people.ts";
import type { CalibrationSet, Group } from "./calibration.ts";
import type { Exceptions } from "./scale.ts";

export interface Inputs {
  readonly people: string;
  readonly pairs: string;
  readonly groups: readonly string[];
  readonly except: string | undefined;
  readonly labels?: string | undefined;
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
  const labels = await readLabels(inputs.labels);
  const groupPaths = groupPairs.flatMap(({ a, b }) => [a, b]);
  return {
    paths: [...new Set([...[...people.values()].flat(), ...groupPaths])],
    withVectors: (vectors) => ({
      people: new Map([...people].map(([name, paths]) => [name, pick(vectors, paths)])),
      pairs,
      groups: groupsOf(groupPairs, vectors),
      exceptions,
      labels,
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

/** The first column beside `person` names the group. */
async function readLabels(file: string | undefined): Promise<Map<string, string>> {
  const rows = file === undefined ? [] : await readTable(file, ["person"]);
  return new Map(
    rows.flatMap(({ person = "", ...columns }) => {
      const [group = ""] = Object.values(columns);
      return group === "" ? [] : [[person, group] as const];
    }),
  );
}
