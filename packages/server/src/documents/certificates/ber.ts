/** Reads BER and DER (ITU-T X.690), the encoding of certificates, signatures and lists of authorities, in one pass and level by level. */
import { budgets } from "../budgets.ts";

/** The input is not encoded as it has to be, or exceeds the budgets. */
export class EncodingError extends Error {
  override readonly name = "EncodingError";
}

export interface Element {
  /** The identifier octet: class, constructed bit and number. */
  readonly tag: number;
  /** Includes tag and length. */
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  octetStringInParts: 0x24,
} as const;

/** Tag of [number], around an element or, with `primitive`, in place of the element's own tag. */
export const contextTag = (number: number, primitive?: "primitive"): number => (primitive ? 0x80 : 0xa0) | number;

/** Reads the only element in `bytes`. @throws EncodingError */
export function readElement(bytes: Uint8Array): Element {
  const [element, ...more] = elementsOf(bytes, 1);
  if (!element || more.length > 0) throw new EncodingError("the bytes are not exactly one element");
  return element;
}

/** Reads the elements that fill `bytes`. @param max the number of elements allowed. @throws EncodingError */
export function elementsOf(bytes: Uint8Array, max: number = budgets.siblings): readonly Element[] {
  const elements: Element[] = [];
  const search = { elements: Math.max(budgets.berElements, max + 1) };
  for (let at = 0; at < bytes.length;) {
    if (elements.length === max) throw new EncodingError(`there are more than ${max} elements`);
    const { end, ...element } = elementAt(bytes, at, search, 0);
    elements.push(element);
    at = end;
  }
  return elements;
}

/** Reads the elements of a structure in order. Each is taken once, and `end` rejects any that is left. */
export interface Fields {
  /** @throws EncodingError if the next element has another tag */
  take(tag: number): Element;
  /** The next element, if it has this tag. */
  option(tag: number): Element | undefined;
  /** The next element, whatever its tag, if there is one. */
  any(): Element | undefined;
  end(): void;
}

/** @throws EncodingError if the element has another tag */
export function fieldsOf(element: Element, tag: number = tags.sequence): Fields {
  if (element.tag !== tag) throw new EncodingError(`the element has the tag ${element.tag} instead of ${tag}`);
  const elements = elementsOf(element.content);
  let next = 0;
  const option = (wanted: number) => (elements[next]?.tag === wanted ? elements[next++] : undefined);
  return {
    option,
    any: () => elements[next++],
    take: (wanted) => {
      const taken = option(wanted);
      if (!taken) throw new EncodingError(`an element with the tag ${wanted} is missing`);
      return taken;
    },
    end: () => {
      if (next < elements.length) throw new EncodingError("the structure has an element that is not expected");
    },
  };
}

/** The OID as numbers separated by dots. @throws EncodingError */
export function oidOf({ tag, content }: Element): string {
  if (tag !== tags.oid || content.length === 0 || content.length > budgets.oidBytes)
    throw new EncodingError("the element is not an OID of a length that is allowed");
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (!Number.isSafeInteger(arc)) throw new EncodingError("an arc of the OID is too large");
    if (byte & 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  if ((content.at(-1) as number) & 0x80) throw new EncodingError("the last arc of the OID is cut off");
  const [first = 0, ...rest] = arcs;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - 40 * top, ...rest].join(".");
}

/** A non-negative integer of at most four bytes. @throws EncodingError */
export function smallIntegerOf({ tag, content }: Element): number {
  if (tag !== tags.integer || content.length === 0 || content.length > 4 || (content[0] as number) > 0x7f)
    throw new EncodingError("the element is not a non-negative INTEGER of at most four bytes");
  return content.reduce((value, byte) => value * 256 + byte, 0);
}

/** The content of an OCTET STRING, which signers of long contents write in parts. @throws EncodingError */
export function octetsOf(element: Element): Uint8Array {
  if (element.tag === tags.octetString) return element.content;
  if (element.tag !== tags.octetStringInParts) throw new EncodingError("the element is not an OCTET STRING");
  const parts = elementsOf(element.content, budgets.berElements);
  if (parts.some(({ tag }) => tag !== tags.octetString))
    throw new EncodingError("a part of the OCTET STRING is not an OCTET STRING");
  return Buffer.concat(parts.map(({ content }) => content));
}

interface Placed extends Element {
  readonly end: number;
}

function elementAt(bytes: Uint8Array, at: number, search: { elements: number }, depth: number): Placed {
  if (search.elements-- <= 0 || depth > budgets.berDepth)
    throw new EncodingError("there are more elements, or more levels of them, than the budget allows");
  const tag = bytes[at] as number;
  // No structure that is read here uses numbers above 30.
  if ((tag & 0x1f) === 0x1f) throw new EncodingError("a tag number is larger than 30");
  const first = bytes[at + 1];
  if (first === undefined) throw new EncodingError("the length of an element is missing");
  if (first === 0x80) return unsizedAt(bytes, at, search, depth);
  const start = at + 2 + (first & 0x80 ? first & 0x7f : 0);
  const length = first & 0x80 ? lengthOf(bytes.subarray(at + 2, start)) : first;
  const end = start + length;
  if (end > bytes.length) throw new EncodingError("an element is longer than the bytes that contain it");
  return { tag, bytes: bytes.subarray(at, end), content: bytes.subarray(start, end), end };
}

/** Reads an element of indefinite length, which two zero bytes end. Signers write it when they stream a signature (8.1.3.6). */
function unsizedAt(bytes: Uint8Array, at: number, search: { elements: number }, depth: number): Placed {
  const tag = bytes[at] as number;
  if (!(tag & 0x20)) throw new EncodingError("a primitive element has an indefinite length");
  let end = at + 2;
  while (bytes[end] !== 0 || bytes[end + 1] !== 0) {
    if (end >= bytes.length) throw new EncodingError("an element of indefinite length has no end");
    end = elementAt(bytes, end, search, depth + 1).end;
  }
  return { tag, bytes: bytes.subarray(at, end + 2), content: bytes.subarray(at + 2, end), end: end + 2 };
}

/** A length of at most four bytes, in as few as possible (10.1). */
function lengthOf(bytes: Uint8Array): number {
  const length = bytes.reduce((value, byte) => value * 256 + byte, 0);
  if (bytes.length === 0 || bytes.length > 4 || length < 0x80 || bytes[0] === 0)
    throw new EncodingError("a length is not in its shortest form, or has more than four bytes");
  return length;
}
