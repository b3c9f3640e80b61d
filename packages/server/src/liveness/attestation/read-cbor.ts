import { readHead } from "../../documents/mdoc/cbor.ts";

/** The subset of CBOR (RFC 8949) in attestations: texts, bytes, lists of them and maps by text, all of definite length. */
export type CborValue = string | Uint8Array | readonly CborValue[] | ReadonlyMap<string, CborValue>;

const depthMax = 4;
/** Bytes of an item's head: at most two bytes of length. */
const headMax = 3;
/** Most entries of a list or map. */
const entriesMax = 8;

class CborError extends Error {
  override readonly name = "CborError";
}

/** Reads the one item that fills `bytes`. @returns undefined for anything else */
export function readCbor(bytes: Uint8Array): CborValue | undefined {
  try {
    const { value, end } = itemAt(bytes, 0, 0);
    return end === bytes.length ? value : undefined;
  } catch (error) {
    if (error instanceof CborError) return undefined;
    throw error;
  }
}

interface Item {
  readonly value: CborValue;
  readonly end: number;
}

function itemAt(bytes: Uint8Array, at: number, depth: number): Item {
  const head = readHead(bytes, at);
  if (!head || depth > depthMax) throw new CborError("cut off, or too deep");
  const { major, value: length, end: start } = head;
  if (start - at > headMax) throw new CborError("a length that nothing here has");
  switch (major) {
    case 2:
    case 3: {
      const end = start + length;
      if (end > bytes.length) throw new CborError("cut off");
      const content = bytes.subarray(start, end);
      return { value: major === 2 ? content : Buffer.from(content).toString("utf8"), end };
    }
    case 4: {
      const { values, end } = itemsAt(bytes, start, length, depth);
      return { value: values, end };
    }
    case 5: {
      const { values, end } = itemsAt(bytes, start, 2 * length, depth);
      const map = new Map<string, CborValue>();
      for (let i = 0; i < values.length; i += 2) {
        const [name, value] = [values[i], values[i + 1]];
        if (typeof name !== "string" || value === undefined || map.has(name)) throw new CborError("no map by text");
        map.set(name, value);
      }
      return { value: map, end };
    }
    default:
      throw new CborError("an item that nothing here has");
  }
}

function itemsAt(bytes: Uint8Array, from: number, count: number, depth: number) {
  if (count > 2 * entriesMax) throw new CborError("too many");
  const values: CborValue[] = [];
  let end = from;
  for (let i = 0; i < count; i++) {
    const item = itemAt(bytes, end, depth + 1);
    values.push(item.value);
    end = item.end;
  }
  return { values, end };
}
