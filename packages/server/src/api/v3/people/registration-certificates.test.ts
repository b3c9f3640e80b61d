import assert from "node:assert/strict";
import { test } from "node:test";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { registrationOf } from "../../../../testing/documents/registration.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const base = "/api/v3/registration_certificates";

onEachStore("a user of the dashboard: registration certificates", (kind) => {
  test("an admin who confirmed adds and removes them; a viewer and another team change nothing", async (t) => {
    const { ask, claim, join, addMember, advance } = await startDashboard(t, kind);
    const owner = await claim();
    const { cookie: admin } = await join(owner, "admin@example.com", "admin");
    const { cookie: viewer } = await join(owner, "viewer@example.com", "viewer");
    const { cookie: eve } = await addMember(owner, "eve@example.com");
    const certificate = await registrationOf("Example Bank", { expiresAtMs: null });
    const add = (who: string) => ask(`POST ${base}`, { certificate }, who);
    assert.equal((await add(viewer)).body.error.code, "not_allowed");
    const added = await add(admin);
    assert.equal(added.status, 201);
    const { id } = added.body.data;
    const list = async (who: string) => (await ask(`GET ${base}`, undefined, who)).body.data.registration_certificates;
    assert.deepEqual([await list(viewer), await list(eve)], [[added.body.data], []]);
    const remove = (who: string) => ask(`DELETE ${base}/${id}`, undefined, who);
    assert.equal((await remove(viewer)).body.error.code, "not_allowed");
    assert.equal((await remove(eve)).body.error.code, "registration_certificate_not_found");
    advance(11 * 60_000);
    const late = await add(admin);
    assert.deepEqual([late.status, late.body.error.code], [403, "confirmation_needed"]);
    assert.deepEqual((await remove(admin)).body.data, { id, deleted: true });
    assert.deepEqual(await list(viewer), []);
    const { entries } = (await ask(`GET /audit?target=${id}`, undefined, owner)).body;
    assert.deepEqual(
      entries.map(({ action, actorEmail }: Record<string, unknown>) => [action, actorEmail]),
      [
        ["registration_certificate_removed", "admin@example.com"],
        ["registration_certificate_added", "admin@example.com"],
      ],
    );
  });
});
