/** The part of the FlatBuffers format (flatbuffers.dev/internals) that TensorFlow Lite models need. All offsets are checked: the file is untrusted. */
export interface Table {
  /** A scalar field; `otherwise` if it is absent. */
  number(field: number, type: "int8" | "uint8" | "int32" | "uint32", otherwise?: number): number;
  text(field: number): string;
  /** A vector of 32-bit integers. */
  integers(field: number): readonly number[];
  /** A vector of bytes, not copied. */
  bytes(field: number): Uint8Array;
  /** Undefined if absent. */
  table(field: number): Table | undefined;
  tables(field: number): readonly Table[];
}

/** @throws RangeError if an offset points outside of the file */
export function rootTable(file: Uint8Array): Table {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const follow = (at: number): number => at + view.getUint32(at, true);
  return tableAt(view, follow(0));
}

function tableAt(view: DataView, at: number): Table {
  const fields = at - view.getInt32(at, true);
  const fieldsLength = view.getUint16(fields, true);
  const follow = (from: number): number => from + view.getUint32(from, true);
  const placeOf = (field: number): number | undefined => {
    const entry = 4 + 2 * field;
    const offset = entry + 2 > fieldsLength ? 0 : view.getUint16(fields + entry, true);
    return offset === 0 ? undefined : at + offset;
  };
  /** Start of a vector's elements, and their number. */
  const vectorAt = (field: number, elementBytes: number): readonly [start: number, length: number] => {
    const place = placeOf(field);
    if (place === undefined) return [0, 0];
    const vector = follow(place);
    const length = view.getUint32(vector, true);
    if (vector + 4 + length * elementBytes > view.byteLength) throw new RangeError("a vector leads out of the file");
    return [vector + 4, length];
  };
  const bytes = (field: number): Uint8Array => {
    const [start, length] = vectorAt(field, 1);
    return new Uint8Array(view.buffer, view.byteOffset + start, length);
  };
  const elements = <T>(field: number, read: (place: number) => T): readonly T[] => {
    const [start, length] = vectorAt(field, 4);
    return Array.from({ length }, (_, i) => read(start + 4 * i));
  };
  return {
    number(field, type, otherwise = 0) {
      const place = placeOf(field);
      if (place === undefined) return otherwise;
      if (type === "int8") return view.getInt8(place);
      if (type === "uint8") return view.getUint8(place);
      return type === "int32" ? view.getInt32(place, true) : view.getUint32(place, true);
    },
    text: (field) => Buffer.from(bytes(field)).toString("utf8"),
    integers: (field) => elements(field, (place) => view.getInt32(place, true)),
    bytes,
    table(field) {
      const place = placeOf(field);
      return place === undefined ? undefined : tableAt(view, follow(place));
    },
    tables: (field) => elements(field, (place) => tableAt(view, follow(place))),
  };
}
