import { readdir } from "node:fs/promises";
import { join, parse, relative, sep } from "node:path";
import { OperatorError } from "@selfsame/server/platform/operator-error";

/** A photo of a spoof set. */
export interface SpoofPhoto {
  readonly path: string;
  readonly live: boolean;
  /** The folders above live/ or spoof/, empty where there is one set: photos of one make, bona fide and attacks. */
  readonly source: string;
  /** The source and the folder below: the kind of attack, or what the bona fide photos are. */
  readonly kind: string;
  /** The person, or the recording that a frame is of. */
  readonly who: string;
}

const photoName = /\.(jpe?g|png|webp|gif)$/i;
const number = /^\d+$/;
/** Frames of a recording are counted with up to three digits; cameras name photos with four and more. */
const frameNumber = /[_-]\d{1,3}$/;

/** Every photo with a folder live/ or spoof/ above it, by path. @throws OperatorError where one of both has none */
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

/** What the folders and the name say of a photo. A folder whose name is a number says who it is, not what. */
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
