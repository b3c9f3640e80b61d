import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import type { Key, MadeKey } from "../../v3/schemas/keys.ts";

const names = (keys: readonly Pick<Key, "name">[]) => keys.map(({ name }) => name).toSorted();

/** A team with a developer who made two keys, rotated one of the owner's and revoked one of their own. */
async function start(t: TestContext, kind: StoreKind) {
  const dashboard = await startDashboard(t, kind);
  const { ask, claim, join } = dashboard;
  const owner = await claim();
  const make = async (name: string, cookie: string) =>
    (await ask("POST /api/v3/keys", { name, kind: "private" }, cookie)).body.data as MadeKey;
  const developer = await join(owner, "dev@example.com", "developer");
  const shop = await make("Shop", developer.cookie);
  const till = await make("Till", developer.cookie);
  const past = await make("Past", developer.cookie);
  await ask(`DELETE /api/v3/keys/${past.id}`, {}, developer.cookie);
  const owners = await make("Owner's", owner);
  await make("Owner's other", owner);
  const rotated = await ask(`POST /api/v3/keys/${owners.id}/rotate`, { overlap_s: 0 }, developer.cookie);
  const actions = async (action: string) => {
    const rows = await dashboard.store.db.selectFrom("audit").selectAll().where("action", "=", action).execute();
    return rows.map(({ target, actor }) => ({ target, actor }));
  };
  return { ...dashboard, owner, developer, shop, till, rotated: rotated.body.data as MadeKey, actions };
}

onEachStore("dashboard: keys of who leaves a team", (kind) => {
  test("keys that a member made or rotated are listed by name", async (t) => {
    const { ask, owner, developer, store } = await start(t, kind);
    const listed = await ask(`GET /members/${developer.userId}/keys`, undefined, owner);
    assert.deepEqual(names(listed.body.keys), ["Owner's", "Shop", "Till"]);
    assert.equal((await ask("GET /members/usr_nobody/keys", undefined, owner)).status, 404);
    // As in a version that recorded the creator in the audit log alone.
    await store.db.updateTable("api_keys").set({ created_by: null, acts_for: null }).execute();
    const before = await ask(`GET /members/${developer.userId}/keys`, undefined, owner);
    assert.deepEqual(names(before.body.keys), ["Owner's", "Shop", "Till"]);
  });

  test("with the member go those keys that are named, each in the log, and the answer says which go on", async (t) => {
    const { ask, owner, developer, shop, till, rotated, access, actions } = await start(t, kind);
    const all = (await ask("GET /api/v3/keys", undefined, owner)).body.data.keys as Key[];
    const firstKey = all.find(({ name }) => name === "First key")?.id;
    assert.equal((await access.identify(`Bearer ${shop.secret}`)).outcome, "known");
    const revokeKeys = [shop.id, rotated.id, firstKey];
    const { status, body } = await ask(`DELETE /members/${developer.userId}`, { revokeKeys }, owner);
    assert.equal(status, 200);
    assert.deepEqual([names(body.revoked), names(body.goOn)], [["Owner's", "Shop"], ["Till"]], "no key of others");
    assert.equal((await access.identify(`Bearer ${shop.secret}`)).outcome, "invalid_key");
    assert.equal((await access.identify(`Bearer ${till.secret}`)).outcome, "known");
    const byOwner = (await actions("key_revoked")).filter(({ actor }) => actor !== developer.userId);
    const revoked = byOwner.map(({ target }) => String(target));
    assert.deepEqual(revoked.toSorted(), [shop.id, rotated.id].toSorted());
    assert.equal((await actions("member_removed")).length, 1);
  });

  test("who leaves takes their own keys along, if they say so", async (t) => {
    const { ask, developer, shop, till, access } = await start(t, kind);
    const left = await ask("POST /leave", { revokeKeys: [shop.id] }, developer.cookie);
    assert.deepEqual(
      [left.status, names(left.body.revoked), names(left.body.goOn)],
      [200, ["Shop"], ["Owner's", "Till"]],
    );
    assert.equal((await access.identify(`Bearer ${shop.secret}`)).outcome, "invalid_key");
    assert.equal((await access.identify(`Bearer ${till.secret}`)).outcome, "known");
  });

  test("no key is revoked if the removal is rejected: last owner, higher role, viewer's request", async (t) => {
    const { ask, owner, developer, shop, access, join } = await start(t, kind);
    const ownerId = (await ask("GET /state", undefined, owner)).body.me.user.id;
    const owners = (await ask(`GET /members/${ownerId}/keys`, undefined, owner)).body.keys as Key[];
    const revokeKeys = owners.map(({ id }) => id);
    assert.equal((await ask("POST /leave", { revokeKeys }, owner)).body.error.code, "last_owner");
    const admin = await join(owner, "admin@example.com", "admin");
    const above = await ask(`DELETE /members/${ownerId}`, { revokeKeys }, admin.cookie);
    assert.equal(above.body.error.code, "not_allowed");
    await ask(`PATCH /members/${developer.userId}`, { role: "viewer" }, owner);
    const viewers = await ask("POST /leave", { revokeKeys: [shop.id] }, developer.cookie);
    assert.equal(viewers.body.error.code, "not_allowed");
    assert.equal((await access.identify(`Bearer ${shop.secret}`)).outcome, "known");
    assert.equal((await ask("POST /leave", {}, developer.cookie)).status, 200);
  });

  test("the key of the playground is of who opened it last", async (t) => {
    const { ask, owner, developer } = await start(t, kind);
    const listed = async () =>
      names((await ask(`GET /members/${developer.userId}/keys`, undefined, owner)).body.keys).includes("Playground");
    for (const [cookie, isTheirs] of [
      [developer.cookie, true],
      [owner, false],
      [developer.cookie, true],
    ] as const) {
      assert.equal((await ask("POST /keys/playground", {}, cookie)).status, 201);
      assert.equal(await listed(), isTheirs);
    }
  });

  test("the list marks the keys of a person who left, and counts the own month of a key", async (t) => {
    const { ask, owner, developer, shop, access } = await start(t, kind);
    const listed = async () => {
      const { keys } = (await ask("GET /api/v3/keys", undefined, owner)).body.data;
      return (name: string) =>
        keys.find((key: { name: string; status: string }) => key.name === name && key.status === "active");
    };
    const limits = { requests_per_minute: null, requests_per_month: 5, concurrent_requests: null };
    await ask(`PATCH /api/v3/keys/${shop.id}`, { limits }, owner);
    const before = await listed();
    assert.deepEqual([before("Shop").creator_left, before("Shop").used_this_month], [false, 0]);
    const found = await access.identify(`Bearer ${shop.secret}`);
    assert.ok(found.outcome === "known");
    for (let i = 0; i < 4; i++) await access.admit(found.caller);
    await ask(`DELETE /members/${developer.userId}`, {}, owner);
    const after = await listed();
    assert.deepEqual([after("Shop").creator_left, after("Shop").used_this_month], [true, 4]);
    assert.deepEqual(
      ["Till", "Owner's", "Owner's other", "First key"].map((name) => after(name).creator_left),
      [true, false, false, false],
      "who rotated a key left, who made it did not; of the first key nobody is known",
    );
  });
});
