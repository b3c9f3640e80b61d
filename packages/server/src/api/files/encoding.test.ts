import assert from "node:assert/strict";
import { test } from "node:test";
import { encodingFor } from "./encoding.ts";

const cases = [
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["BR ; q=0.1", "br"],
  ["br;q=0.000", "identity"],
  ["identity", "identity"],
  ["brotli", "identity"],
  ["", "identity"],
  [undefined, "identity"],
] as const;

for (const [header, encoding] of cases) {
  test(`accept-encoding ${header ?? "missing"} gets ${encoding}`, () => assert.equal(encodingFor(header), encoding));
}
