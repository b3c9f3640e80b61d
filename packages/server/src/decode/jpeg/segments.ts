/** A JPEG's marker segments from the first one on (ITU-T T.81, B.1.1.3 and B.1.1.4), until something else comes or the file ends. */
export function* segments(file: DataView): Generator<{ readonly marker: number; readonly at: number }> {
  for (let at = 2; at + 4 <= file.byteLength && file.getUint8(at) === 0xff;) {
    const marker = file.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    yield { marker, at };
    at += 2 + file.getUint16(at + 2);
  }
}
