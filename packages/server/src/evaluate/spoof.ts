import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { OperatorError } from "../operator-error.ts";
import type { Seen } from "./look.ts";
import { areaUnderCurve, equalErrorRate, passing } from "./metrics.ts";

/** A photo of a spoof set. */
export interface SpoofPhoto {
  readonly path: string;
  readonly live: boolean;
  /** The folders below live/ or spoof/: the kind of attack, or the source. */
  readonly subfolder: string;
}

export interface ErrorRates {
  readonly threshold: number;
  /** Attack presentation classification error rate, of each kind of attack and of all (ISO/IEC 30107-3). */
  readonly apcer: Readonly<Record<string, number>>;
  /** Bona fide presentation classification error rate, of each source and of all. */
  readonly bpcer: Readonly<Record<string, number>>;
}

export interface SpoofFigures {
  readonly live: number;
  readonly spoof: number;
  /** Photos without a face: an attack without one is refused, a bona fide photo too. They count as errors of neither. */
  readonly failures: readonly string[];
  /** Null, as what follows, where no bona fide photo or no attack shows a face: nothing can be told then. */
  readonly areaUnderCurve: number | null;
  readonly equalErrorRate: number | null;
  /** Without rates of those of whom no photo shows a face. */
  readonly atDefault: ErrorRates;
  readonly atBpcer10: ErrorRates | null;
}

const photoName = /\.(jpe?g|png|webp|gif)$/i;

/** Every photo with a folder live/ or spoof/ above it; what lies above that (several sets) goes before the subfolder. */
export async function readSpoofFolder(folder: string): Promise<SpoofPhoto[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new OperatorError(`${folder} cannot be read.`, { cause: error });
  });
  const photos = entries
    .filter((entry) => entry.isFile() && photoName.test(entry.name))
    .flatMap((entry) => {
      const parts = relative(folder, entry.parentPath).split(sep);
      const at = parts.findIndex((part) => part === "live" || part === "spoof");
      const subfolder = parts.filter((_, i) => i !== at).join("/") || ".";
      return at === -1 ? [] : [{ path: join(entry.parentPath, entry.name), live: parts[at] === "live", subfolder }];
    });
  if (!photos.some(({ live }) => live) || photos.every(({ live }) => live)) {
    throw new OperatorError(`${folder} needs a folder live/ and a folder spoof/ with photos in each.`);
  }
  return photos.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export function spoofFigures(
  photos: readonly SpoofPhoto[],
  seen: ReadonlyMap<string, Seen>,
  defaultThreshold: number,
): SpoofFigures {
  const scored = photos.flatMap((photo) => {
    const score = seen.get(photo.path)?.live;
    return score === undefined ? [] : [{ ...photo, score }];
  });
  const live = scored.filter((photo) => photo.live);
  const spoof = scored.filter((photo) => !photo.live);
  const [liveScores, spoofScores] = [live, spoof].map((list) => list.map(({ score }) => score)) as [number[], number[]];
  const rates = (threshold: number): ErrorRates => ({
    threshold,
    apcer: bySubfolder(spoof, (scores) => passing(scores, threshold)),
    bpcer: bySubfolder(live, (scores) => 1 - passing(scores, threshold)),
  });
  const both = live.length > 0 && spoof.length > 0;
  return {
    live: live.length,
    spoof: spoof.length,
    failures: photos.filter(({ path }) => seen.get(path)?.live === undefined).map(({ path }) => path),
    areaUnderCurve: both ? areaUnderCurve(liveScores, spoofScores) : null,
    equalErrorRate: both ? equalErrorRate(liveScores, spoofScores).rate : null,
    atDefault: rates(defaultThreshold),
    atBpcer10: both ? rates(strictestThreshold(liveScores, 0.1)) : null,
  };
}

/** The highest threshold that refuses at most this share of the scores. */
function strictestThreshold(scores: readonly number[], refused: number): number {
  return scores.toSorted((a, b) => a - b)[Math.floor(refused * scores.length)] ?? Infinity;
}

function bySubfolder(
  photos: readonly (SpoofPhoto & { readonly score: number })[],
  rate: (scores: readonly number[]) => number,
): Record<string, number> {
  const folders = [...new Set(photos.map(({ subfolder }) => subfolder))].toSorted();
  const of = (list: typeof photos) => rate(list.map(({ score }) => score));
  return Object.fromEntries([
    ...folders.map((folder) => [folder, of(photos.filter(({ subfolder }) => subfolder === folder))] as const),
    ...(photos.length > 0 ? [["all", of(photos)] as const] : []),
  ]);
}
