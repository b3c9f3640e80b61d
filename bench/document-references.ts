/**
 * `node bench/document-references.ts PAIRS [EVERY]`: what becomes of a reference that is like those in documents. Of each EVERYth genuine pair of the
 * CSV file (path_a,path_b,same) the first photo is cut as a passport photo is, written as documents have it, and compared with the second.
 * Prints FNMR at the default threshold and which quality issues the references had: the table of docs/research/documents.md.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Box } from "@selfsame/face/plane/geometry";
import sharp from "sharp";
import { createEngine } from "../packages/server/src/engine/create-engine.ts";
import { readPairs } from "../packages/server/src/lab/evaluate/pairs.ts";
import { wilson } from "../packages/server/src/lab/evaluate/statistics/interval.ts";
import { testModels } from "../packages/server/src/testing/engine/test-models.ts";
import { codestreamOf } from "../packages/server/src/testing/photos/jpeg2000.ts";
import { createComparison } from "../packages/server/src/verify/comparison.ts";
import { type OverlayKind, overlayKinds, withOverlay } from "./measuring/overlays.ts";

const [file = "", every = "1"] = process.argv.slice(2);
const models = await testModels();
const comparison = createComparison(models);
const limits = { queueLength: 1_000_000, waitMs: 3_600_000 };
const engine = await createEngine({ models, workers: availableParallelism(), limits });

/** As wide as on a chip. */
const chipWidth = 413;
const scaled = async (png: Buffer, width: number) => sharp(png).resize({ width }).png().toBuffer();

/** Printed at 300 dots an inch on paper, which is neither white nor black, and scanned. */
async function printed(png: Buffer, colors: "color" | "gray"): Promise<Buffer> {
  const small = sharp(png).resize({ width: 331 }).blur(0.8);
  const { data, info } = await (colors === "gray" ? small.grayscale().toColorspace("srgb") : small)
    .linear(0.72, 38)
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let i = 0; i < data.length; i++) {
    const pixel = Math.floor(i / info.channels);
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
    const dots = 9 * Math.sin((x + y) * 1.4) * Math.sin((x - y) * 1.4);
    data[i] = Math.min(255, Math.max(0, (data[i] ?? 0) + dots));
  }
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return sharp(data, { raw }).resize({ width: chipWidth }).jpeg({ quality: 75 }).toBuffer();
}

const shrunk = (width: number) => async (png: Buffer) => sharp(png).resize({ width }).jpeg({ quality: 85 }).toBuffer();
const overlaid = (kind: OverlayKind, strength: number) => async (png: Buffer, index: number) =>
  withOverlay(await scaled(png, chipWidth), kind, strength, index);

const formats: Readonly<Record<string, (png: Buffer, index: number) => Promise<Uint8Array>>> = {
  "the cut photo": async (png) => png,
  "JPEG 2000, 15 kB": async (png) => codestreamOf(await scaled(png, chipWidth), undefined, { sizeBytes: 15_000 }),
  "JPEG 2000, 5 kB": async (png) => codestreamOf(await scaled(png, chipWidth), undefined, { sizeBytes: 5000 }),
  "JPEG of quality 30": async (png) =>
    sharp(await scaled(png, chipWidth))
      .jpeg({ quality: 30 })
      .toBuffer(),
  "printed and scanned": async (png) => printed(png, "color"),
  "printed gray and scanned": async (png) => printed(png, "gray"),
  "240 x 320": shrunk(240),
  "160 x 213": shrunk(160),
  "80 x 107": shrunk(80),
  ...Object.fromEntries(
    overlayKinds.flatMap((kind) => [
      [`overlay: ${kind}, weak`, overlaid(kind, 0.25)],
      [`overlay: ${kind}, strong`, overlaid(kind, 0.55)],
    ]),
  ),
};

/** A side of that size, as near to where it should begin as the photo allows. */
const within = (at: number, size: number, of: number) => Math.round(Math.min(Math.max(at, 0), of - size));

/** Three to four, the face four tenths as wide. */
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

interface Counts {
  compared: number;
  rejected: number;
  noFace: number;
  flaggedRejected: number;
  readonly issues: Map<string, number>;
}

const counts = new Map<string, Counts>();
const pairs = (await readPairs(file)).filter(({ same }) => same).filter((_, i) => i % Number(every) === 0);
await Promise.all(
  pairs.map(async ({ a, b }, index) => {
    const [first, second] = [readFileSync(a), readFileSync(b)];
    const [found, selfie] = await Promise.all([engine.analyze(first, {}), engine.analyze(second, { embedding: true })]);
    if (found.outcome !== "analyzed" || selfie.outcome !== "analyzed" || !found.faces[0] || !selfie.embedding) return;
    const png = await cut(first, found.faces[0].box);
    for (const [name, write] of Object.entries(formats)) {
      const result = await engine.analyze(await write(png, index), {
        embedding: true,
        quality: "main",
        jpeg2000: true,
      });
      const one = counts.get(name) ?? { compared: 0, rejected: 0, noFace: 0, flaggedRejected: 0, issues: new Map() };
      counts.set(name, one);
      if (result.outcome !== "analyzed" || !result.embedding) {
        one.noFace++;
        continue;
      }
      one.compared++;
      const issues = result.faces[0]?.quality?.issues ?? [];
      for (const issue of issues) one.issues.set(issue, (one.issues.get(issue) ?? 0) + 1);
      if (comparison.similarity(result.embedding, selfie.embedding) >= comparison.threshold) continue;
      one.rejected++;
      if (issues.length > 0) one.flaggedRejected++;
    }
  }),
);

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
console.log("| reference | no face | FNMR (95 % interval) | of the rejected, with an issue | issues |");
console.log("|---|---|---|---|---|");
for (const [name, { compared, rejected, noFace, flaggedRejected, issues }] of counts) {
  const [low, high] = wilson(rejected, compared);
  const most = [...issues].toSorted(([, one], [, other]) => other - one).slice(0, 4);
  const listed = most.map(([issue, count]) => `\`${issue}\` ${percent(count / compared)}`).join(", ");
  console.log(
    `| ${name} | ${noFace} | ${percent(rejected / compared)} (${percent(low)} to ${percent(high)}) of ${compared} | ${flaggedRejected} of ${rejected} | ${listed} |`,
  );
}
await engine.stop();
