import assert from "node:assert/strict";
import { test } from "node:test";
import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import { usualDemands } from "./demands.ts";
import { activeHeirs, keysShown } from "./keys-shown.ts";

const key = (change: Partial<Key>): Key => ({
  id: "key_1",
  name: "Shop",
  kind: "private",
  display: "ss_sk_...x7Qa",
  status: "active",
  allowed_origins: [],
  created_at: "2026-11-22T09:30:00.000Z",
  created_by: null,
  creator_left: false,
  expires_at: null,
  revoked_at: null,
  used_this_month: null,
  last_used_on: null,
  successor_id: null,
  created_with: null,
  ...usualDemands,
  challenge_mode: null,
  threshold: null,
  scopes: null,
  address_ranges: [],
  limits: { requests_per_minute: null, requests_per_month: null, concurrent_requests: null },
  ...change,
});

test("ended keys are shown when all are asked for, those of the playground never", () => {
  const ended = key({ status: "revoked", revoked_at: "2026-11-23T09:30:00.000Z" });
  const played = key({ name: "Playground", status: "expired", expires_at: "2026-11-23T09:30:00.000Z" });
  assert.deepEqual(keysShown([ended, played], "active"), []);
  assert.deepEqual(keysShown([ended, played], "all"), [ended]);
});

test("of a key the active ones that came of it are counted, over all generations", () => {
  const child = (id: string, created_with: string, more: Partial<Key> = {}) => key({ id, created_with, ...more });
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
