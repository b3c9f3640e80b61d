import assert from "node:assert/strict";
import { test } from "node:test";
import { assert as holds, constantFrom, nat, property } from "fast-check";
import { hashKey, isWellFormed, makeKey } from "./format.ts";

test("a key has the contract's form: prefix, 32 random characters, 6 of checksum", () => {
  assert.match(makeKey("private"), /^ss_sk_[0-9A-Za-z]{38}$/);
  assert.match(makeKey("public"), /^ss_pk_[0-9A-Za-z]{38}$/);
  assert.equal(new Set(Array.from({ length: 1000 }, () => makeKey("private"))).size, 1000);
});

test("the checksum is what a scanner computes: CRC32 of all before it, in base62, digits before letters, capitals first", () => {
  // Computed with Python: zlib.crc32(b"ss_sk_" + b"0" * 32) is 2536369635.
  const body = `ss_sk_${"0".repeat(32)}`;
  assert.ok(isWellFormed(`${body}2leLbf`));
  assert.ok(!isWellFormed(`${body}2LElBF`));
});

test("every key is well formed, and none is after a character was mistyped", () => {
  holds(
    property(nat(43), constantFrom("0", "A", "a", "z", "_", "-"), (at, character) => {
      const key = makeKey("private");
      assert.ok(isWellFormed(key));
      if (key[at] === character) return;
      assert.ok(!isWellFormed(key.slice(0, at) + character + key.slice(at + 1)));
    }),
  );
});

test("a key's hash is its SHA-256", () => {
  assert.equal(hashKey("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
