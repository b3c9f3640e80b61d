import type { Image } from "@selfsame/face/pixels/image";
import { type Codes, readCodes } from "./codes.ts";
import { type CodeLengths, type Frame, readFrame } from "./frame.ts";
import { pixelsMax } from "../pixels-max.ts";
import type { BlockSize } from "./inverse.ts";
import { createKernel, type Kernel } from "./kernel.ts";
import { Scan } from "./scan.ts";
import { createStrip, type Plane } from "./strip.ts";

/** Eighths of a photo's width and height that are decoded. */
export type Eighths = 1 | 2;

/** Most blocks of a unit (ITU-T T.81, B.2.3). */
const blocksMax = 10;
/** Least units between restarts. A restart takes a microsecond here: many of them take longer than everything else. */
const restartIntervalMin = 16;

let kernel: Kernel | undefined;

/**
 * Decodes a JPEG to an eighth or a quarter of its width and height. Unneeded frequencies are skipped: for a photo of 12 megapixels, finding the end of
 * each value is nearly all of the work.
 * @returns undefined for JPEGs that `readFrame` does not support, and for broken ones: another decoder handles those
 */
export function decodeShrunk(bytes: Uint8Array, eighths: Eighths): Image | undefined {
  const frame = readFrame(bytes);
  const layout = frame && layOut(frame, eighths);
  if (!layout) return undefined;
  kernel ??= createKernel();
  try {
    return decode(kernel, bytes, frame, layout);
  } catch (error) {
    if (isTrap(error)) return undefined; // a code that there is not, or too many of them
    throw error;
  } finally {
    // Nothing of a photo outlives its task.
    new Uint8Array(kernel.memory.buffer).fill(0);
  }
}

/** A deliberate trap of the kernel, as opposed to an access beyond its memory, which would be a fault. */
const isTrap = (error: unknown) => error instanceof WebAssembly.RuntimeError && error.message === "unreachable";

/** Pixels of the result that each unit produces. */
interface Layout {
  readonly eighths: Eighths;
  readonly unitWidth: number;
  readonly unitHeight: number;
  readonly planes: readonly Plane[];
}

function layOut({ width, height, components, restartInterval }: Frame, eighths: Eighths): Layout | undefined {
  if (width * height > pixelsMax) return undefined;
  if (restartInterval > 0 && restartInterval < restartIntervalMin) return undefined;
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  const planes: Plane[] = [];
  const read = new Map<CodeLengths, Codes | undefined>();
  let blocks = 0;
  for (const component of components) {
    // Subsampled colors are decoded at a larger scale, so that all planes have the same size.
    const size = (eighths * across) / component.across;
    if (!isBlockSize(size) || size !== (eighths * down) / component.down) return undefined;
    const { dc, ac } = component;
    const dcCodes = read.get(dc) ?? readCodes(dc, "dc");
    const acCodes = read.get(ac) ?? readCodes(ac, "ac");
    read.set(dc, dcCodes).set(ac, acCodes);
    if (!dcCodes || !acCodes) return undefined;
    planes.push({ ...component, size, dcCodes, acCodes });
    blocks += component.across * component.down;
  }
  if (blocks > blocksMax) return undefined;
  return { eighths, unitWidth: across * eighths, unitHeight: down * eighths, planes };
}

const isBlockSize = (size: number): size is BlockSize => [1, 2, 4].includes(size);

function decode(kernel: Kernel, bytes: Uint8Array, frame: Frame, layout: Layout): Image | undefined {
  const { eighths, unitWidth, unitHeight, planes } = layout;
  const width = Math.ceil((frame.width * eighths) / 8);
  const height = Math.ceil((frame.height * eighths) / 8);
  const unitsPerRow = Math.ceil(width / unitWidth);
  const strip = createStrip(kernel, planes, unitsPerRow * unitWidth, unitHeight);
  const scan = new Scan(kernel, bytes, frame, strip.chunkAt);
  const image = { width, height, channels: 3, data: new Uint8Array(width * height * 3) } as const;
  for (let y = 0; y < height; y += unitHeight) {
    const program = strip.begin();
    if (!scan.decode(program, unitsPerRow)) return undefined;
    strip.copyTo(image, y);
  }
  return scan.isWhole() ? image : undefined;
}
