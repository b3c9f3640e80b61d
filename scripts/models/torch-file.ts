import { readPickle } from "./pickle.ts";

export interface Tensor {
  readonly dims: readonly number[];
  readonly values: Float32Array;
}

/** The first pickle of the legacy format (torch/serialization.py, MAGIC_NUMBER), in little-endian order. */
const magic = "6cfc9c46f9206aa85019";
/** Bytes per number. */
const storageTypes: Readonly<Record<string, number>> = { "torch.FloatStorage": 4, "torch.LongStorage": 8 };

interface Storage {
  readonly type: string;
  readonly key: string;
}

interface View {
  readonly storage: Storage;
  readonly offset: number;
  readonly dims: readonly number[];
  readonly strides: readonly number[];
}

/**
 * Reads the float32 weights of a state dict that `torch.save` wrote in the format before 1.6: pickles (magic, version, machine, weights, keys), then
 * the numbers of each storage. Needs no Python, and runs no class that the pickle names.
 */
export function readTorchFile(bytes: Buffer): Map<string, Tensor> {
  let at = 0;
  const next = (): unknown => {
    const { value, end } = readPickle(bytes, at, { call, persistent });
    at = end;
    return value;
  };
  if (next() !== magic) throw new Error("this is no torch file of the legacy format");
  next(); // the format's version
  next(); // the machine that wrote it; all are little-endian
  const views = next() as Map<string, View>;
  const keys = next() as string[];
  const types = new Map([...views.values()].map(({ storage }) => [storage.key, storage.type]));
  const storages = new Map<string, Float32Array>();
  for (const key of keys) {
    const length = Number(bytes.readBigInt64LE(at));
    const type = types.get(key) ?? "";
    const end = at + 8 + length * (storageTypes[type] ?? Number.NaN);
    if (!(end <= bytes.length)) throw new Error(`the numbers of storage ${key} are not all there`);
    if (type === "torch.FloatStorage")
      storages.set(key, new Float32Array(new Uint8Array(bytes.subarray(at + 8, end)).buffer));
    at = end;
  }
  if (at !== bytes.length) throw new Error("there is more in the file than its weights");
  const floats = [...views].filter(([, { storage }]) => storages.has(storage.key));
  return new Map(floats.map(([name, view]) => [name, tensorOf(view, storages.get(view.storage.key) as Float32Array)]));
}

function tensorOf({ offset, dims, strides }: View, numbers: Float32Array): Tensor {
  let stride = 1;
  for (let axis = dims.length - 1; axis >= 0; axis--) {
    if (dims[axis] !== 1 && strides[axis] !== stride)
      throw new Error("a tensor's numbers do not lie one after the other");
    stride *= dims[axis] as number;
  }
  const values = numbers.slice(offset, offset + stride);
  if (values.length !== stride) throw new Error("a tensor reaches beyond its storage");
  return { dims, values };
}

function call(name: string, args: readonly unknown[]): unknown {
  if (name === "collections.OrderedDict") return new Map(args[0] as [unknown, unknown][] | undefined);
  if (name !== "torch._utils._rebuild_tensor_v2") throw new Error(`the file names ${name}, which weights do not need`);
  const [storage, offset, dims, strides] = args;
  return { storage, offset, dims, strides };
}

function persistent(id: readonly unknown[]): Storage {
  const [kind, type, key] = id;
  const name = (type as { readonly name?: string } | undefined)?.name ?? "";
  if (kind !== "storage" || !Object.hasOwn(storageTypes, name))
    throw new Error(`the file keeps a ${name || "thing"}, which weights do not need`);
  return { type: name, key: key as string };
}
