import assert from "node:assert/strict";
import { test } from "node:test";
import { readChoice, startsOf, usagePath } from "./choices.ts";

const nowMs = Date.UTC(2026, 10, 21, 13, 20);

test("an address that says nothing, or nonsense, is the last 30 days by day", () => {
  const usual = { range: "30d", by: "day", split: "none", show: "requests", keyId: "", accountId: "", kind: "live" };
  assert.deepEqual(readChoice(new URLSearchParams(), "live"), usual);
  assert.deepEqual(readChoice(new URLSearchParams("range=3y&by=week&split=face&show=me"), "live"), usual);
});

test("a range comes only in buckets that suit it", () => {
  assert.equal(readChoice(new URLSearchParams("range=24h&by=month"), "live").by, "hour");
  assert.equal(readChoice(new URLSearchParams("range=7d&by=hour"), "live").by, "hour");
});

test("the last bucket is the one under way, and there are as many as the range says", () => {
  const hours = startsOf({ range: "24h", by: "hour" }, nowMs);
  assert.equal(hours.length, 24);
  assert.equal(hours.at(-1), Date.UTC(2026, 10, 21, 13));
  const months = startsOf({ range: "12m", by: "month" }, nowMs);
  assert.deepEqual([months.at(0), months.at(-1)], [Date.UTC(2025, 11), Date.UTC(2026, 10)]);
});

test("the question is the same for the whole hour", () => {
  const choice = readChoice(new URLSearchParams("split=key&key=key_1"), "test");
  assert.equal(usagePath(choice, nowMs), usagePath(choice, nowMs + 39 * 60_000));
  const [path, query] = usagePath(choice, nowMs).split("?");
  assert.deepEqual(
    [path, Object.fromEntries(new URLSearchParams(query))],
    [
      "/api/v3/usage",
      {
        from: "2026-10-23T00:00:00.000Z",
        to: "2026-11-21T14:00:00.000Z",
        by: "day",
        split: "key",
        mode: "test",
        key_id: "key_1",
      },
    ],
  );
});
