import { readdir } from "node:fs/promises";
import { join, parse, relative, sep } from "node:path";
import { OperatorError } from "@selfsame/platform/operator-error";

/** A photo of a spoof set. */
export interface SpoofPhoto {
  readonly path: string;
  readonly live: boolean;
  /** The folders above live/ or spoof/; empty if there is one set. A source has bona fide photos and attacks of one origin. */
  readonly source: string;
  /** The source and the folder below live/ or spoof/: the kind of attack, or of bona fide photos. */
  readonly kind: string;
  /** The person, or the recording that a frame comes from. */
  readonly who: string;
}

const photoName = /\.(jpe?g|png|webp|gif)$/i;
const number = /^\d+$/;
/** Frames of a recording are numbered with up to three digits; cameras number photos with four or more. */
const frameNumber = /[_-]\d{1,3}$/;

/** Every photo below a folder live/ or spoof/, by path. @throws OperatorError if either has no photos */
export async function readSpoofFolder(folder: string): Promise<SpoofPhoto[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new OperatorError(`${folder} cannot be read.`, { cause: error });
  });
  const photos = entries
    .filter((entry) => entry.isFile() && photoName.test(entry.name))
    .flatMap((entry) => {
      const photo = placed(relative(folder, entry.parentPath).split(sep), entry.name);
      return photo ? [{ path: join(entry.parentPath, entry.name), ...photo }] : [];
    });
  if (!photos.some(({ live }) => live) || photos.every(({ live }) => live)) {
    throw new OperatorError(`${folder} needs a folder live/ and a folder spoof/ with photos in each.`);
  }
  return photos.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Reads a photo's properties from its folders and name. A folder whose name is a number identifies the person, not the kind. */
function placed(folders: readonly string[], name: string): Omit<SpoofPhoto, "path"> | undefined {
  const at = folders.findIndex((part) => part === "live" || part === "spoof");
  if (at === -1) return undefined;
  const [above, below] = [folders.slice(0, at), folders.slice(at + 1)];
  const kind = below.slice(0, below[0] !== undefined && !number.test(below[0]) ? 1 : 0);
  const people = below.slice(kind.length);
  return {
    live: folders[at] === "live",
    source: above.join("/"),
    kind: [...above, ...kind].join("/") || ".",
    who: [...above, ...kind, ...(people.length > 0 ? people : [parse(name).name.replace(frameNumber, "")])].join("/"),
  };
}
