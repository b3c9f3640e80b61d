import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { createKey } from "../../../accounts/keys/keys.ts";
import { startDashboard, ownerPassword } from "../../../../testing/dashboard-harness.ts";
import { makeCountry } from "../../../../testing/documents/issuer.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const base = "/api/v3/trust_anchors";
const { csca } = makeCountry();
const certificates = new X509Certificate(csca).toString();

onEachStore("a user of the dashboard: trust anchors", (kind) => {
  test("an admin adds and removes authorities, which a viewer sees and cannot change", async (t) => {
    const { ask, claim, join } = await startDashboard(t, kind);
    const owner = await claim();
    const [admin, developer, viewer] = [
      (await join(owner, "admin@example.com", "admin")).cookie,
      (await join(owner, "developer@example.com", "developer")).cookie,
      (await join(owner, "viewer@example.com", "viewer")).cookie,
    ];
    const add = (file: string, who = admin) => ask(`POST ${base}`, { certificates: file }, who);
    for (const who of [developer, viewer]) {
      const { status, body } = await add(certificates, who);
      assert.deepEqual([status, body.error.code], [403, "not_allowed"]);
    }
    const { error } = (await add("nothing")).body;
    assert.deepEqual([error.code, error.param], ["certificate_unreadable", "certificates"]);
    const added = await add(certificates);
    assert.equal(added.status, 201);
    const [{ id, name, test: isTest }] = added.body.data.trust_anchors;
    assert.deepEqual([name, isTest], ["Utopia CSCA 1", false]);
    const list = async (who: string) => (await ask(`GET ${base}`, undefined, who)).body.data.trust_anchors;
    assert.deepEqual(await list(viewer), added.body.data.trust_anchors);
    const remove = (who: string) => ask(`DELETE ${base}/${id}`, undefined, who);
    assert.equal((await remove(developer)).body.error.code, "not_allowed");
    assert.deepEqual((await remove(admin)).body.data, { id, deleted: true });
    assert.equal((await remove(admin)).body.error.code, "trust_anchor_not_found");
    assert.deepEqual(await list(viewer), []);
    const { entries } = (await ask(`GET /audit?target=${id}`, undefined, owner)).body;
    assert.deepEqual(
      entries.map(({ action, actorEmail }: Record<string, unknown>) => [action, actorEmail]),
      [
        ["trust_anchor_removed", "admin@example.com"],
        ["trust_anchor_added", "admin@example.com"],
      ],
    );
  });

  test("those of test keys and of live keys are listed together, and removed by mode or together", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const add = (query: string) => ask(`POST ${base}${query}`, { certificates }, cookie);
    const [{ id }] = (await add("?mode=test")).body.data.trust_anchors;
    await add("");
    const tests = async (query = "") =>
      (await ask(`GET ${base}?limit=400${query}`, undefined, cookie)).body.data.trust_anchors
        .map((one: { test: boolean }) => one.test)
        .toSorted();
    assert.deepEqual(
      [await tests(), await tests("&mode=live"), await tests("&mode=test")],
      [[false, true], [false], [true]],
    );
    const remove = (query: string) => ask(`DELETE ${base}/${id}${query}`, undefined, cookie);
    await remove("?mode=test");
    assert.deepEqual(await tests(), [false]);
    await add("?mode=test");
    await remove("");
    assert.deepEqual(await tests(), []);
    assert.equal((await ask(`GET ${base}?limit=401`, undefined, cookie)).body.error.param, "limit");
  });

  test("another origin, another team and a sign-in of before change nothing", async (t) => {
    const { ask, claim, addMember, store, now, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const { cookie: eve } = await addMember(cookie, "eve@example.com");
    const [{ id }] = (await ask(`POST ${base}`, { certificates }, cookie)).body.data.trust_anchors;
    const list = async (who: string) => (await ask(`GET ${base}`, undefined, who)).body.data.trust_anchors.length;
    for (const [request, body] of [
      [`POST ${base}`, { certificates }],
      [`DELETE ${base}/${id}`, undefined],
    ] as const) {
      const elsewhere = await ask(request, body, cookie, { origin: "https://evil.example" });
      assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [403, "wrong_origin"], request);
    }
    assert.equal(await list(eve), 0);
    assert.equal((await ask(`DELETE ${base}/${id}`, undefined, eve)).body.error.code, "trust_anchor_not_found");
    assert.equal(await list(cookie), 1);

    const { account_id } = await store.db
      .selectFrom("account_trust_anchors")
      .select("account_id")
      .executeTakeFirstOrThrow();
    const wanted = { name: "x", kind: "private", scopes: ["verify"], challengeMode: null } as const;
    const by = { actor: "test", address: "192.0.2.1" };
    const made = await createKey({ store, now, changed: () => {} }, by, account_id, wanted);
    assert.ok(made.outcome === "created");
    const authorization = `Bearer ${made.secret}`;
    const byKey = await ask(`DELETE ${base}/${id}`, undefined, cookie, { authorization });
    assert.equal(byKey.body.error.code, "scope_missing", "the cookie adds nothing to a key");

    advance(11 * 60_000);
    const late = await ask(`POST ${base}`, { certificates }, cookie);
    assert.deepEqual([late.status, late.body.error.code], [403, "confirmation_needed"]);
    await ask("POST /confirm", { password: ownerPassword }, cookie);
    assert.equal((await ask(`POST ${base}`, { certificates }, cookie)).status, 201);
    assert.equal((await ask("GET /trust-anchors", undefined, cookie)).status, 404, "the dashboard's own route is gone");
  });
});
