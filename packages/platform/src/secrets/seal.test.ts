import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import { createSeal } from "./seal.ts";

const seal = createSeal(randomBytes(32));

test("what is sealed opens again, for its purpose and with its key only", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (secret) => {
      const sealed = seal.close("a purpose", secret);
      assert.deepEqual(seal.open("a purpose", sealed), Buffer.from(secret));
      assert.equal(seal.open("another", sealed), undefined);
      assert.equal(createSeal(randomBytes(32)).open("a purpose", sealed), undefined);
    }),
  );
});

test("what was changed does not open, nor does what was never sealed", () => {
  const sealed = seal.close("a purpose", Buffer.from("a secret"));
  for (let at = 0; at < sealed.length - 1; at++) {
    const other = sealed[at] === "A" ? "B" : "A";
    assert.equal(seal.open("a purpose", sealed.slice(0, at) + other + sealed.slice(at + 1)), undefined, `at ${at}`);
  }
  for (const text of ["", "v1.", "v1.AAAA", "v2.AAAA", "x".repeat(100)])
    assert.equal(seal.open("a purpose", text), undefined);
});

test("the same secret is sealed differently each time", () => {
  const secret = Buffer.from("a secret");
  assert.notEqual(seal.close("a purpose", secret), seal.close("a purpose", secret));
});
