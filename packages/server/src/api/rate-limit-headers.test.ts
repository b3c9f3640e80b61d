import assert from "node:assert/strict";
import { test } from "node:test";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

test("each window of the plan is an item of both headers", () => {
  const limits = [
    { name: "minute", quota: 60, remaining: 59, windowSeconds: 60, resetSeconds: 42 },
    { name: "concurrent", quota: 4, remaining: 3, resetSeconds: 0 },
  ];
  assert.deepEqual(rateLimitHeaders(limits), {
    "ratelimit-policy": `"minute";q=60;w=60, "concurrent";q=4;qu="concurrent-requests"`,
    ratelimit: `"minute";r=59;t=42, "concurrent";r=3`,
  });
});

test("a plan without limits has no headers", () => {
  assert.deepEqual(rateLimitHeaders([]), {});
});
