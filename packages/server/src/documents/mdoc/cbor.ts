import { budgets } from "../budgets.ts";

/** Larger big numbers take time that grows with the square of their size; serial numbers have 20 bytes (RFC 5280, 4.1.2.2). */
const bigNumberBytesMax = 32;
const bigNumber = 2;

/** The tags of ISO/IEC 18013-5: date texts, COSE_Mac0, COSE_Sign1, encoded CBOR, full dates. */
const tags: ReadonlySet<number> = new Set([0, 17, 18, 24, 1004]);

/**
 * Whether bytes are exactly one CBOR item (RFC 8949) of the kinds that mobile documents consist of. Checked before a parser reads them: with other
 * tags, such as shared values, packed tables and big numbers, a few bytes become gigabytes or minutes of work. Byte strings that contain CBOR (tag
 * 24, the headers and the payload of COSE) are checked, too. A map with a duplicate key is rejected (5.6): parsers differ in which entry counts.
 */
export function isPlainCbor(bytes: Uint8Array): boolean {
  const budget = { items: budgets.cborItems };
  return read(bytes, 0, 0, budget) === bytes.length;
}

interface Budget {
  items: number;
}

interface Head {
  readonly major: number;
  readonly value: number;
  /** Offset of the next byte. */
  readonly end: number;
}

/** @returns the offset of the item's end; undefined if the item is rejected */
function read(bytes: Uint8Array, at: number, depth: number, budget: Budget): number | undefined {
  const head = readHead(bytes, at);
  if (!head || depth > budgets.cborDepth || budget.items-- <= 0) return undefined;
  const { major, value, end } = head;
  if (major <= 1) return end;
  if (major === 2 || major === 3) return end + value <= bytes.length ? end + value : undefined;
  if (major === 4) return readList(bytes, head, depth, budget);
  if (major === 5) return readMap(bytes, head, depth, budget);
  if (major === 7) return end;
  if (value === bigNumber) return readBigNumber(bytes, end);
  if (!tags.has(value)) return undefined;
  return value === 24 ? readEmbedded(bytes, end, depth, budget) : read(bytes, end, depth + 1, budget);
}

/** Reads the head of an item (RFC 8949, 3). Indefinite lengths and lengths of eight bytes are rejected. */
export function readHead(bytes: Uint8Array, at: number): Head | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  const [major, info] = [first >> 5, first & 0x1f];
  if (info < 24) return { major, value: info, end: at + 1 };
  const size = info <= 27 ? 2 ** (info - 24) : 0;
  const end = at + 1 + size;
  // Only numbers may have eight bytes.
  if (size === 0 || end > bytes.length || (size === 8 && major > 1 && major < 7)) return undefined;
  return { major, value: bytes.subarray(at + 1, end).reduce((value, byte) => value * 256 + byte, 0), end };
}

function readMany(bytes: Uint8Array, from: number, count: number, depth: number, budget: Budget): number | undefined {
  let at: number | undefined = from;
  for (let i = 0; i < count && at !== undefined; i++) at = read(bytes, at, depth + 1, budget);
  return at;
}

function readMap(bytes: Uint8Array, { value, end }: Head, depth: number, budget: Budget): number | undefined {
  const keys = new Set<string>();
  let at: number | undefined = end;
  for (let i = 0; i < value && at !== undefined; i++) {
    const keyEnd = read(bytes, at, depth + 1, budget);
    if (keyEnd === undefined) return undefined;
    keys.add(nameOf(bytes, at, keyEnd));
    if (keys.size === i) return undefined;
    at = read(bytes, keyEnd, depth + 1, budget);
  }
  return at;
}

function readBigNumber(bytes: Uint8Array, at: number): number | undefined {
  const head = readHead(bytes, at);
  if (head?.major !== 2 || head.value > bigNumberBytesMax) return undefined;
  const end = head.end + head.value;
  return end <= bytes.length ? end : undefined;
}

/** Identifies a key, however its number or the length of its text is encoded. */
function nameOf(bytes: Uint8Array, at: number, end: number): string {
  const { major, value, end: from } = readHead(bytes, at) as Head;
  return `${major} ${value} ${Buffer.from(bytes.subarray(from, end)).toString("latin1")}`;
}

/** COSE_Sign1 and COSE_Mac0 are lists of four: headers as bytes, headers, the payload as bytes or null, the signature. */
function readList(bytes: Uint8Array, { value, end }: Head, depth: number, budget: Budget): number | undefined {
  const cose = value === 4 && readHead(bytes, end)?.major === 2;
  if (!cose) return readMany(bytes, end, value, depth, budget);
  const open = read(bytes, readEmbedded(bytes, end, depth, budget) ?? bytes.length, depth + 1, budget);
  const payload = open === undefined ? undefined : readHead(bytes, open);
  if (open === undefined || !payload) return undefined;
  const signature =
    payload.major === 2 ? readEmbedded(bytes, open, depth, budget) : read(bytes, open, depth + 1, budget);
  return signature === undefined ? undefined : read(bytes, signature, depth + 1, budget);
}

/** A byte string that contains one item or nothing. */
function readEmbedded(bytes: Uint8Array, at: number, depth: number, budget: Budget): number | undefined {
  const head = readHead(bytes, at);
  if (head?.major !== 2 || head.end + head.value > bytes.length) return undefined;
  const end = head.end + head.value;
  if (head.value === 0) return end;
  return read(bytes.subarray(0, end), head.end, depth + 1, budget) === end ? end : undefined;
}
