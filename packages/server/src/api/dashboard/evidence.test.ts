import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { calculateJwkThumbprint } from "jose";
import { sql } from "kysely";
import type { Role } from "../../accounts/people/teams/roles.ts";
import { addEvidence } from "../../features/sessions/evidence/evidence.ts";
import type { EvidencePublicKey } from "../../features/sessions/evidence/public-key.ts";
import { evidenceColumns } from "../../features/sessions/evidence/settings.ts";
import { startDashboard } from "../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const pair = generateKeyPairSync("x25519");
const publicKey = pair.publicKey.export({ format: "jwk" });

onEachStore("dashboard: sealed evidence", (kind) => {
  test("an owner sets the public key and the days, which is audited; an admin does not", async (t) => {
    const { ask, claim, join, now } = await startDashboard(t, kind);
    const owner = await claim();
    const admin = await join(owner, "admin@example.com", "admin");
    const put = (evidence: unknown, cookie = owner) => ask("PATCH /account/settings", { evidence }, cookie);
    const get = async () => (await ask("GET /account/settings", undefined, admin.cookie)).body.evidence;
    assert.deepEqual(await get(), null, "off by default");
    assert.equal((await put({ publicKey }, admin.cookie)).status, 403);
    const thumbprint = await calculateJwkThumbprint(publicKey);
    const usual = { publicKey, thumbprint, days: 7, setAtMs: now() };
    assert.deepEqual((await put({ publicKey: { ...publicKey, use: "enc" } })).body.evidence, usual);
    assert.deepEqual(await get(), usual);
    for (const days of [0, 91, 1.5]) assert.equal((await put({ publicKey, days })).body.error.code, "invalid_request");
    const isPrivate = (await put({ publicKey: pair.privateKey.export({ format: "jwk" }) })).body.error;
    assert.deepEqual([isPrivate.code, isPrivate.field], ["private_key", "publicKey"]);
    assert.equal((await put({ publicKey: { ...publicKey, x: "AAAA" } })).body.error.code, "invalid_public_key");
    assert.deepEqual(await get(), usual, "nothing of it was taken");
    assert.deepEqual((await put(null)).body.evidence, null);
    const { entries } = (await ask("GET /audit", undefined, owner)).body;
    const changes = entries.filter(({ action }: { action: string }) => action === "evidence_settings_changed");
    assert.equal(changes.length, 2);
    assert.match(changes[1].target, /^[\w-]{43}, 7 days$/);
    assert.equal(changes[0].target, "off");
  });

  test("a reviewer reads the photos of a session, and an admin deletes them; each is audited", async (t) => {
    const { ask, claim, join, store, now } = await startDashboard(t, kind);
    const owner = await claim();
    const as = async (role: Role) => (await join(owner, `${role}@example.com`, role)).cookie;
    const [viewer, reviewer, developer, admin] = [
      await as("viewer"),
      await as("reviewer"),
      await as("developer"),
      await as("admin"),
    ];
    await ask("PATCH /account/settings", { evidence: { publicKey } }, owner);
    const { id } = (await ask("POST /api/v3/sessions?mode=test", {}, owner)).body.data;
    const { id: account_id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    const columns = evidenceColumns({ publicKey: publicKey as unknown as EvidencePublicKey, days: 7 });
    await store.db.updateTable("verification_sessions").set(columns).execute();
    await sql`UPDATE verification_sessions SET test = 0`.execute(store.db);
    await addEvidence(store.db, { id, account_id }, [{ part: "selfie", attempt: 1, jwe: "a.b.c" }], now());
    const evidence = (method: string, who?: string) => ask(`${method} /api/v3/sessions/${id}/evidence`, undefined, who);
    const refused = await evidence("GET", viewer);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "not_allowed"]);
    assert.equal((await evidence("GET")).status, 401);
    const { photos } = (await evidence("GET", reviewer)).body.data;
    assert.deepEqual(
      photos.map(({ part, jwe }: { part: string; jwe: string }) => [part, jwe]),
      [["selfie", "a.b.c"]],
    );
    const shown = (await ask(`GET /api/v3/sessions/${id}`, undefined, viewer)).body.data;
    assert.equal(shown.evidence, "sealed");
    assert.equal((await evidence("DELETE", developer)).status, 403);
    assert.equal((await evidence("DELETE", admin)).status, 200);
    assert.equal((await evidence("GET", reviewer)).body.error.code, "evidence_not_found");
    const { entries } = (await ask(`GET /audit?target=${id}`, undefined, owner)).body;
    assert.deepEqual(
      entries.map(({ action, actorEmail }: { action: string; actorEmail: string }) => [action, actorEmail]),
      [
        ["evidence_deleted", "admin@example.com"],
        ["evidence_read", "reviewer@example.com"],
      ],
    );
  });
});
