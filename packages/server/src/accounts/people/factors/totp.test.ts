import assert from "node:assert/strict";
import { test } from "node:test";
import { base32, codeAt, stepAt, stepOf } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

test("the codes are those of RFC 6238, appendix B, cut to six digits", () => {
  for (const [seconds, code] of [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ] as const) {
    assert.equal(codeAt(secret, stepAt(seconds * 1000)), code);
  }
});

test("a code counts in its step and in those beside it, and no further", () => {
  const nowMs = 1_234_567_890_000;
  const step = stepAt(nowMs);
  const found = [-2, -1, 0, 1, 2].map((away) => stepOf(secret, codeAt(secret, step + away), nowMs));
  assert.deepEqual(found, [undefined, step - 1, step, step + 1, undefined]);
  for (const odd of ["", "00592", "0059241", "abcdef", "５０５９２４"])
    assert.equal(stepOf(secret, odd, nowMs), undefined);
});

test("a secret is typed in base 32 (RFC 4648, section 10)", () => {
  assert.equal(base32(Buffer.from("fooba")), "MZXW6YTB");
  assert.equal(base32(secret), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
});
