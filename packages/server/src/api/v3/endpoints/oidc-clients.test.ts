import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { madeKey } from "../../../../testing/made-key.ts";
import { makeAccount } from "../../../../testing/make-account.ts";
import { startSessionService } from "../../../../testing/sessions/sessions.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { commandLine } from "@selfsame/platform/audit/audit";
import type { StoreKind } from "@selfsame/platform/store/migrate";

const path = "/oidc_clients";
const shop = { name: "Shop login", redirect_uris: ["https://login.shop.example/callback"] };
const scopes = ["oidc:write"] as const;

async function start(t: TestContext, kind: StoreKind, oidc = true) {
  const service = await startSessionService(t, { kind, oidc });
  const { store } = service;
  const { account: eve } = await makeAccount(store, commandLine, { email: "eve@example.com", plan: "unlimited" }, 0);
  const keys = { store, now: Date.now, changed: () => service.access.callers.forget() };
  const theirs = await madeKey(keys, commandLine, eve.id, { name: "Eve", kind: "private", scopes });
  const ours = await service.makeKey({ scopes });
  const ask = async (request: string, body?: object, by = ours.secret) => {
    const [method = "", at = ""] = request.split(" ");
    return service.ask(method, at, body, by);
  };
  const list = async (by: string) => (await ask(`GET ${path}`, undefined, by)).body.data.oidc_clients;
  return { ...service, ask, list, ours: ours.secret, theirs: theirs.secret };
}

onEachStore("OpenID Connect clients by key", (kind) => {
  test("a key with the scope manages those of its account and its kind, and the audit log names it", async (t) => {
    const { ask, list, makeKey, ours, theirs, apiKey, store } = await start(t, kind);
    assert.equal((await ask(`POST ${path}`, shop, apiKey)).body.error.code, "scope_missing", "all is not this one");
    const keysOnly = (await makeKey({ scopes: ["keys:write", "sessions"] })).secret;
    assert.equal((await ask(`GET ${path}`, undefined, keysOnly)).body.error.code, "scope_missing");
    const testKey = (await makeKey({ kind: "test", scopes })).secret;
    const made = (await ask(`POST ${path}`, shop)).body.data;
    const { secret, ...client } = made;
    assert.deepEqual([secret.length, client.test], [43, false]);
    const forTests = (await ask(`POST ${path}`, shop, testKey)).body.data;
    assert.equal(forTests.test, true);
    assert.deepEqual([await list(ours), await list(theirs)], [[client], []]);
    assert.deepEqual(
      (await list(testKey)).map(({ id }: { id: string }) => id),
      [forTests.id],
    );
    for (const by of [theirs, testKey]) {
      for (const [request, body] of [
        [`PATCH ${path}/${client.id}`, { name: "Mine" }],
        [`POST ${path}/${client.id}/rotate`, {}],
        [`DELETE ${path}/${client.id}`, undefined],
      ] as const) {
        const { status, body: answer } = await ask(request, body, by);
        assert.deepEqual([status, answer.error.code], [404, "oidc_client_not_found"], request);
      }
    }
    const wrong = await ask(`PATCH ${path}/${client.id}`, { redirect_uris: ["http://shop.example"] });
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, "redirect_uris"]);
    assert.match(wrong.body.error.hint, /with https/);
    assert.equal((await ask(`POST ${path}`, { ...shop, test: true })).body.error.param, "test", "the key says it");
    assert.deepEqual((await ask(`PATCH ${path}/${client.id}`, { name: "Shop" })).body.data, {
      ...client,
      name: "Shop",
    });
    assert.notEqual((await ask(`POST ${path}/${client.id}/rotate`, {})).body.data.secret, secret);
    assert.deepEqual((await ask(`DELETE ${path}/${client.id}`)).body.data, { id: client.id, deleted: true });
    const entries = await store.db.selectFrom("audit").selectAll().where("target", "=", client.id).execute();
    const { id } = await store.db
      .selectFrom("api_keys")
      .select("id")
      .where("last_four", "=", ours.slice(-4))
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      entries.map(({ action, actor }) => [action, actor]),
      ["created", "changed", "rotated", "deleted"].map((what) => [`oidc_client_${what}`, id]),
    );
  });

  test("a request that is repeated creates one client, whose secret is not shown again", async (t) => {
    const { url, list, ours } = await start(t, kind);
    const send = async () => {
      const response = await fetch(`${url}/api/v3${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${ours}`,
          "content-type": "application/json",
          "idempotency-key": "one",
        },
        body: JSON.stringify(shop),
      });
      const { data, error } = (await response.json()) as {
        data: { id: string } | null;
        error: { code: string } | null;
      };
      return [response.status, data?.id ?? error?.code];
    };
    const [status, id] = await send();
    assert.equal(status, 201);
    assert.deepEqual(await send(), [409, "secret_already_shown"]);
    assert.deepEqual(
      (await list(ours)).map((one: { id: string }) => one.id),
      [id],
    );
  });

  test("where the service is no provider, the list says so and nothing is created", async (t) => {
    const { ask } = await start(t, kind, false);
    const listed = (await ask(`GET ${path}`)).body.data;
    assert.deepEqual(listed, { issuer: null, oidc_clients: [] });
    const { status, body } = await ask(`POST ${path}`, shop);
    assert.deepEqual([status, body.error.code], [422, "oidc_not_configured"]);
  });
});
