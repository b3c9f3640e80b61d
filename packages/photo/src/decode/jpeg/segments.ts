const startOfScan = 0xda;
/** Markers without a length: TEM and RST0 to RST7 (ITU-T T.81, table B.1). */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** SOI and EOI: no segment of this image follows them. */
const isEdge = (marker: number) => marker === 0xd8 || marker === 0xd9;

interface Segment {
  readonly marker: number;
  /** Offset of the marker. */
  readonly at: number;
}

/**
 * A JPEG's marker segments up to the first scan (ITU-T T.81, B.1.1.3 and B.1.1.4). Stray bytes between segments, which some phones write, are skipped as
 * other decoders do: up to the next 0xff that is followed by neither 0x00 nor 0xff.
 */
export function* segments(file: DataView): Generator<Segment> {
  for (let at = 2; at + 4 <= file.byteLength;) {
    const marker = file.getUint8(at) === 0xff ? file.getUint8(at + 1) : 0;
    if (marker === 0 || marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (isEdge(marker)) return;
    else {
      yield { marker, at };
      if (marker === startOfScan) return;
      at += 2 + file.getUint16(at + 2);
    }
  }
}

/** Whether a JPEG has an end marker (EOI) after its first scan. Truncated photos have none. */
export function hasEnd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const scan = [...segments(view)].at(-1);
  if (scan?.marker !== startOfScan) return true;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf("ffd9", undefined, "hex") > scan.at;
}
