/** 64 coefficients, row by row: across, then down. */
export type Block = readonly number[];

export interface Coefficients {
  readonly width: number;
  readonly height: number;
  /** Blocks in a unit, across and down, for each component. */
  readonly sampling: readonly (readonly [number, number])[];
  /** Unit by unit, component by component; rows of blocks from the top. */
  readonly blocks: readonly Block[];
  /** Units between two restart markers. */
  readonly restartInterval?: number;
}

/** A baseline JPEG of exactly these coefficients (ITU-T T.81): all quantization is by 1. It has codes of 4 to 16 bits. */
export function writeJpeg({ width, height, sampling, blocks, restartInterval }: Coefficients): Uint8Array {
  const components = sampling.map(([across, down], i) => [i + 1, (across << 4) | down, 0]);
  const scan = sampling.map((_, i) => [i + 1, 0]);
  return Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, components.length, ...components.flat()]),
    ...segment(0xc4, [0x00, ...dc.counts, ...dc.symbols]),
    ...segment(0xc4, [0x10, ...ac.counts, ...ac.symbols]),
    ...(restartInterval ? segment(0xdd, [restartInterval >> 8, restartInterval & 255]) : []),
    ...segment(0xda, [scan.length, ...scan.flat(), 0, 63, 0]),
    ...intervals(sampling, blocks, restartInterval),
    0xff,
    0xd9,
  ]);
}

const segment = (marker: number, content: readonly number[]) => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 255,
  ...content,
];

interface Codes {
  readonly counts: readonly number[];
  readonly symbols: readonly number[];
  /** The code of each symbol, as bits. */
  readonly bits: ReadonlyMap<number, string>;
}

/** @param lengths the number of codes for each length in bits */
function codes(symbols: readonly number[], lengths: Readonly<Record<number, number>>): Codes {
  const counts = Array.from({ length: 16 }, (_, i) => lengths[i + 1] ?? 0);
  const bits = new Map<number, string>();
  let code = 0;
  for (const [i, count] of counts.entries()) {
    for (let n = 0; n < count; n++) bits.set(symbols[bits.size] ?? 0, (code++).toString(2).padStart(i + 1, "0"));
    code *= 2;
  }
  return { counts, symbols, bits };
}

const sizes = Array.from({ length: 10 }, (_, i) => i + 1);
const runs = Array.from({ length: 16 }, (_, i) => i);
const dc = codes([0, 3, 5, 8, 1, 2, 4, 6, 7, 9, 10, 11], { 4: 6, 12: 6 });
const ac = codes([0, 0xf0, ...sizes.flatMap((size) => runs.map((run) => (run << 4) | size))], {
  4: 4,
  8: 100,
  11: 30,
  16: 28,
});

function intervals(sampling: Coefficients["sampling"], blocks: readonly Block[], interval = Infinity): number[] {
  const perUnit = sampling.flatMap(([across, down], component) =>
    Array.from({ length: across * down }, () => component),
  );
  const bytes: number[] = [];
  let bits = "";
  let before: number[] = [];
  const flush = () => {
    const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
    for (let i = 0; i < padded.length; i += 8) {
      const byte = Number.parseInt(padded.slice(i, i + 8), 2);
      bytes.push(byte, ...(byte === 0xff ? [0] : []));
    }
    bits = "";
    before = [];
  };
  for (const [i, block] of blocks.entries()) {
    const unit = Math.floor(i / perUnit.length);
    if (i % perUnit.length === 0 && unit > 0 && unit % interval === 0) {
      flush();
      bytes.push(0xff, 0xd0 + ((unit / interval - 1) & 7));
    }
    const component = perUnit[i % perUnit.length] ?? 0;
    bits += bitsOf(block, before[component] ?? 0);
    before[component] = block[0] ?? 0;
  }
  flush();
  return bytes;
}

function bitsOf(block: Block, before: number): string {
  const inOrder = zigzag.map((place) => block[place] ?? 0);
  let bits = coded(dc, 0, (block[0] ?? 0) - before);
  let zeros = 0;
  for (const value of inOrder.slice(1)) {
    if (value === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) bits += ac.bits.get(0xf0) ?? "";
    bits += coded(ac, zeros, value);
    zeros = 0;
  }
  return zeros > 0 ? bits + (ac.bits.get(0) ?? "") : bits;
}

/** The code for `zeros` and the number's size, followed by the number's bits; those of a negative number are inverted (F.1.2.1). */
function coded({ bits }: Codes, zeros: number, value: number): string {
  const size = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1;
  const code = bits.get((zeros << 4) | size);
  if (code === undefined) throw new Error(`there is no code for ${zeros} zeros and ${value}`);
  const number = value < 0 ? value + 2 ** size - 1 : value;
  return size === 0 ? code : code + number.toString(2).padStart(size, "0");
}

/** Places in a block, row by row, in the order in which they are stored (figure 5). */
const zigzag = Array.from({ length: 64 }, (_, i) => i).toSorted((a, b) => order(a) - order(b));

function order(place: number): number {
  const [x, y] = [place % 8, place >> 3];
  return (x + y) * 8 + ((x + y) % 2 === 0 ? x : y);
}
