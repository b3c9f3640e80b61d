/** More than any file needs before its codestream. */
const boxesMax = 64;

export interface Box {
  readonly type: string;
  readonly content: Uint8Array;
}

/**
 * Boxes of a JP2 file, or of a superbox, up to the first broken one (ITU-T T.800, I.4). The last one ends with the bytes: some files declare a longer
 * codestream than they have.
 */
export function* boxes(bytes: Uint8Array): Generator<Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0, count = 0; at + 8 <= bytes.length && count < boxesMax; count++) {
    const declared = view.getUint32(at);
    const isLong = declared === 1 && at + 16 <= bytes.length;
    const headerLength = isLong ? 16 : 8;
    // 0: to the end of the file.
    const length = isLong ? Number(view.getBigUint64(at + 8)) : declared || bytes.length - at;
    if (length < headerLength) return;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    yield { type, content: bytes.subarray(at + headerLength, at + length) };
    at += length;
  }
}

export function boxOf(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + content.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}
