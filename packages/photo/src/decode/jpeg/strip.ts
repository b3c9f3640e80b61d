import type { Image } from "@selfsame/face/pixels/image";
import { growTo } from "@selfsame/face/pixels/loops/assembler";
import { aligned } from "@selfsame/face/pixels/loops/memory";
import type { Codes } from "./codes.ts";
import type { Component } from "./frame.ts";
import { type BlockSize, pitch, weightOf } from "./inverse.ts";
import { type Kernel, place, programOf } from "./kernel.ts";
import { chunkBytes } from "./scan.ts";

/** A component, and the number of pixels a side that each of its blocks produces. */
export interface Plane extends Component {
  readonly size: BlockSize;
  readonly dcCodes: Codes;
  readonly acCodes: Codes;
}

/** A row of units in the kernel's memory, with all tables for decoding it. */
export interface Strip {
  /** Address for the scan's bytes. */
  readonly chunkAt: number;
  /** Program for each unit of the row, from the first one on. */
  begin(): { readonly at: number; readonly end: number };
  /** Writes the row's pixels, from row `y` of the image on. */
  copyTo(image: Image, y: number): void;
}

/** @param width of the strip, like `height` in pixels of the result: whole units */
export function createStrip(kernel: Kernel, planes: readonly Plane[], width: number, height: number): Strip {
  const { room, put } = allocator(kernel);
  const codesAt = new Map<Codes, CodeAddresses>();
  const pixels = width * height;
  const stride = width * 4;
  // Gray has two empty color planes.
  const planesAt = [0, 1, 2].map(() => room(pixels * 4 + 16));
  const bytesAt = room(pixels * 3 + 16);
  const chunkAt = room(chunkBytes);
  const blocks = planes.flatMap((plane, i) => {
    const { size, across, down, dcCodes, acCodes } = plane;
    const dc = codesAt.get(dcCodes) ?? putCodes(dcCodes, put);
    const ac = codesAt.get(acCodes) ?? putCodes(acCodes, put);
    codesAt.set(dcCodes, dc).set(acCodes, ac);
    const shared = {
      dcShort: dc.short,
      dcLong: dc.long,
      acShort: ac.short,
      acLong: ac.long,
      acSkip: ac.skip,
      steps: put(stepsOf(plane)),
      last: lastOf(size),
      sum: place.sums + 4 * i,
      size,
      stride,
      advance: across * size * 4,
    };
    return Array.from({ length: across * down }, (_, block) => {
      const [x, y] = [block % across, Math.floor(block / across)];
      return { ...shared, out: (planesAt[i] ?? 0) + y * size * stride + x * size * 4 };
    });
  });
  const program = programOf(blocks);
  const programAt = room(program.byteLength);
  return {
    chunkAt,
    begin() {
      new Int32Array(kernel.memory.buffer).set(program, programAt / 4);
      return { at: programAt, end: programAt + program.byteLength };
    },
    copyTo(image, y) {
      const [luma = 0, blues = 0, reds = 0] = planesAt;
      kernel.toRgb(luma, blues, reds, bytesAt, bytesAt + pixels * 3);
      for (let row = 0; row < Math.min(height, image.height - y); row++) {
        const line = new Uint8Array(kernel.memory.buffer, bytesAt + row * width * 3, image.width * 3);
        image.data.set(line, (y + row) * image.width * 3);
      }
    },
  };
}

type CodeAddresses = Readonly<Record<"short" | "long" | "skip", number>>;

/** Colors often share tables; a shared copy also shares the processor's cache. */
const putCodes = ({ short, long, longFrom, skip }: Codes, put: (data: Uint16Array) => number): CodeAddresses => ({
  short: put(short),
  long: put(long) - 2 * longFrom,
  skip: put(skip),
});

/** Allocates the kernel's memory, which grows as needed. */
function allocator({ memory }: Kernel) {
  let end: number = place.free;
  const room = (bytes: number): number => {
    const at = end;
    end = aligned(end + bytes);
    growTo(memory, end);
    return at;
  };
  const put = (data: Uint16Array | DataView): number => {
    const at = room(data.byteLength);
    new Uint8Array(memory.buffer).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    return at;
  };
  return { room, put };
}

/** Horizontal and vertical frequency of each place in zigzag order (ITU-T T.81, figure 5). */
const zigzag = Array.from({ length: 15 }, (_, diagonal) => {
  const upwards = Array.from({ length: diagonal + 1 }, (_, x) => ({ x, y: diagonal - x }));
  return (diagonal % 2 === 0 ? upwards : upwards.toReversed()).filter(({ x, y }) => x < 8 && y < 8);
}).flat();

/** The last place in zigzag order of the `size` by `size` lowest frequencies. */
const lastOf = (size: BlockSize): number => zigzag.findIndex(({ x, y }) => x === size - 1 && y === size - 1);

/** Factor and target of each coefficient of a block. */
function stepsOf({ size, quantisation }: Plane): DataView {
  const steps = new DataView(new ArrayBuffer(zigzag.length * 8));
  for (const [i, { x, y }] of zigzag.entries()) {
    const isUsed = x < size && y < size;
    steps.setFloat32(8 * i, isUsed ? (quantisation[i] ?? 0) * weightOf(x) * weightOf(y) : 0, true);
    const address = isUsed ? place.coefficients + 4 * (x * pitch + y) : place.ignored;
    steps.setInt32(8 * i + 4, address, true);
  }
  return steps;
}
