import assert from "node:assert/strict";
import { test } from "node:test";
import { Gathered } from "./gathered.ts";

test("pieces of any size come out as they went in, in a buffer of their own", () => {
  const whole = Uint8Array.from({ length: 1_000_003 }, (_, i) => (i * 7 + (i >> 8)) & 255);
  for (const size of [7_919, 65_536, 65_537, 400_000, whole.length]) {
    const gathered = new Gathered();
    for (let at = 0; at < whole.length; at += size) gathered.add(whole.subarray(at, at + size));
    assert.equal(gathered.length, whole.length);
    const bytes = gathered.take();
    assert.ok(Buffer.compare(bytes, whole) === 0, `${size}`);
    assert.equal(bytes.buffer.byteLength, whole.length);
  }
});

test("a piece may be changed once it was added", () => {
  const gathered = new Gathered();
  const piece = Uint8Array.of(1, 2);
  gathered.add(piece);
  piece.fill(9);
  assert.deepEqual([...gathered.take()], [1, 2]);
});

test("without a piece there is nothing", () => {
  assert.equal(new Gathered().take().length, 0);
});
