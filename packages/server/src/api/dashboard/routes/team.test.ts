import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "../../../testing/store/each-store.ts";
import { startDashboard } from "../../../testing/dashboard-harness.ts";

onEachStore("the team's settings", (kind) => {
  test("an admin has every selfie checked; the keys of the team know at once, and the audit tells", async (t) => {
    const { ask, claim, store, access } = await startDashboard(t, kind);
    const owner = await claim();
    const { secret } = (await ask("POST /keys", { name: "shop", kind: "private" }, owner)).body;
    const isRequired = async () => {
      const found = await access.identify(`Bearer ${secret}`);
      assert.ok(found.outcome === "known");
      return found.caller.requirePassiveLiveness;
    };
    assert.deepEqual((await ask("GET /account/passive-liveness", undefined, owner)).body, { required: false });
    assert.equal(await isRequired(), false);
    assert.deepEqual((await ask("PUT /account/passive-liveness", { required: true }, owner)).body, { required: true });
    assert.equal(await isRequired(), true);
    assert.deepEqual((await ask("GET /account/passive-liveness", undefined, owner)).body, { required: true });
    const audit = await store.db.selectFrom("audit").select("action").orderBy("id", "desc").executeTakeFirstOrThrow();
    assert.equal(audit.action, "passive_liveness_required");
    assert.equal((await ask("PUT /account/passive-liveness", { required: "yes" }, owner)).status, 400);

    await store.db.updateTable("members").set({ role: "developer" }).execute();
    const refused = await ask("PUT /account/passive-liveness", { required: false }, owner);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "not_allowed"]);
    assert.equal(await isRequired(), true);
  });
});
