import { budgets } from "../budgets.ts";

/** One element of BER-TLV (ISO/IEC 8825-1), as chips and ISO/IEC 39794 write it. */
export interface Tlv {
  /** Its bytes read as one number: 0x75, 0x7f61. */
  readonly tag: number;
  readonly content: Uint8Array;
}

/** The elements that fill `bytes` exactly. Undefined where one is broken, longer than what is there, or of indefinite length. */
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

/** A file of a chip, without the zeros or ones that fill it up where the chip was read to the end of its memory. */
export function withoutPadding(bytes: Uint8Array): Uint8Array {
  const tag = readTag(bytes, 0);
  const length = tag && readLength(bytes, tag.end);
  const end = length ? length.end + length.value : bytes.length;
  return isPadding(bytes.subarray(end)) ? bytes.subarray(0, end) : bytes;
}

/** Whether there is nothing but zeros, or but ones. */
export const isPadding = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === bytes[0] && (byte === 0 || byte === 0xff));

/**
 * What the first elements of these tags hold, each within the one before.
 * @returns undefined where one is missing, or where the elements on the way are broken
 */
export function contentAt(bytes: Uint8Array, ...path: readonly number[]): Uint8Array | undefined {
  let content: Uint8Array | undefined = bytes;
  for (const tag of path) content = content && readTlvs(content)?.find((element) => element.tag === tag)?.content;
  return content;
}

interface Read {
  readonly value: number;
  /** Where the next byte is. */
  readonly end: number;
}

/** One byte, or several where its low five bits are set; three are more than any of ours. */
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

/** In one byte, or in up to three more; longer contents are no document of ours. */
function readLength(bytes: Uint8Array, at: number): Read | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { value: first, end: at + 1 };
  const count = first & 0x7f;
  const end = at + 1 + count;
  if (count === 0 || count > 3 || end > bytes.length) return undefined;
  return { value: bytes.subarray(at + 1, end).reduce((value, byte) => (value << 8) | byte, 0), end };
}
