import { Builder } from "flatbuffers";

/** The content of a TensorFlow Lite file that a test makes; tensors by name. */
export interface SmallLite {
  /** Numbers of BuiltinOperator, with their options as pairs of field number and value. */
  readonly operations: readonly {
    readonly code: number;
    readonly inputs: readonly string[];
    readonly output: string;
    readonly bytes?: Readonly<Record<number, number>>;
    readonly integers?: Readonly<Record<number, number>>;
  }[];
  readonly tensors: Readonly<Record<string, { readonly dims: readonly number[]; readonly values?: Float32Array }>>;
  readonly input: string;
  readonly output: string;
}

/** Writes it with Google's own library, by the field numbers of TensorFlow's schema.fbs. */
export function smallTflite({ operations, tensors, input, output }: SmallLite): Uint8Array {
  const to = new Builder(1024);
  const names = Object.keys(tensors);
  const index = (name: string) => names.indexOf(name);
  const offsets = (list: readonly number[]) => {
    to.startVector(4, list.length, 4);
    for (const one of list.toReversed()) to.addOffset(one);
    return to.endVector();
  };
  const integers = (list: readonly number[]) => {
    to.startVector(4, list.length, 4);
    for (const one of list.toReversed()) to.addInt32(one);
    return to.endVector();
  };
  const table = (fields: number, add: () => void) => {
    to.startObject(fields);
    add();
    return to.endObject();
  };
  const buffers = Object.values(tensors).map(({ values }) => {
    const data = values && to.createByteVector(new Uint8Array(values.buffer));
    return table(1, () => data !== undefined && to.addFieldOffset(0, data, 0));
  });
  const tensorTables = Object.entries(tensors).map(([name, { dims }], i) => {
    const [text, shape] = [to.createString(name), integers(dims)];
    return table(4, () => {
      to.addFieldOffset(0, shape, 0);
      to.addFieldInt32(2, i, -1);
      to.addFieldOffset(3, text, 0);
    });
  });
  const codes = operations.map(({ code }) => table(4, () => to.addFieldInt8(0, code, -1)));
  const operationTables = operations.map((one, i) => {
    const options = table(8, () => {
      for (const [field, value] of Object.entries(one.bytes ?? {})) to.addFieldInt8(Number(field), value, -1);
      for (const [field, value] of Object.entries(one.integers ?? {})) to.addFieldInt32(Number(field), value, -1);
    });
    const [from, made] = [integers(one.inputs.map(index)), integers([index(one.output)])];
    return table(5, () => {
      to.addFieldInt32(0, i, -1);
      to.addFieldOffset(1, from, 0);
      to.addFieldOffset(2, made, 0);
      to.addFieldOffset(4, options, 0);
    });
  });
  const [all, steps, ins, outs] = [
    offsets(tensorTables),
    offsets(operationTables),
    integers([index(input)]),
    integers([index(output)]),
  ];
  const graph = table(4, () => {
    to.addFieldOffset(0, all, 0);
    to.addFieldOffset(1, ins, 0);
    to.addFieldOffset(2, outs, 0);
    to.addFieldOffset(3, steps, 0);
  });
  const [codeList, graphs, bufferList] = [offsets(codes), offsets([graph]), offsets(buffers)];
  const root = table(5, () => {
    to.addFieldInt32(0, 3, -1);
    to.addFieldOffset(1, codeList, 0);
    to.addFieldOffset(2, graphs, 0);
    to.addFieldOffset(4, bufferList, 0);
  });
  to.finish(root, "TFL3");
  return to.asUint8Array();
}
