import assert from "node:assert/strict";
import { test } from "node:test";
import { cborDecode, cborEncode, DataItem } from "@owf/mdoc";
import { isPlainCbor } from "./cbor.ts";
import { type CborValue, embedded, writeCbor, written } from "./write-cbor.ts";

test("what is written is the shortest CBOR, with sorted keys, and read again as it was", () => {
  const hex = (value: CborValue) => writeCbor(value).toString("hex");
  // Test vectors of RFC 8949, appendix A.
  const vectors: readonly (readonly [CborValue, string])[] = [
    [0, "00"],
    [23, "17"],
    [24, "1818"],
    [100, "1864"],
    [1000, "1903e8"],
    [1_000_000, "1a000f4240"],
    [-1, "20"],
    [-100, "3863"],
    [-1000, "3903e7"],
    [false, "f4"],
    [true, "f5"],
    [null, "f6"],
    [Buffer.from("01020304", "hex"), "4401020304"],
    ["IETF", "6449455446"],
    ["\u00fc", "62c3bc"],
    [[], "80"],
    [[1, [2, 3], [4, 5]], "8301820203820405"],
    [
      new Map<number, CborValue>([
        [3, 4],
        [1, 2],
      ]),
      "a201020304",
    ],
    [["a", new Map([["b", "c"]])], "826161a161626163"],
  ];
  for (const [value, expected] of vectors) assert.equal(hex(value), expected);
  assert.equal(
    hex(
      new Map<string | number, CborValue>([
        ["aa", 1],
        ["b", 2],
        [-1, 3],
        [10, 4],
      ]),
    ),
    "a40a04200361620262616101",
  );
  const long = "x".repeat(300);
  assert.deepEqual(cborDecode(writeCbor([long, Buffer.alloc(70_000, 1)])), [long, Buffer.alloc(70_000, 1)]);
  assert.deepEqual(writeCbor(embedded([1, "a"])), Buffer.from(cborEncode(DataItem.fromData([1, "a"]))));
  assert.deepEqual(writeCbor([written(writeCbor([1])), 2]), writeCbor([[1], 2]));
  assert.ok(isPlainCbor(writeCbor(new Map<string, CborValue>([["a", embedded(new Map([[1, 2]]))]]))));
});
