/** More than any file needs before its codestream. */
const boxesMax = 64;

/** The boxes of a JP2 file, or of a box that holds others, until one does not fit (ITU-T T.800, I.4). */
export function* boxes(bytes: Uint8Array): Generator<{ readonly type: string; readonly content: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0, count = 0; at + 8 <= bytes.length && count < boxesMax; count++) {
    const declared = view.getUint32(at);
    const isLong = declared === 1 && at + 16 <= bytes.length;
    const headerLength = isLong ? 16 : 8;
    // 0: up to the end of the file.
    const length = isLong ? Number(view.getBigUint64(at + 8)) : declared || bytes.length - at;
    if (length < headerLength || at + length > bytes.length) return;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    yield { type, content: bytes.subarray(at + headerLength, at + length) };
    at += length;
  }
}
