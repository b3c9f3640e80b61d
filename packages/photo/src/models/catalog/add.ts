import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DetectEntry, EmbedEntry, RecognizerEntry } from "@selfsame/face/manifest";
import { OperatorError } from "@selfsame/platform/operator-error";
import { makeFolder } from "@selfsame/platform/store/data-folder";
import { fileProblem } from "../file-problem.ts";
import { readManifest } from "../manifest.ts";
import { loadModel } from "../onnx.ts";
import { type Bringing, bringModel, type Identity } from "./bring.ts";
import type { CatalogEntry, CatalogDetector } from "./catalog.ts";
import { detectOf } from "./detectors.ts";
import { graphEnds, theOnly } from "./graph-ends.ts";
import { detectorFile, folderOf, isInstalled, manifestText, modelFile, writeWhole } from "./installed.ts";
import { holdLock } from "./lock.ts";

export interface Adding extends Bringing {
  /** Undefined: Selfsame's own recognizer, with another detector. */
  readonly entry: CatalogEntry | undefined;
  /** A local file, the model or its archive, instead of a download. */
  readonly file?: string | undefined;
  /** Replaces Selfsame's detector. */
  readonly detector?: { readonly entry: CatalogDetector; readonly file?: string | undefined } | undefined;
}

/** Name of the installation. A recognizer with another detector is a model of its own, with its own calibration. */
export const nameOf = ({ entry, detector }: Pick<Adding, "entry" | "detector">): string =>
  [entry?.name ?? "default", ...(detector ? [detector.entry.name] : [])].join("-");

/**
 * Installs a recognizer: its hash is checked before anything opens it, and its folder appears in one step.
 * @throws OperatorError
 */
export async function addModel(adding: Adding): Promise<void> {
  const { modelsDir } = adding;
  const name = nameOf(adding);
  if (isInstalled(modelsDir, name)) {
    throw new OperatorError(
      `The model "${name}" is there already. To add it anew, remove it first: selfsame models remove ${name}`,
    );
  }
  const added = join(modelsDir, "added");
  await makeFolder(modelsDir, "SELFSAME_MODELS_DIR");
  await makeFolder(added, "SELFSAME_MODELS_DIR");
  const lock = await holdLock(join(added, `.${name}.lock`), name);
  try {
    await clearKilled(added, name);
    // Next to the final place: a move is atomic only within a file system.
    const work = await mkdtemp(join(added, `.adding-${name}-`));
    try {
      await build(adding, work);
      await rename(work, folderOf(modelsDir, name));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  } catch (error) {
    throw fileProblem(error, modelsDir) ?? error;
  } finally {
    await lock.release();
  }
}

/** Deletes what killed commands left of this model; none is running while the lock is held. */
async function clearKilled(added: string, name: string): Promise<void> {
  const left = (await readdir(added)).filter((folder) => folder.startsWith(`.adding-${name}-`));
  // Another model's name may begin with this one's, so the length must match: mkdtemp adds six letters.
  const own = left.filter((folder) => folder.length === `.adding-${name}-`.length + 6);
  for (const folder of own) await rm(join(added, folder), { recursive: true, force: true });
}

async function build(adding: Adding, work: string): Promise<void> {
  const { entry, detector } = adding;
  const detect = detector && (await buildDetector(detector, adding, work));
  const embed = entry ? await buildRecognizer(entry, adding, work) : { ...shippedRecognizer(), id: nameOf(adding) };
  const from = { ...entry, ...(detector && { detector: detector.entry }) };
  await writeWhole(join(work, "catalog.json"), `${JSON.stringify(from, null, 2)}\n`);
  await writeWhole(join(work, "manifest.json"), manifestText(embed, detect));
}

async function buildDetector(
  { entry, file }: NonNullable<Adding["detector"]>,
  adding: Adding,
  work: string,
): Promise<DetectEntry> {
  const model = join(work, detectorFile);
  const found = await bringModel(entry, file, adding, { work, model });
  return detectOf(entry, model, found);
}

async function buildRecognizer(entry: CatalogEntry, adding: Adding, work: string): Promise<EmbedEntry> {
  const model = join(work, modelFile);
  const found = await bringModel(entry, adding.file, adding, { work, model });
  const recognizer = await entryOf(entry, model, found);
  await tryOut(recognizer, model);
  const embed = entry.second ? { ...shippedRecognizer(), second: { ...recognizer, ...entry.second } } : recognizer;
  return { ...embed, id: nameOf(adding) };
}

/** Without its calibrations and cards, which belong to our detector and are next to our manifest. */
function shippedRecognizer(): EmbedEntry {
  const { calibration: _ours, card: _card, second, ...embed } = readManifest().models.embed;
  if (!second) return embed;
  const { calibration: _itsOwn, card: _itsCard, ...other } = second;
  return { ...embed, second: other };
}

async function entryOf(entry: CatalogEntry, model: string, found: Identity): Promise<RecognizerEntry> {
  const ends = graphEnds(await readFile(model));
  const { dimensions, template, mirror, license, input } = entry;
  return {
    id: entry.name,
    source: { path: modelFile },
    ...found,
    licence: license.spdx,
    input: { ...input, name: input.name ?? theOnly(ends.inputs, "input") },
    outputs: { embedding: entry.output ?? theOnly(ends.outputs, "output") },
    dimensions,
    template,
    mirror,
  };
}

/** Runs the model once on zeros: it must accept the catalog's input and return as many numbers. */
async function tryOut(embed: RecognizerEntry, path: string): Promise<void> {
  const { width, height } = embed.input;
  const numbers = await loadModel(embed, path)
    .then((loaded) => loaded.run(new Float32Array(3 * width * height)))
    .then(({ embedding }) => embedding?.length)
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : "unknown";
      throw new OperatorError(`${embed.id} cannot be run: ${why}. Nothing was installed.`, { cause: error });
    });
  if (numbers !== embed.dimensions) {
    throw new OperatorError(
      `${embed.id} gives ${numbers} numbers instead of ${embed.dimensions}. Nothing was installed.`,
    );
  }
}
