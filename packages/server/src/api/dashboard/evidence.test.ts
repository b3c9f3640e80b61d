import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { calculateJwkThumbprint } from "jose";
import { startDashboard } from "../../../testing/dashboard-harness.ts";
import { onEachStore } from "../../../testing/store/each-store.ts";

const pair = generateKeyPairSync("x25519");
const public_key = pair.publicKey.export({ format: "jwk" });

onEachStore("dashboard: sealed evidence", (kind) => {
  test("an owner sets the public key and the days, which is audited; an admin does not", async (t) => {
    const { ask, claim, join, now } = await startDashboard(t, kind);
    const owner = await claim();
    const admin = await join(owner, "admin@example.com", "admin");
    const put = (evidence: unknown, cookie = owner) => ask("PUT /account/evidence", { evidence }, cookie);
    const get = async () => (await ask("GET /account/evidence", undefined, admin.cookie)).body;
    assert.deepEqual(await get(), { evidence: null }, "off by default");
    assert.equal((await put({ public_key }, admin.cookie)).status, 403);
    const thumbprint = await calculateJwkThumbprint(public_key);
    const usual = { evidence: { public_key, thumbprint, days: 7, set_at_ms: now() } };
    assert.deepEqual((await put({ public_key: { ...public_key, use: "enc" } })).body, usual);
    assert.deepEqual(await get(), usual);
    for (const days of [0, 91, 1.5]) assert.equal((await put({ public_key, days })).body.error.code, "invalid_request");
    const isPrivate = (await put({ public_key: pair.privateKey.export({ format: "jwk" }) })).body.error;
    assert.deepEqual([isPrivate.code, isPrivate.field], ["private_key", "evidence"]);
    assert.equal((await put({ public_key: { ...public_key, x: "AAAA" } })).body.error.code, "invalid_public_key");
    assert.deepEqual(await get(), usual, "nothing of it was taken");
    assert.deepEqual((await put(null)).body, { evidence: null });
    const { entries } = (await ask("GET /audit", undefined, owner)).body;
    const changes = entries.filter(({ action }: { action: string }) => action === "evidence_settings_changed");
    assert.equal(changes.length, 2);
    assert.match(changes[1].target, /^[\w-]{43}, 7 days$/);
    assert.equal(changes[0].target, "off");
  });
});
