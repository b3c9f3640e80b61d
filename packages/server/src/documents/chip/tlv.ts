import { budgets } from "../budgets.ts";

/** One element of BER-TLV (ISO/IEC 8825-1), as used in chips and ISO/IEC 39794. */
export interface Tlv {
  /** The bytes of the tag as one number, for example 0x75 or 0x7f61. */
  readonly tag: number;
  readonly content: Uint8Array;
}

/**
 * Reads the elements that fill `bytes` exactly. Returns undefined if one is malformed, longer than the bytes, or of indefinite length, or if there
 * are too many.
 */
export function readTlvs(bytes: Uint8Array): readonly Tlv[] | undefined {
  const elements: Tlv[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = readTag(bytes, at);
    const length = tag && readLength(bytes, tag.end);
    if (!length || length.value > bytes.length - length.end || elements.length === budgets.tlvElements)
      return undefined;
    at = length.end + length.value;
    elements.push({ tag: tag.value, content: bytes.subarray(length.end, at) });
  }
  return elements;
}

/** A file of a chip without its padding of 0x00 or 0xFF bytes, which is included when a chip is read to the end of its memory. */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
  const tag = readTag(bytes, 0);
  const length = tag && readLength(bytes, tag.end);
  const end = length ? length.end + length.value : bytes.length;
  return isPadding(bytes.subarray(end)) ? bytes.subarray(0, end) : bytes;
}

/** Whether all bytes are 0x00, or all are 0xFF. */
export const isPadding = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === bytes[0] && (byte === 0 || byte === 0xff));

/**
 * The content of the first element with the first tag, of the first one in it with the second tag, and so on.
 * @returns undefined if an element on the path is missing or malformed
 */
export function contentAt(bytes: Uint8Array, ...path: readonly number[]): Uint8Array | undefined {
  let content: Uint8Array | undefined = bytes;
  for (const tag of path) content = content && readTlvs(content)?.find((element) => element.tag === tag)?.content;
  return content;
}

interface Read {
  readonly value: number;
  /** Offset of the next byte. */
  readonly end: number;
}

/** Reads a tag: one byte, or up to three if the low five bits of the first are set. No supported format has longer tags. */
function readTag(bytes: Uint8Array, at: number): Read | undefined {
  let value = bytes[at] ?? 0;
  let end = at + 1;
  if ((value & 0x1f) !== 0x1f) return { value, end };
  for (let byte = 0x80; byte & 0x80; end++) {
    if (end === bytes.length || end === at + 3) return undefined;
    byte = bytes[end] as number;
    value = (value << 8) | byte;
  }
  return { value, end };
}

/** Reads a length: one byte, or up to three more. No supported document is longer. */
function readLength(bytes: Uint8Array, at: number): Read | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { value: first, end: at + 1 };
  const count = first & 0x7f;
  const end = at + 1 + count;
  if (count === 0 || count > 3 || end > bytes.length) return undefined;
  return { value: bytes.subarray(at + 1, end).reduce((value, byte) => (value << 8) | byte, 0), end };
}
