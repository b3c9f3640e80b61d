import assert from "node:assert/strict";
import { test } from "node:test";
import type { LimitState } from "../accounts/access/access.ts";
import { ownedHeaders, rateLimitHeaders } from "./rate-limit-headers.ts";

test("each window of the plan is an item of both headers", () => {
  const limits: readonly LimitState[] = [
    { name: "minute", of: "key", quota: 60, remaining: 59, windowSeconds: 60, resetSeconds: 42 },
    { name: "concurrent", of: "plan", quota: 4, remaining: 3, resetSeconds: 0 },
  ];
  assert.deepEqual(rateLimitHeaders(limits), {
    "ratelimit-policy": `"minute";q=60;w=60, "concurrent";q=4;qu="concurrent-requests"`,
    ratelimit: `"minute";r=59;t=42, "concurrent";r=3`,
  });
});

test("version 3 adds whose limit it is, where it is not the plan's", () => {
  const minute = { name: "minute", quota: 60, remaining: 59, windowSeconds: 60, resetSeconds: 42 } as const;
  const policy = (of: LimitState["of"]) => ownedHeaders([{ ...minute, of }])["ratelimit-policy"];
  assert.deepEqual((["plan", "key", "network"] as const).map(policy), [
    `"minute";q=60;w=60`,
    `"minute";q=60;w=60;selfsame-of="key"`,
    `"minute";q=60;w=60;selfsame-of="network"`,
  ]);
});

test("a plan without limits has no headers", () => {
  assert.deepEqual(rateLimitHeaders([]), {});
});
