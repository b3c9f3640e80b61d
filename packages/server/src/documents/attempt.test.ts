import assert from "node:assert/strict";
import { createPublicKey, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { attempt, attemptLater, takeFaults } from "./attempt.ts";
import { EncodingError } from "./certificates/ber.ts";

const broken = () => (undefined as unknown as { of: unknown }).of;

test("what a parser says of a file is no fault", async () => {
  const parsers: readonly (() => unknown)[] = [
    () => JSON.parse("{"),
    () => atob("\u2028"),
    () => new X509Certificate(Buffer.alloc(9)),
    () => createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: "AA", y: "AA" } }),
    () => {
      throw new EncodingError("cut off");
    },
  ];
  for (const parse of parsers) {
    assert.equal(attempt(parse), undefined);
    assert.equal(await attemptLater(async () => parse()), undefined);
  }
  assert.deepEqual(takeFaults(), []);
});

test("what JavaScript throws by itself is one, and is noted once", async () => {
  assert.equal(attempt(broken), undefined);
  assert.equal(await attemptLater(async () => broken()), undefined);
  const [first, second, ...more] = takeFaults();
  assert.match(first?.kind ?? "", /^TypeError at broken/);
  assert.equal(second?.kind, first?.kind);
  assert.deepEqual([more, takeFaults()], [[], []]);
});

test("of one document a few faults are enough", () => {
  for (let i = 0; i < 100; i++) attempt(broken);
  assert.equal(takeFaults().length, 10);
});
