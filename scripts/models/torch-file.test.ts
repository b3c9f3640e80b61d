import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readGraph } from "../../packages/photo/src/models/rewrite/graph.ts";
import { readTorchFile } from "./torch-file.ts";

/** Pieces of a pickle of protocol 2. */
const pickle = (...pieces: readonly Buffer[]) => Buffer.concat([Buffer.from([0x80, 2]), ...pieces, Buffer.from(".")]);
const text = (value: string) => Buffer.concat([Buffer.from("X"), uint32(value.length), Buffer.from(value)]);
const byte = (value: number) => Buffer.from([0x4b, value]);
const named = (module: string, name: string) => Buffer.from(`c${module}\n${name}\n`);
const tuple = (...items: readonly Buffer[]) => Buffer.concat([Buffer.from("("), ...items, Buffer.from("t")]);
const [empty, reduce, persistent, setItems, no] = [")", "R", "Q", "u", "\x89"].map((one) =>
  Buffer.from(one, "latin1"),
) as [Buffer, Buffer, Buffer, Buffer, Buffer];

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const magic = pickle(Buffer.from([0x8a, 10]), Buffer.from("6cfc9c46f9206aa85019", "hex"));
const orderedDict = Buffer.concat([named("collections", "OrderedDict"), empty, reduce]);

function tensor(key: string, type: string, dims: readonly number[], strides: readonly number[]): Buffer {
  const id = tuple(text("storage"), named("torch", type), text(key), text("cpu"), byte(6), Buffer.from("N"));
  const args = tuple(id, persistent, byte(0), tuple(...dims.map(byte)), tuple(...strides.map(byte)), no, orderedDict);
  return Buffer.concat([named("torch._utils", "_rebuild_tensor_v2"), args, reduce]);
}

const numbers = (values: Float32Array | BigInt64Array) => {
  const length = Buffer.alloc(8);
  length.writeBigInt64LE(BigInt(values.length));
  return Buffer.concat([length, Buffer.from(values.buffer)]);
};

function torchFile(weights: Buffer): Buffer {
  return Buffer.concat([
    magic,
    pickle(byte(1)),
    pickle(Buffer.from("}")),
    pickle(orderedDict, Buffer.from("("), weights, setItems),
    pickle(Buffer.from("]("), text("7"), text("8"), Buffer.from("e")),
    numbers(Float32Array.of(1, 2, 3, 4, 5, 6)),
    numbers(BigInt64Array.of(9n)),
  ]);
}

const batches = [text("bn.batches"), tensor("8", "LongStorage", [1], [1])];
const plain = Buffer.concat([text("conv.weight"), tensor("7", "FloatStorage", [2, 3], [3, 1]), ...batches]);

test("the weights of a torch file are read by name, without what is no float", () => {
  const weights = readTorchFile(torchFile(plain));
  assert.deepEqual([...weights], [["conv.weight", { dims: [2, 3], values: Float32Array.of(1, 2, 3, 4, 5, 6) }]]);
});

test("a class that weights do not need is refused, not called", () => {
  const evil = Buffer.concat([text("conv.weight"), named("posix", "system"), tuple(text("true")), reduce]);
  assert.throws(() => readTorchFile(torchFile(evil)), /posix\.system/);
  const storage = Buffer.concat([text("conv.weight"), tensor("7", "UntypedStorage", [6], [1])]);
  assert.throws(() => readTorchFile(torchFile(storage)), /torch\.UntypedStorage/);
});

test("a file that was cut off, transposed or written by another program is refused", () => {
  const file = torchFile(plain);
  assert.throws(() => readTorchFile(file.subarray(0, -9)), /not all there|too soon|range/);
  assert.throws(() => readTorchFile(Buffer.concat([file, Buffer.alloc(1)])), /more in the file/);
  const transposed = Buffer.concat([text("conv.weight"), tensor("7", "FloatStorage", [2, 3], [1, 2]), ...batches]);
  assert.throws(() => readTorchFile(torchFile(transposed)), /one after the other/);
  assert.throws(() => readTorchFile(Buffer.from("PK\u0003\u0004")), /opcode/);
});

test("the graphs that come with the repository have all layers of their networks", () => {
  const operators = (file: string) => {
    const graph = readGraph(readFileSync(join(import.meta.dirname, "../../models/minifasnet", file)));
    const names = (graph ?? assert.fail("there are graphs in it")).nodes.map(({ operator }) => operator);
    return Object.fromEntries(
      ["Conv", "PRelu", "Add", "GlobalAveragePool", "Gemm"].map((one) => [
        one,
        names.filter((name) => name === one).length,
      ]),
    );
  };
  assert.deepEqual(operators("minifasnet-v2-80.onnx"), { Conv: 49, PRelu: 33, Add: 12, GlobalAveragePool: 0, Gemm: 1 });
  // The SE variant has squeeze and excitation after the last bottleneck of three stages: two small convolutions each.
  assert.deepEqual(operators("minifasnet-v1se-80.onnx"), {
    Conv: 55,
    PRelu: 33,
    Add: 12,
    GlobalAveragePool: 3,
    Gemm: 1,
  });
});
