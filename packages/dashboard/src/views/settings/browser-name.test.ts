import assert from "node:assert/strict";
import { test } from "node:test";
import { browserName } from "./browser-name.ts";

test("browsers are called by their own name, not by those they descend from", () => {
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  assert.equal(browserName(`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/141.0 Safari/537.36`), "Chrome on Linux");
  assert.equal(
    browserName(`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/141.0 Safari/537.36 Edg/141.0`),
    "Edge on Windows",
  );
  assert.equal(
    browserName("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1"),
    "Safari on iOS",
  );
});

test("what is no browser is repeated, shortened", () => {
  assert.equal(browserName("curl/8.5.0"), "curl/8.5.0");
  assert.equal(browserName(""), "unknown");
});
