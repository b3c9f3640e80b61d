import assert from "node:assert/strict";
import { test } from "node:test";
import { fastify } from "fastify";
import { listAudit } from "@selfsame/platform/audit/audit-log";
import { scopes } from "../accounts/access/scopes.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../testing/service/service.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { noteScope, routeScopes } from "./route-scopes.ts";
import { endpoints as v2Endpoints } from "./v2/endpoints.ts";
import { endpoints as v3Endpoints } from "./v3/endpoints/endpoints.ts";

const parts = { engine: scriptedEngine(), comparison: scriptedComparison };

const routes = [
  ...v2Endpoints.map(({ name, path }) => ({ name, method: "POST", path: `/api/v2${path}` })),
  ...v3Endpoints
    .filter(({ key }) => key === "private")
    .map(({ name, method, path }) => ({ name, method, path: `/api/v3${path.replaceAll(/:\w+/g, "nothing")}` })),
];

const refusals = {
  v2: {
    scope: { error: "This API key may not call this endpoint" },
    address: { error: "This API key may not be used from this address" },
  },
  v3: { scope: "scope_missing", address: "address_not_allowed" },
};

const ask = async (url: string, key: string, { method, path }: { method: string; path: string }, headers = {}) => {
  const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${key}`, ...headers } });
  const body = (await response.json()) as { error: { code: string } | null };
  return { status: response.status, reply: path.startsWith("/api/v2") ? body : body.error?.code };
};

onEachStore("restricted keys", (kind) => {
  test("each scope on each route: let through or refused as the table says", async (t) => {
    const { url, makeKey, apiKey } = await startService(t, { ...parts, kind });
    // Routes of other services' contracts are tested with the clients of those services.
    const own = Object.keys(routeScopes).filter((name) => /^v\d\./.test(name));
    assert.deepEqual(routes.map(({ name }) => name).toSorted(), own.toSorted());
    const keys = await Promise.all(scopes.map(async (scope) => [scope, (await makeKey({ scopes: [scope] })).secret]));
    for (const route of routes) {
      const needs: string = routeScopes[route.name] ?? "";
      const refusal = refusals[route.path.startsWith("/api/v2") ? "v2" : "v3"].scope;
      for (const [scope, key = ""] of [...keys, ["all", apiKey]]) {
        const { status, reply } = await ask(url, key, route);
        // The scopes to make keys, review, read evidence, trust authorities and change clients must be granted by name.
        const may =
          needs === "any" ||
          needs === scope ||
          (scope === "all" &&
            !["keys:write", "sessions:review", "evidence:read", "trust:write", "oidc:write"].includes(needs));
        if (may) assert.notDeepEqual(reply, refusal, `${scope}: ${route.name}`);
        else assert.deepEqual([status, reply], [403, refusal], `${scope}: ${route.name}`);
      }
    }
    const several = (await makeKey({ scopes: ["analyze", "batches"] })).secret;
    const answer = await ask(url, several, { method: "GET", path: "/api/v3/batches" });
    assert.equal(answer.status, 200);
  });

  test("a key is rejected from other addresses than its own, and the audit log records the address", async (t) => {
    const { url, makeKey, store } = await startService(t, { ...parts, kind });
    const home = (await makeKey({ addressRanges: ["127.0.0.0/8", "::1/128"] })).secret;
    const away = (await makeKey({ name: "Away", addressRanges: ["192.0.2.0/24", "2001:db8::/32"] })).secret;
    const models = { method: "GET", path: "/api/v3/models" };
    const verify = { method: "POST", path: "/api/v2/verify" };
    assert.equal((await ask(url, home, models)).status, 200);
    for (const header of ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip", "x-client-ip"]) {
      const forged = { [header]: header === "forwarded" ? "for=192.0.2.7" : "192.0.2.7" };
      assert.deepEqual(await ask(url, away, models, forged), { status: 403, reply: refusals.v3.address }, header);
    }
    assert.deepEqual(await ask(url, away, verify), { status: 403, reply: refusals.v2.address });
    const { account_id, id } = await store.db
      .selectFrom("api_keys")
      .selectAll()
      .where("name", "=", "Away")
      .executeTakeFirstOrThrow();
    const noted = (await listAudit(store.db, { accountId: account_id })).filter(
      ({ action }) => action === "foreign_key_refused",
    );
    assert.deepEqual(
      noted.map(({ target, address, actor }) => [target, address, actor]),
      [[id, "127.0.0.1", null]],
      "once for each network and hour",
    );
  });
});

test("behind several proxies, each of which may add its port, the caller is the first address that is none of theirs", async (t) => {
  const { url, makeKey } = await startService(t, { ...parts, trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
  const key = (await makeKey({ addressRanges: ["203.0.113.7/32"] })).secret;
  for (const forwarded of [
    "203.0.113.7, 10.0.0.5",
    "203.0.113.7:51234, 10.0.0.5",
    "203.0.113.7, 10.0.0.5:33412",
    "203.0.113.7:51234, 10.0.0.5:33412",
    "192.0.2.66, 203.0.113.7:51234,10.0.0.9:1, 10.0.0.5:33412",
  ]) {
    const answer = await ask(url, key, { method: "GET", path: "/api/v3/models" }, { "x-forwarded-for": forwarded });
    assert.equal(answer.status, 200, forwarded);
  }
});

test("behind a proxy that is named, the last address that the proxy saw counts, not what a caller wrote before it", async (t) => {
  const { url, makeKey, store } = await startService(t, { ...parts, trustedProxies: ["127.0.0.1"] });
  const key = (await makeKey({ addressRanges: ["192.0.2.0/24", "8.0.0.0/8"] })).secret;
  const from = async (forwarded: string) =>
    (await ask(url, key, { method: "GET", path: "/api/v3/models" }, { "x-forwarded-for": forwarded })).status;
  assert.equal(await from("192.0.2.7"), 200);
  assert.equal(await from("::ffff:192.0.2.7"), 200);
  assert.equal(await from("192.0.2.7, 203.0.113.9"), 403, "the caller is 203.0.113.9, and wrote the rest");
  assert.equal(await from("203.0.113.9, 192.0.2.7"), 200);
  assert.equal(await from("not an address"), 403);
  assert.equal(await from(""), 403, "the proxy itself");
  assert.equal(await from("8.0.0.1"), 200);
  assert.equal(await from("010.0.0.1"), 403, "no address, though some read it as 8.0.0.1");
  assert.equal(await from("x".repeat(4000)), 403);
  const noted = await store.db
    .selectFrom("audit")
    .select("address")
    .where("action", "=", "foreign_key_refused")
    .execute();
  const addresses = new Set(noted.map(({ address }) => address));
  assert.deepEqual(addresses, new Set(["203.0.113.9", "127.0.0.1"]), "the log has addresses, and no other text");
});

test("a route for private keys that the table lacks keeps the service from starting", async () => {
  const app = fastify();
  app.addHook("onRoute", noteScope);
  const config = { endpoint: "v3.forgotten", key: "private" } as const;
  assert.throws(() => app.get("/forgotten", { config }, async () => "everything"), /v3\.forgotten has no scope/);
  await app.close();
});
