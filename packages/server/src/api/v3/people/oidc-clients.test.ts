import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { clientsMax } from "../../../features/oidc/clients.ts";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const base = "/api/v3/oidc_clients";
const shop = { name: "Shop login", redirect_uris: ["https://login.shop.example/callback"] };
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const jwks = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "2026" }] };

onEachStore("a user of the dashboard: OpenID Connect clients", (kind) => {
  test("an admin adds, changes, rotates and deletes clients, which a viewer sees without secrets", async (t) => {
    const { ask, claim, join } = await startDashboard(t, kind);
    const owner = await claim();
    const { cookie: admin } = await join(owner, "admin@example.com", "admin");
    const { cookie: developer } = await join(owner, "developer@example.com", "developer");
    const { cookie: viewer } = await join(owner, "viewer@example.com", "viewer");
    assert.equal((await ask(`POST ${base}`, shop, developer)).status, 403);
    const made = await ask(`POST ${base}`, shop, admin);
    assert.equal(made.status, 201);
    const { secret, ...client } = made.body.data;
    assert.match(client.id, /^oc_[0-9A-Za-z]{16}$/);
    assert.equal(secret.length, 43);
    assert.deepEqual([client.authentication, client.par_required, client.test], ["secret", false, false]);
    const signing = (await ask(`POST ${base}`, { ...shop, jwks, par_required: true }, admin)).body.data;
    assert.deepEqual([signing.secret, signing.authentication, signing.key_ids], [null, "private_key_jwt", ["2026"]]);
    const seen = await ask(`GET ${base}`, undefined, viewer);
    assert.match(seen.body.data.issuer, /\/oidc$/);
    assert.equal(seen.body.data.oidc_clients.length, 2);
    assert.ok(!seen.text.includes(secret));

    const path = `${base}/${client.id}`;
    const changed = await ask(`PATCH ${path}`, { name: "Shop", par_required: true }, admin);
    assert.deepEqual([changed.body.data.name, changed.body.data.par_required], ["Shop", true]);
    assert.equal((await ask(`PATCH ${path}`, { jwks }, admin)).body.error.param, "jwks");
    const rotated = await ask(`POST ${path}/rotate`, {}, admin);
    assert.notEqual(rotated.body.data.secret, secret);
    assert.ok(Date.parse(rotated.body.data.old_secret_until) > 0);
    assert.equal((await ask(`POST ${base}/${signing.id}/rotate`, {}, admin)).status, 404);
    for (const request of [`PATCH ${path}`, `POST ${path}/rotate`, `DELETE ${path}`]) {
      assert.equal((await ask(request, {}, developer)).status, 403, request);
      const elsewhere = await ask(request, undefined, admin, { origin: "https://evil.example" });
      assert.equal(elsewhere.body.error.code, "wrong_origin", request);
    }
    assert.deepEqual((await ask(`DELETE ${path}`, undefined, admin)).body.data, { id: client.id, deleted: true });
    assert.equal((await ask(`DELETE ${path}`, undefined, admin)).status, 404);
    const { entries } = (await ask(`GET /audit?target=${client.id}`, undefined, owner)).body;
    assert.deepEqual(
      entries.map(({ action, actorEmail }: Record<string, string>) => `${action} ${actorEmail}`),
      ["deleted", "rotated", "changed", "created"].map((what) => `oidc_client_${what} admin@example.com`),
    );
  });

  test("what is no client is refused, by the field at fault", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const owner = await claim();
    const fieldOf = async (body: object) => {
      const answer = await ask(`POST ${base}`, body, owner);
      return [answer.status, answer.body.error?.param];
    };
    for (const address of [
      "http://shop.example/callback",
      "https://user:password@shop.example/callback",
      "https://shop.example/callback#part",
      "shop:callback",
      "javascript:alert(1)",
      "/callback",
      `https://shop.example/${"a".repeat(2048)}`,
    ]) {
      assert.deepEqual(await fieldOf({ ...shop, redirect_uris: [address] }), [400, "redirect_uris"], address);
    }
    const twoHosts = ["https://a.example/callback", "https://b.example/callback"];
    assert.deepEqual(await fieldOf({ ...shop, redirect_uris: twoHosts }), [400, "redirect_uris"]);
    assert.deepEqual(await fieldOf({ ...shop, redirect_uris: [] }), [400, "redirect_uris"]);
    const eleven = Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`);
    assert.deepEqual(await fieldOf({ ...shop, redirect_uris: eleven }), [400, "redirect_uris"]);
    assert.deepEqual(await fieldOf({ ...shop, name: "a\nb" }), [400, "name"]);
    const secretKey = { keys: [privateKey.export({ format: "jwk" })] };
    const weak = { keys: [generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" })] };
    const rsa = (modulusBytes: number, exponentBytes: number) => {
      const [n, e] = [modulusBytes, exponentBytes].map((bytes) => Buffer.alloc(bytes, 0xc1).toString("base64url"));
      return { keys: [{ kty: "RSA", n, e }] };
    };
    const [long, slow] = [rsa(1025, 3), rsa(384, 5)];
    for (const set of [secretKey, weak, long, slow, rsa(384, 0), { keys: [] }, { keys: [{ kty: "oct", k: "AAAA" }] }]) {
      assert.deepEqual(await fieldOf({ ...shop, jwks: set }), [400, "jwks"]);
    }
    assert.equal((await fieldOf({ ...shop, jwks: rsa(1024, 4) }))[0], 201);
    assert.deepEqual(await fieldOf({ ...shop, client_secret: "mine" }), [400, "client_secret"]);
    assert.equal((await fieldOf({ ...shop, redirect_uris: ["http://localhost:8080/callback"] }))[0], 201);
  });

  test("clients of test keys and of live keys are listed together or by mode; after ten minutes only deleting needs no confirmation", async (t) => {
    const { ask, claim, addMember, advance } = await startDashboard(t, kind);
    const owner = await claim();
    const { cookie: eve } = await addMember(owner, "eve@example.com");
    const add = async (mode: string) => (await ask(`POST ${base}?mode=${mode}`, shop, owner)).body.data;
    const [live, test] = [await add("live"), await add("test")];
    assert.deepEqual([live.test, test.test], [false, true]);
    const count = async (query: string, who = owner) =>
      (await ask(`GET ${base}${query}`, undefined, who)).body.data.oidc_clients.length;
    assert.deepEqual([await count(""), await count("?mode=live"), await count("?mode=test")], [2, 1, 1]);
    assert.equal(await count("", eve), 0);
    const code = async (request: string, body?: object, who = owner) =>
      (await ask(request, body, who)).body.error?.code;
    for (const request of [`PATCH ${base}/${live.id}`, `POST ${base}/${live.id}/rotate`]) {
      assert.equal(await code(request, {}, eve), "oidc_client_not_found", request);
      assert.equal(await code(`${request}?mode=test`, {}), "oidc_client_not_found", request);
      assert.equal(await code(request, {}), undefined, request);
    }
    assert.equal(await code(`DELETE ${base}/${live.id}`, undefined, eve), "oidc_client_not_found");
    advance(11 * 60_000);
    for (const [request, body] of [
      [`POST ${base}`, shop],
      [`PATCH ${base}/${live.id}`, { name: "x" }],
      [`POST ${base}/${live.id}/rotate`, {}],
    ] as const)
      assert.equal(await code(request, body), "confirmation_needed", request);
    assert.equal(await code(`DELETE ${base}/${live.id}`), undefined);
    assert.equal((await ask("GET /oidc-clients", undefined, owner)).status, 404, "the dashboard's own route is gone");
  });

  test("a team has so many clients, and sees none of another team", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind);
    const owner = await claim();
    const { account_id } = await store.db.selectFrom("members").select("account_id").executeTakeFirstOrThrow();
    const row = { account_id, test: 0, name: "n", redirect_uris: "[]", par_required: 0, created_at_ms: 1 };
    const rows = Array.from({ length: clientsMax - 1 }, (_, index) => ({ id: `oc_${index}`, ...row }));
    await store.db.insertInto("oidc_clients").values(rows).execute();
    const answers = await Promise.all([1, 2, 3].map(() => ask(`POST ${base}`, shop, owner)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.find(({ status }) => status !== 201)?.body.error.code, "too_many_oidc_clients");
    const other = { id: "acc_other", plan: "free", created_at_ms: 1 };
    await store.db.insertInto("accounts").values(other).execute();
    await store.db
      .updateTable("oidc_clients")
      .set({ account_id: other.id } as never)
      .execute();
    assert.deepEqual((await ask(`GET ${base}`, undefined, owner)).body.data.oidc_clients, []);
    assert.equal((await ask(`DELETE ${base}/oc_1`, undefined, owner)).status, 404);
    assert.equal((await ask(`POST ${base}/oc_1/rotate`, {}, owner)).status, 404);
  });
});
