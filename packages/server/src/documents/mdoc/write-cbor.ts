/**
 * Writes the deterministic CBOR (RFC 8949, 4.2.1) of requests for mobile documents, without loading a library. Others sign over it or compare it byte
 * by byte.
 */
export type CborValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | Embedded
  | readonly CborValue[]
  | ReadonlyMap<string | number, CborValue>;

/** Encoded CBOR in a byte string (tag 24). */
class Embedded {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export const embedded = (value: CborValue): CborValue => new Embedded(writeCbor(value));

/** Encoded CBOR, inserted unchanged into another item. */
class Written extends Embedded {}
export const written = (bytes: Uint8Array): CborValue => new Written(bytes);

export function writeCbor(value: CborValue): Buffer {
  if (value === null) return Buffer.of(0xf6);
  if (typeof value === "boolean") return Buffer.of(value ? 0xf5 : 0xf4);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return withHead(3, Buffer.from(value));
  if (value instanceof Uint8Array) return withHead(2, value);
  if (value instanceof Written) return Buffer.from(value.bytes);
  if (value instanceof Embedded) return Buffer.concat([head(6, 24), withHead(2, value.bytes)]);
  if (value instanceof Map) return writeMap(value as ReadonlyMap<string | number, CborValue>);
  const items = value as readonly CborValue[];
  return Buffer.concat([head(4, items.length), ...items.map(writeCbor)]);
}

function writeMap(map: ReadonlyMap<string | number, CborValue>): Buffer {
  const entries = Array.from(map, ([key, value]) => [writeCbor(key), writeCbor(value)] as const);
  const sorted = entries.toSorted(([one], [other]) => Buffer.compare(one, other));
  return Buffer.concat([head(5, map.size), ...sorted.flat()]);
}

const withHead = (major: number, bytes: Uint8Array): Buffer => Buffer.concat([head(major, bytes.length), bytes]);

/** The shortest head that can hold the value. */
function head(major: number, value: number): Buffer {
  const first = major << 5;
  if (value < 24) return Buffer.of(first | value);
  if (value < 0x100) return Buffer.of(first | 24, value);
  const bytes = Buffer.alloc(value < 0x10000 ? 3 : 5);
  bytes[0] = first | (bytes.length === 3 ? 25 : 26);
  bytes.writeUIntBE(value, 1, bytes.length - 1);
  return bytes;
}
