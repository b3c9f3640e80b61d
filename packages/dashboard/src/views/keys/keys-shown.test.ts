import assert from "node:assert/strict";
import { test } from "node:test";
import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import { usualDemands } from "./demands.ts";
import { activeHeirs, keysShown } from "./keys-shown.ts";

const key = (change: Partial<Key>): Key => ({
  id: "key_1",
  name: "Shop",
  kind: "private",
  display: "ss_sk_...x7Qa",
  status: "active",
  allowedOrigins: [],
  createdAtMs: 0,
  expiresAtMs: null,
  revokedAtMs: null,
  lastUsedDay: null,
  successorId: null,
  createdBy: null,
  parentId: null,
  ...usualDemands,
  challengeMode: null,
  threshold: null,
  scopes: null,
  addressRanges: [],
  limits: { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null },
  ...change,
});

test("ended keys are shown when all are asked for, those of the playground never", () => {
  const ended = key({ status: "revoked", revokedAtMs: 1 });
  const played = key({ name: "Playground", status: "expired", expiresAtMs: 1 });
  assert.deepEqual(keysShown([ended, played], "active"), []);
  assert.deepEqual(keysShown([ended, played], "all"), [ended]);
});

test("of a key the active ones that came of it are counted, over all generations", () => {
  const child = (id: string, parentId: string, more: Partial<Key> = {}) => key({ id, parentId, ...more });
  const keys = [
    key({ id: "root" }),
    child("ended", "root", { status: "revoked" }),
    child("below", "ended"),
    child("other", "root"),
    key({ id: "apart" }),
  ];
  assert.equal(activeHeirs(keys, "root"), 2);
  assert.equal(activeHeirs(keys, "apart"), 0);
});
