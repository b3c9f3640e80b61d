import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Normalisation } from "@selfsame/face/normalise";
import { readManifest } from "../engine/manifest.ts";
import { modelPath } from "../engine/model-path.ts";
import { loadModels } from "../engine/onnx.ts";
import { calibrate } from "../evaluate/calibration.ts";
import { embedPhotos } from "../evaluate/embed-photos.ts";
import { EvaluateError } from "../evaluate/evaluate-error.ts";
import { readPairs, readTable } from "../evaluate/pairs.ts";
import type { Exceptions } from "../evaluate/scale.ts";
import { formatManifest } from "../evaluate/write-manifest.ts";
import type { Command } from "./command.ts";
import { requireConfig, runEvaluation } from "./evaluation.ts";

export const command: Command = {
  summary: "measure what the scores of a recogniser mean, and write it to the manifest",
  help: `Usage: selfsame calibrate --people FOLDER --pairs FILE --groups FILE [--except FILE]

Learns the normalisation of the embedding model in the manifest, its similarity scale, the default threshold and the
table of what thresholds cost, and writes them into the manifest. Needed once for a recogniser of your own; some
thousand people with two photos and hundreds of each group make it mean something. Takes minutes.

  --people FOLDER   a folder a person with their photos: all pairs of different people make the scale
  --pairs FILE      CSV of path_a,path_b,same: its genuine pairs make the false non-match rate; photos in FOLDER
  --groups FILE     CSV of path_a,path_b,same and columns that name a group (region, gender): pairs of strangers
                    within a group make the within-group rate and the default threshold
  --except FILE     CSV of path_a,path_b: photos that show one person after all, under two names or in --groups

Paths in a file are relative to it.


  SELFSAME_MANIFEST     the manifest to read and to write
  SELFSAME_MODELS_DIR   where the model files are kept`,
  run: (args) =>
    runEvaluation("calibrate", async () => {
      const { values } = parseArgs({ args: [...args], options, strict: true });
      const { people, pairs, groups, except } = values;
      if (!people || !pairs || !groups)
        throw new EvaluateError("--people, --pairs and --groups are needed. See --help.");
      await run({ people, pairs, groups, except });
    }),
};

const options = {
  people: { type: "string" },
  pairs: { type: "string" },
  groups: { type: "string" },
  except: { type: "string" },
} as const;

interface Inputs {
  readonly people: string;
  readonly pairs: string;
  readonly groups: string;
  readonly except: string | undefined;
}

async function run(inputs: Inputs): Promise<void> {
  const { manifestPath, modelsDir } = requireConfig();
  const manifest = readManifest(manifestPath);
  const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir));
  const pairs = await readPairs(inputs.pairs);
  const people = await readPeople(inputs.people);
  const groupPairs = await readPairs(inputs.groups);
  const groupPhotos = new Map(groupPairs.flatMap(({ a, b, group }) => [[a, group] as const, [b, group] as const]));

  const vectors = await embedPhotos([...[...people.values()].flat(), ...groupPhotos.keys()], { models, manifest });
  const result = calibrate({
    people: new Map([...people].map(([name, paths]) => [name, pick(vectors, paths)])),
    pairs,
    groups: groupBy(groupPhotos, vectors),
    groupPairs,
    exceptions: await readExceptions(inputs.except),
  });

  const normalisation = await writeNormalisation(manifestPath, manifest.models.embed.id, result.normalisation);
  const embed = { ...manifest.models.embed, calibration: { normalisation, ...result.calibration } };
  const next = { ...manifest, models: { ...manifest.models, embed } };
  await writeFile(manifestPath, formatManifest(next));
  await writeFile(join(dirname(manifestPath), "impostors.json"), `${JSON.stringify(result.histogram)}\n`);
  console.table(result.calibration.table);
  console.log(`Default threshold: ${result.calibration.threshold}. Written to ${manifestPath}.`);
}

async function readPeople(folder: string): Promise<Map<string, string[]>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new EvaluateError(`${folder} cannot be read.`, error);
  });
  const people = new Map<string, string[]>();
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const files = (await readdir(join(folder, name))).filter((file) => /\.(jpe?g|png|webp|gif)$/i.test(file));
    people.set(
      name,
      files.toSorted().map((file) => resolve(folder, name, file)),
    );
  }
  if (people.size < 2) throw new EvaluateError(`${folder} has no folder a person.`);
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

function pick(vectors: ReadonlyMap<string, Float32Array>, paths: readonly string[]): Map<string, Float32Array> {
  return new Map(
    paths.flatMap((path) => {
      const vector = vectors.get(path);
      return vector ? [[path, vector] as const] : [];
    }),
  );
}

function groupBy(groupOf: ReadonlyMap<string, string>, vectors: ReadonlyMap<string, Float32Array>) {
  const groups = new Map<string, Map<string, Float32Array>>();
  for (const [path, group] of groupOf) {
    const vector = vectors.get(path);
    if (vector) groups.set(group, (groups.get(group) ?? new Map<string, Float32Array>()).set(path, vector));
  }
  return groups;
}

/** Beside the manifest, float32, little endian: the mean, then the triangle. */
async function writeNormalisation(manifestPath: string, modelId: string, { mean, triangle }: Normalisation) {
  const path = `normalisation/${modelId}.f32`;
  const bytes = Buffer.alloc((mean.length + triangle.length) * 4);
  [...mean, ...triangle].forEach((value, i) => bytes.writeFloatLE(value, i * 4));
  const file = resolve(dirname(manifestPath), path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return {
    path,
    sha256: createHash("sha256")
      .update(await readFile(file))
      .digest("hex"),
  };
}
