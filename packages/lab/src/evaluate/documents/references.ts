/**
 * Measures references like those in documents: the first photo of each genuine pair is cropped like a passport photo, written as documents store it,
 * and compared with the second.
 */
import { readFile } from "node:fs/promises";
import type { QualityIssue } from "@selfsame/face/face";
import type { Box } from "@selfsame/face/plane/geometry";
import sharp from "sharp";
import type { Engine } from "@selfsame/photo/engine/engine";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import type { Pair } from "../pairs.ts";
import { documentFormats } from "./formats.ts";

interface ReferenceFigures {
  readonly format: string;
  readonly compared: number;
  /** Rejected at the default threshold. */
  readonly rejected: number;
  readonly noFace: number;
  /** The rejected pairs whose reference had a quality issue. */
  readonly flaggedRejected: number;
  /** Quality issues of the compared references, by number. */
  readonly issues: Readonly<Partial<Record<QualityIssue, number>>>;
}

export interface DocumentFigures {
  readonly pairs: number;
  readonly references: readonly ReferenceFigures[];
  readonly leftOut?: string;
}

/** The most pairs; each is analyzed in every format. */
export const pairsMax = 200;

/** Selects at most `max` items, evenly spaced. */
export function spread<T>(all: readonly T[], max = pairsMax): readonly T[] {
  const step = Math.max(1, all.length / max);
  return Array.from({ length: Math.min(max, all.length) }, (_, i) => all[Math.floor(i * step)] as T);
}

interface Measuring {
  readonly engine: Pick<Engine, "analyze">;
  /** The number of photos at once. */
  readonly workers: number;
  readonly comparison: Pick<Comparison, "similarity" | "threshold">;
}

/** Maps in order, with `workers` items at once: the engine drops requests that wait too long. */
async function mapTogether<T, R>(
  all: readonly T[],
  workers: number,
  work: (one: T, index: number) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  const left = all.entries();
  const run = async () => {
    for (const [index, one] of left) done[index] = await work(one, index);
  };
  await Promise.all(Array.from({ length: workers }, run));
  return done;
}

export async function measureReferences(
  pairs: readonly Pick<Pair, "a" | "b">[],
  { engine, workers, comparison }: Measuring,
): Promise<DocumentFigures> {
  const { byName, leftOut } = await documentFormats();
  const references: ReferenceFigures[] = [];
  const pairsOpened = await mapTogether(pairs, workers, (pair) => openPair(pair, engine));
  const opened = pairsOpened.filter((one) => one !== undefined);
  for (const [format, write] of byName) {
    const results = await mapTogether(opened, workers, async ({ png, selfie }, index) => {
      const wants = { embedding: true, quality: "main", jpeg2000: true } as const;
      const result = await engine.analyze(await write(png, index), wants);
      if (result.outcome !== "analyzed" || !result.embedding) return undefined;
      const matches = comparison.similarity(result.embedding, selfie) >= comparison.threshold;
      return { matches, issues: result.faces[0]?.quality?.issues ?? [] };
    });
    const compared = results.filter((result) => result !== undefined);
    const rejected = compared.filter(({ matches }) => !matches);
    const issues: Partial<Record<QualityIssue, number>> = {};
    for (const issue of compared.flatMap((one) => one.issues)) issues[issue] = (issues[issue] ?? 0) + 1;
    references.push({
      format,
      compared: compared.length,
      rejected: rejected.length,
      noFace: results.length - compared.length,
      flaggedRejected: rejected.filter((one) => one.issues.length > 0).length,
      issues,
    });
  }
  return { pairs: opened.length, references, ...(leftOut !== undefined && { leftOut }) };
}

/** @returns undefined if either photo has no face, so there is nothing to compare */
async function openPair({ a, b }: Pick<Pair, "a" | "b">, engine: Pick<Engine, "analyze">) {
  const photo = await readFile(a);
  const found = await engine.analyze(photo, {});
  const other = await engine.analyze(await readFile(b), { embedding: true });
  if (found.outcome !== "analyzed" || other.outcome !== "analyzed" || !found.faces[0] || !other.embedding)
    return undefined;
  return { png: await cut(photo, found.faces[0].box), selfie: other.embedding };
}

/** The start of a side of this size, as near to `at` as the photo allows. */
const within = (at: number, size: number, of: number) => Math.round(Math.min(Math.max(at, 0), of - size));

/** Crops to 3:4, with a face of four tenths of the width. */
async function cut(photo: Buffer, face: Box): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
  const most = Math.min(width, (height * 3) / 4);
  const wide = Math.min(face.width * 2.4, most);
  const high = (wide * 4) / 3;
  const left = within(face.x + face.width / 2 - wide / 2, wide, width);
  const top = within(face.y + face.height / 2 - high / 2, high, height);
  return sharp(photo)
    .extract({ left, top, width: Math.floor(wide), height: Math.floor(high) })
    .png()
    .toBuffer();
}
