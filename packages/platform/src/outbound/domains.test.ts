import assert from "node:assert/strict";
import { test } from "node:test";
import { isAllowedHost, normalizeDomain } from "./domains.ts";

const normalized: ReadonlyArray<readonly [string, string | undefined]> = [
  ["photos.example.com", "photos.example.com"],
  ["Photos.EXAMPLE.com", "photos.example.com"],
  ["example.com.", "example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["*.example.com", "*.example.com"],
  ["localhost", "localhost"],
  ["10.1.2.3", "10.1.2.3"],
  ["[::1]", "[::1]"],
  ["https://example.com", undefined],
  ["example.com:8080", undefined],
  ["example.com/photos", undefined],
  ["user@example.com", undefined],
  ["*", undefined],
  ["*.", undefined],
  ["*.com", undefined],
  ["a.*.example.com", undefined],
  ["*.10.1.2.3", undefined],
  ["", undefined],
];
for (const [entry, expected] of normalized) {
  test(`the allowed domain ${JSON.stringify(entry)} is read as ${expected}`, () => {
    assert.equal(normalizeDomain(entry), expected);
  });
}

test("an exact entry allows that host only", () => {
  assert.equal(isAllowedHost("example.com", ["example.com"]), true);
  assert.equal(isAllowedHost("www.example.com", ["example.com"]), false);
  assert.equal(isAllowedHost("example.com.evil.test", ["example.com"]), false);
});

test("a wildcard allows every name below, and neither the name itself nor one that merely ends alike", () => {
  assert.equal(isAllowedHost("a.example.com", ["*.example.com"]), true);
  assert.equal(isAllowedHost("a.b.example.com", ["*.example.com"]), true);
  assert.equal(isAllowedHost("example.com", ["*.example.com"]), false);
  assert.equal(isAllowedHost("evilexample.com", ["*.example.com"]), false);
});

test("an empty list allows nothing", () => {
  assert.equal(isAllowedHost("example.com", []), false);
});
