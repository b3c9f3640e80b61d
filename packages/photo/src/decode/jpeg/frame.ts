import { segments } from "./segments.ts";

/** Parameters of a scan, from the segments before it (ITU-T T.81, annex B). */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
  /** Units (MCUs) between two restart markers; 0 if there are none. */
  readonly restartInterval: number;
  /** Start of the scan's entropy-coded data. */
  readonly scanAt: number;
}

export interface Component {
  /** Blocks of a unit, horizontally and vertically. */
  readonly across: number;
  readonly down: number;
  /** 64 values, in zigzag order. */
  readonly quantisation: Uint8Array;
  readonly dc: CodeLengths;
  readonly ac: CodeLengths;
}

/** A Huffman table as stored in the file: the number of codes of 1 to 16 bits, and their symbols. */
export interface CodeLengths {
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

/** Collected from segment to segment. */
interface Tables {
  readonly quantisations: Map<number, Uint8Array>;
  /** By class (0 for DC, 16 for AC) plus number. */
  readonly codes: Map<number, CodeLengths>;
  restartInterval: number;
  /** Whether three components are YCbCr, according to JFIF or Adobe segments. */
  isYcc?: boolean;
  header?: DataView;
}

/**
 * Reads what cameras, phones and browsers write: 8 bits, sequential, Huffman codes, gray or YCbCr, all in one scan.
 * @returns undefined for other kinds of JPEG, and for broken files
 */
export function readFrame(bytes: Uint8Array): Frame | undefined {
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends before it should
    throw error;
  }
}

function read(file: DataView): Frame | undefined {
  const tables: Tables = { quantisations: new Map(), codes: new Map(), restartInterval: 0 };
  for (const { marker, at } of segments(file)) {
    const end = at + 2 + file.getUint16(at + 2);
    if (end > file.byteLength) return undefined;
    const segment = new DataView(file.buffer, file.byteOffset + at + 4, end - at - 4);
    if (marker === startOfScan) return scanOf(segment, tables, end);
    const isFrame = marker === baseline || marker === extended;
    // A second frame header could differ in size from the one that the limits were checked on.
    if (otherFrames.has(marker) || (isFrame && tables.header)) return undefined;
    if (isFrame) tables.header = segment;
    readers[marker]?.(segment, tables);
  }
  return undefined;
}

const baseline = 0xc0;
/** Extended sequential: the same, with more tables. */
const extended = 0xc1;
const startOfScan = 0xda;
/** Progressive, lossless, hierarchical and arithmetic coding, and a height that follows the scan. */
const otherFrames = new Set([0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xdc]);

const readers: Readonly<Record<number, (segment: DataView, tables: Tables) => void>> = {
  0xc4: readCodes,
  0xdb: readQuantisations,
  0xdd: (segment, tables) => (tables.restartInterval = segment.getUint16(0)),
  0xe0: (segment, tables) => {
    if (segment.byteLength >= 5 && text(segment, 4) === "JFIF") tables.isYcc ??= true;
  },
  // If it contradicts JFIF, another decoder decides.
  0xee: (segment, tables) => {
    if (segment.byteLength >= 12 && text(segment, 5) === "Adobe") tables.isYcc = segment.getUint8(11) === 1;
  },
};

/** 8-bit tables, one after the other. Tables of 16 bits belong to photos of 12 bits. */
function readQuantisations(segment: DataView, { quantisations }: Tables): void {
  for (let at = 0; at < segment.byteLength; at += 65)
    quantisations.set(segment.getUint8(at), part(segment, at + 1, 64));
}

function readCodes(segment: DataView, { codes }: Tables): void {
  for (let at = 0; at < segment.byteLength;) {
    const counts = part(segment, at + 1, 16);
    const symbols = part(segment, at + 17, sum(counts));
    codes.set(segment.getUint8(at), { counts, symbols });
    at += 17 + symbols.length;
  }
}

/** The scan header, which must name all of the frame's components and the full spectrum (B.2.3). */
function scanOf(scan: DataView, tables: Tables, scanAt: number): Frame | undefined {
  const { header } = tables;
  const count = scan.getUint8(0);
  if (!header || header.getUint8(0) !== 8 || header.getUint8(5) !== count) return undefined;
  const [first, last, approximation] = [1, 2, 3].map((i) => scan.getUint8(2 * count + i));
  if (first !== 0 || last !== 63 || approximation !== 0) return undefined;
  const ids = Array.from({ length: count }, (_, i) => header.getUint8(6 + 3 * i));
  const isYcc = count === 3 && (tables.isYcc ?? ids.join() === "1,2,3");
  if (count !== 1 && !isYcc) return undefined;
  const components: Component[] = [];
  for (const [i, id] of ids.entries()) {
    const component = componentOf(header, scan, i, tables);
    if (!component || scan.getUint8(1 + 2 * i) !== id) return undefined;
    components.push(component);
  }
  const [height, width] = [header.getUint16(1), header.getUint16(3)];
  return { width, height, components, restartInterval: tables.restartInterval, scanAt };
}

function componentOf(header: DataView, scan: DataView, i: number, tables: Tables): Component | undefined {
  const sampling = header.getUint8(7 + 3 * i);
  const quantisation = tables.quantisations.get(header.getUint8(8 + 3 * i));
  const codes = scan.getUint8(2 + 2 * i);
  const dc = tables.codes.get(codes >> 4);
  const ac = tables.codes.get(16 + (codes & 15));
  if (!quantisation || !dc || !ac) return undefined;
  // A single component is not interleaved: its units are single blocks, whatever its sampling (A.2.2).
  const [across, down] = scan.getUint8(0) === 1 ? [1, 1] : [sampling >> 4, sampling & 15];
  return { across, down, quantisation, dc, ac };
}

/** @throws RangeError beyond the segment's end */
function part(segment: DataView, at: number, length: number): Uint8Array {
  if (at + length > segment.byteLength) throw new RangeError("a segment ends before it should");
  return new Uint8Array(segment.buffer, segment.byteOffset + at, length);
}

const sum = (numbers: Uint8Array) => numbers.reduce((total, number) => total + number, 0);

const text = (segment: DataView, length: number) => String.fromCharCode(...part(segment, 0, length));
