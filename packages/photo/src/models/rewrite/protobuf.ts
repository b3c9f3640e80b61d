/**
 * The part of the protocol buffers wire format (protobuf.dev/programming-guides/encoding) that replacing parts of an ONNX graph needs: untouched fields
 * stay byte for byte.
 */
export interface Field {
  readonly number: number;
  /** Value of a varint. */
  readonly value: number;
  /** Content of a length-delimited field. */
  readonly bytes: Uint8Array;
  /** The whole field, encoded. */
  readonly raw: Uint8Array;
}

const nothing = new Uint8Array();

/** @throws RangeError if the bytes are no message */
export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError("a protobuf message ends too soon");
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const start = at;
    const key = varint();
    const wireType = key & 7;
    let value = 0;
    let bytes: Uint8Array = nothing;
    if (wireType === 0) value = varint();
    else {
      const length = wireType === 2 ? varint() : { 1: 8, 5: 4 }[wireType];
      if (length === undefined) throw new RangeError("a protobuf message has an unknown wire type");
      bytes = message.subarray(at, at + length);
      at += length;
    }
    if (at > message.length) throw new RangeError("a protobuf message ends too soon");
    fields.push({ number: key >>> 3, value, bytes, raw: message.subarray(start, at) });
  }
  return fields;
}

export function writeVarint(number: number, value: number): Uint8Array {
  return Uint8Array.from([...varintOf(number << 3), ...varintOf(value)]);
}

export function writeFloat(number: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Uint8Array.from([...varintOf((number << 3) | 5), ...bytes]);
}

/** @param content text, or consecutive pieces @returns pieces as well, so that nested messages are copied once, at the end */
export function writeBytes(number: number, content: string | readonly Uint8Array[]): Uint8Array[] {
  const pieces = typeof content === "string" ? [Buffer.from(content)] : content;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [Uint8Array.from([...varintOf((number << 3) | 2), ...varintOf(length)]), ...pieces];
}

function varintOf(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left & 127) | 128);
  return [...bytes, left];
}
