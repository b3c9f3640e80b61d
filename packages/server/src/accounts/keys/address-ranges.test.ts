import assert from "node:assert/strict";
import { test } from "node:test";
import { isRangesWithin, isWithin, readRange } from "./address-ranges.ts";

test("ranges are stored in one spelling; an address is a range of one", () => {
  for (const [text, range] of [
    ["192.0.2.0/24", "192.0.2.0/24"],
    [" 192.0.2.7 ", "192.0.2.7/32"],
    ["2001:DB8:0::/32", "2001:db8::/32"],
    ["2001:db8::7", "2001:db8::7/128"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["::/0", "::/0"],
  ] as const) {
    assert.deepEqual(readRange(text), { range }, text);
  }
});

test("what is no range is refused with the reason", () => {
  for (const [text, reason] of [
    ["", /no address range/],
    ["everywhere", /no address range/],
    ["10.1/8", /no address range/],
    ["0x7f.1", /no address range/],
    ["010.0.0.0/8", /no address range/],
    ["010.0.0.1", /no address range/],
    ["10.0.0.08/32", /no address range/],
    ["192.0.2.0/24/24", /no address range/],
    ["192.0.2.0-192.0.2.9", /no address range/],
    ["fe80::1%eth0/64", /no address range/],
    ["192.0.2.0/33", /0 to 32/],
    ["192.0.2.0/", /0 to 32/],
    ["192.0.2.0/-1", /0 to 32/],
    ["192.0.2.0/255.255.255.0", /0 to 32/],
    ["2001:db8::/129", /0 to 128/],
    ["192.0.2.7/24", /write it as 192\.0\.2\.0\/24/],
    ["2001:db8::7/64", /write it as 2001:db8::\/64/],
    ["::ffff:192.0.2.7", /write it as 192\.0\.2\.7/],
    ["x".repeat(500), /no address range/],
  ] as const) {
    const read = readRange(text);
    assert.ok("problem" in read && reason.test(read.problem) && read.problem.length < 200, text);
  }
});

test("an address is within its ranges in each of its spellings", () => {
  const ranges = ["192.0.2.0/24", "2001:db8:1::/48"];
  for (const address of ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207", "2001:db8:1::9", "2001:DB8:1:0::9"]) {
    assert.equal(isWithin(address, ranges), true, address);
  }
  for (const address of ["192.0.3.7", "::ffff:192.0.3.7", "2001:db8:2::9", "unknown", "", "192.0.2.7, x"]) {
    assert.equal(isWithin(address, ranges), false, address);
  }
  for (const address of ["010.0.0.1", "0x8.0.0.1", "8.1", "134217729"]) {
    assert.equal(isWithin(address, ["8.0.0.0/8"]), false, address);
  }
  assert.equal(isWithin("unknown", []), true);
  assert.equal(isWithin("192.0.2.7", ["0.0.0.0/0"]), true);
  assert.equal(isWithin("2001:db8::1", ["0.0.0.0/0"]), false);
});

test("ranges are within others when each is in one of them; none means everywhere", () => {
  const outer = ["192.0.2.0/24", "198.51.100.0/25", "2001:db8::/32"];
  for (const inner of [["192.0.2.0/24"], ["192.0.2.7/32", "198.51.100.64/26"], ["2001:db8:1::/48"]]) {
    assert.equal(isRangesWithin(inner, outer), true, inner.join());
  }
  for (const inner of [[], ["192.0.2.0/23"], ["192.0.2.0/24", "198.51.100.128/25"], ["0.0.0.0/0"], ["2001:db9::/48"]]) {
    assert.equal(isRangesWithin(inner, outer), false, inner.join());
  }
  assert.equal(isRangesWithin([], []), true);
  assert.equal(isRangesWithin(["0.0.0.0/0"], []), true);
  assert.equal(isRangesWithin(["2001:db8::/64"], ["0.0.0.0/0"]), false);
});
