import assert from "node:assert/strict";
import { test } from "node:test";
import { domainsMax } from "../../../accounts/keys/allowed-domains.ts";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const base = "/api/v3/domains";

onEachStore("a user of the dashboard: domains", (kind) => {
  test("domains are stored in one form and reach the caller at once", async (t) => {
    const { ask, claim, access, first } = await startDashboard(t, kind);
    const cookie = await claim();
    const add = (domain: string) => ask(`POST ${base}`, { domain }, cookie);
    const added = await add("Photos.Shop.Example.");
    assert.deepEqual([added.status, added.body.data], [201, { domain: "photos.shop.example" }]);
    assert.equal((await add("photos.shop.example")).status, 201, "again");
    await add("*.cdn.example");
    const list = async () => (await ask(`GET ${base}`, undefined, cookie)).body.data;
    assert.deepEqual(await list(), {
      domains: ["*.cdn.example", "photos.shop.example"],
      installation: ["photos.example.com"],
    });
    const domains = async () => {
      const found = await access.identify(`Bearer ${first.apiKey}`);
      return found.outcome === "known" && found.caller.allowedDomains.toSorted();
    };
    assert.deepEqual(await domains(), ["*.cdn.example", "photos.shop.example"]);
    for (const domain of ["*", "*.com", "https://a.example", "a.example/x", "a b", "a.example:80", ""]) {
      const { status, body } = await add(domain);
      assert.deepEqual([status, body.error.code, body.error.param], [400, "invalid_parameter", "domain"], domain);
    }
    const remove = (domain: string) => ask(`DELETE ${base}/${domain}`, undefined, cookie);
    assert.deepEqual((await remove("*.cdn.example")).body.data, { id: "*.cdn.example", deleted: true });
    assert.equal((await remove("*.cdn.example")).body.error.code, "domain_not_found");
    assert.equal((await remove("photos.example.com")).body.error.code, "domain_not_found", "the operator's");
    assert.deepEqual(await domains(), ["photos.shop.example"]);
  });

  test("a reviewer, another origin and another team change nothing; each change is noted with its user", async (t) => {
    const { ask, claim, join, addMember, store } = await startDashboard(t, kind);
    const owner = await claim();
    const { cookie: developer } = await join(owner, "developer@example.com", "developer");
    const { cookie: reviewer } = await join(owner, "reviewer@example.com", "reviewer");
    const { cookie: eve } = await addMember(owner, "eve@example.com");
    const requests = [
      [`POST ${base}`, { domain: "b.example" }],
      [`DELETE ${base}/a.example`, undefined],
    ] as const;
    await ask(`POST ${base}`, { domain: "a.example" }, developer);
    for (const [request, body] of requests) {
      assert.equal((await ask(request, body, reviewer)).body.error.code, "not_allowed", request);
      const elsewhere = await ask(request, body, developer, { origin: "https://evil.example" });
      assert.equal(elsewhere.body.error.code, "wrong_origin", request);
    }
    assert.equal((await ask(`DELETE ${base}/a.example`, undefined, eve)).body.error.code, "domain_not_found");
    const list = async (who: string) => (await ask(`GET ${base}`, undefined, who)).body.data.domains;
    assert.deepEqual([await list(reviewer), await list(eve)], [["a.example"], []]);
    await ask(`DELETE ${base}/a.example`, undefined, developer);
    const { entries } = (await ask("GET /audit?target=a.example", undefined, owner)).body;
    assert.deepEqual(
      entries.map(({ action, actorEmail }: Record<string, unknown>) => [action, actorEmail]),
      [
        ["domain_removed", "developer@example.com"],
        ["domain_added", "developer@example.com"],
      ],
    );
    const { id: account_id } = (await ask("GET /state", undefined, owner)).body.me.account;
    const rows = Array.from({ length: domainsMax }, (_, index) => ({ account_id, domain: `${index}.example` }));
    await store.db
      .insertInto("allowed_domains")
      .values(rows.map((row) => ({ ...row, created_at_ms: 1 })))
      .execute();
    const full = await ask(`POST ${base}`, { domain: "one-more.example" }, owner);
    assert.deepEqual([full.status, full.body.error.code], [409, "too_many_domains"]);
    assert.equal((await ask("GET /domains", undefined, owner)).status, 404, "the dashboard's own route is gone");
  });
});
