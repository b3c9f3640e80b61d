/** Attacks on the dashboard's cookie as a credential for version 3. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey } from "../../../accounts/keys/keys.ts";
import type { Scope } from "../../../accounts/access/scopes.ts";
import { type Counters, createCounters } from "../../../accounts/limits/counters.ts";
import { type Answer, ownerPassword, startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { keyedRoutes, routeRoles } from "../../dashboard/route-roles.ts";
import { endpoints } from "../endpoints/endpoints.ts";
import { takesTestKeys } from "../openapi/route-schema.ts";

const base = "/api/v3/webhook_endpoints";
const url = "https://shop.example/hook";

test("every route that takes a cookie takes a private key, and no photo is compared or analyzed with one", () => {
  const opened = Object.keys(routeRoles).filter((route) => route.includes("/api/v3/"));
  const byRoute = new Map(endpoints.map((endpoint) => [`${endpoint.method} /api/v3${endpoint.path}`, endpoint]));
  for (const route of opened) {
    const endpoint = byRoute.get(route);
    assert.equal(endpoint?.key, "private", route);
    assert.ok(!("photos" in (endpoint ?? {})), route);
  }
  assert.ok(opened.length > 10);
});

/** Counters whose minute does not end during a test, however slow the machine is. */
function endlessMinute(): Counters {
  const values = new Map<string, number>();
  return {
    ...createCounters("test"),
    add: async (key, more) => {
      const value = (values.get(key) ?? 0) + more;
      values.set(key, value);
      return { value, resetMs: 60_000 };
    },
  };
}

onEachStore("the dashboard's cookie on version 3", (kind) => {
  test("every other route is closed to it, as without a key", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    for (const { method, path, key } of endpoints) {
      const route = `${method} /api/v3${path}`;
      if (routeRoles[route] !== undefined) continue;
      const wanted = key === "link" ? "session_link_invalid" : "missing_api_key";
      const { status, body } = await ask(route.replaceAll(/:\w+/g, "x"), method === "GET" ? undefined : {}, cookie);
      assert.deepEqual([status, body?.error.code], [401, wanted], route);
    }
  });

  test("in test mode a user may do no more than a test key", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const { id } = (await ask("POST /api/v3/keys", { name: "x", kind: "private" }, cookie)).body.data;
    const closed: string[] = [];
    for (const endpoint of endpoints) {
      const route = `${endpoint.method} /api/v3${endpoint.path}`;
      if (routeRoles[route] === undefined) continue;
      const asked = `${route.replaceAll(/:\w+/g, "x")}?mode=test${keyedRoutes.has(route) ? `&key_id=${id}` : ""}`;
      const { status, body } = await ask(asked, endpoint.method === "GET" ? undefined : {}, cookie);
      const isClosed = status === 403 && body.error.code === "live_key_required";
      assert.equal(isClosed, !takesTestKeys(endpoint), route);
      if (isClosed) closed.push(route);
    }
    assert.ok(closed.includes("GET /api/v3/batches") && closed.includes("POST /api/v3/batches"), closed.join());
  });

  test("a change from another origin, or without one, changes nothing", async (t) => {
    const { ask, app, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    for (const origin of ["https://evil.example", "http://faces.example", "https://faces.example:8443", "null"]) {
      const { status, body } = await ask(`POST ${base}`, { url }, cookie, { origin });
      assert.deepEqual([status, body.error.code, body.success], [403, "wrong_origin", false], origin);
    }
    const bare = await app.inject({
      method: "POST",
      url: base,
      headers: { cookie: `__Host-selfsame_session=${cookie}`, "content-type": "text/plain" },
      payload: JSON.stringify({ url }),
    });
    assert.equal(bare.statusCode, 403);
    assert.equal(bare.headers["access-control-allow-origin"], undefined);
    assert.deepEqual((await ask(`GET ${base}`, undefined, cookie)).body.data.endpoints, []);
    const text = await ask(`POST ${base}`, JSON.stringify({ url }), cookie, { "content-type": "text/plain" });
    assert.equal(text.status, 415, "a form cannot send JSON");
  });

  test("a key beside the cookie is judged alone: the cookie adds nothing to it, and takes nothing away", async (t) => {
    const { ask, claim, store, now } = await startDashboard(t, kind);
    const cookie = await claim();
    const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    const by = { actor: "test", address: "192.0.2.1" };
    const keyWith = async (scope: Scope) => {
      const wanted = { name: "x", kind: "private", scopes: [scope], challengeMode: null } as const;
      const made = await createKey({ store, now, changed: () => {} }, by, accountId, wanted);
      assert.equal(made.outcome, "created");
      return made.outcome === "created" ? made.secret : "";
    };
    const [verify, webhooks] = [await keyWith("verify"), await keyWith("webhooks")];
    const asked = async (authorization: string, origin = "https://evil.example") =>
      (await ask(`POST ${base}`, { url }, cookie, { authorization, origin })).body;
    assert.equal((await asked(`Bearer ${verify}`)).error.code, "scope_missing");
    assert.equal((await asked("Bearer ss_sk_wrong", "https://faces.example")).error.code, "invalid_api_key");
    assert.equal((await asked("", "https://faces.example")).error.code, "missing_api_key");
    assert.equal((await asked(`Bearer ${webhooks}`)).data.url, url, "a backend has no origin");
    const { entries } = (await ask("GET /audit?action=webhook_endpoint_created", undefined, cookie)).body;
    assert.deepEqual([entries.length, entries[0].actorEmail], [1, null], "by the key, not by the user");
  });

  test("the hosted page's link and the cookie of its browser open what the link opens, and nothing of the user", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const made = (await ask("POST /api/v3/sessions?mode=test", {}, cookie)).body.data;
    const authorization = `Bearer ${made.url.split("#").at(-1)}`;
    assert.equal((await ask("GET /api/v3/session", undefined, cookie, { authorization })).status, 200);
    const { status, body } = await ask(`GET ${base}`, undefined, cookie, { authorization });
    assert.deepEqual([status, body.error.code], [401, "invalid_api_key"]);
  });

  test("a session that ended, another's secret and a secret of the wrong host are not signed in", async (t) => {
    const { ask, claim, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const list = async (secret: string) => {
      const { status, body } = await ask(`GET ${base}`, undefined, secret);
      return [status, body.error?.code];
    };
    assert.deepEqual(await list(cookie), [200, undefined]);
    assert.deepEqual(await list("nobody"), [401, "not_signed_in"]);
    assert.deepEqual(await list(`${cookie}.tag`), [401, "missing_api_key"]);
    await ask("POST /sign-out", {}, cookie);
    assert.deepEqual(await list(cookie), [401, "not_signed_in"]);
    const again = await ask("POST /sign-in", { email: "owner@example.com", password: ownerPassword });
    assert.deepEqual(await list(again.cookie ?? ""), [200, undefined]);
    advance(13 * 3600_000);
    assert.deepEqual(await list(again.cookie ?? ""), [401, "not_signed_in"]);
  });

  test("a role that may not is told so; a member who lost the role, or the team, is too", async (t) => {
    const { ask, claim, addMember, join } = await startDashboard(t, kind);
    const operator = await claim();
    const { cookie: owner } = await addMember(operator, "owner-of-shop@example.com");
    const { cookie: viewer, userId } = await join(owner, "viewer@example.com", "viewer");
    const make = async (who: string) => {
      const { status, body } = await ask(`POST ${base}`, { url }, who);
      return [status, body.error?.code];
    };
    assert.deepEqual(await make(viewer), [403, "not_allowed"]);
    assert.equal((await ask(`GET ${base}`, undefined, viewer)).status, 200);
    await ask(`PATCH /members/${userId}`, { role: "developer" }, owner);
    assert.deepEqual(await make(viewer), [201, undefined]);
    await ask(`PATCH /members/${userId}`, { role: "viewer" }, owner);
    assert.deepEqual(await make(viewer), [403, "not_allowed"]);
    await ask(`DELETE /members/${userId}`, {}, owner);
    assert.deepEqual(await make(viewer), [401, "not_signed_in"]);
  });

  test("a page that was open during an upgrade is told to reload where its routes are gone", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    for (const request of [
      "GET /webhooks",
      "POST /webhooks/we_1/disable",
      "GET /events",
      "GET /requests?kind=live",
      "GET /batches",
      "GET /usage",
    ]) {
      const { status, body } = await ask(request, request.startsWith("GET") ? undefined : {}, cookie);
      assert.deepEqual([status, body.error.code], [404, "not_found"], request);
      assert.match(body.error.message, /reload/, request);
    }
  });

  test("an operator sees no team but the own one", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const operator = await claim();
    const { cookie: owner } = await addMember(operator, "owner-of-shop@example.com");
    const { id } = (await ask(`POST ${base}`, { url }, owner)).body.data;
    assert.deepEqual((await ask(`GET ${base}`, undefined, operator)).body.data.endpoints, []);
    const { status, body } = await ask(`GET ${base}/${id}`, undefined, operator);
    assert.deepEqual([status, body.error.code], [404, "webhook_endpoint_not_found"]);
  });

  test("after ten minutes a change of an endpoint asks who it is; stopping one does not", async (t) => {
    const { ask, claim, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const { id } = (await ask(`POST ${base}`, { url }, cookie)).body.data;
    advance(11 * 60_000);
    for (const [request, body] of [
      [`POST ${base}`, { url }],
      [`PATCH ${base}/${id}`, { url: `${url}/2` }],
      [`PATCH ${base}/${id}`, { disabled: true, types: [] }],
      [`POST ${base}/${id}/rotate`, {}],
      [`DELETE ${base}/${id}`, undefined],
    ] as const) {
      const answer = await ask(request, body, cookie);
      assert.deepEqual([answer.status, answer.body.error.code], [403, "confirmation_needed"], request);
    }
    assert.equal((await ask(`PATCH ${base}/${id}`, { disabled: true }, cookie)).body.data.status, "disabled");
    await ask("POST /confirm", { password: ownerPassword }, cookie);
    assert.equal((await ask(`DELETE ${base}/${id}`, undefined, cookie)).status, 200);
  });

  test("a team that asks for a second factor is closed to who has none", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind);
    const cookie = await claim();
    await store.db.updateTable("accounts").set({ factor_required: 1 }).execute();
    const { status, body } = await ask(`GET ${base}`, undefined, cookie);
    assert.deepEqual([status, body.error.code], [403, "factor_needed"]);
  });

  test("what a user reads is no request and no usage of the account, and has a rate of its own", async (t) => {
    const counters = endlessMinute();
    const { ask, claim, store, requestLog, access } = await startDashboard(t, kind, { counters });
    const cookie = await claim();
    const answers: Answer[] = [];
    while (answers.length < 601) answers.push(await ask(`GET ${base}`, undefined, cookie));
    const late = answers.filter(({ status }) => status === 429);
    assert.equal(late.length, 1, "600 a minute");
    assert.deepEqual([late[0]?.body.error.code, late[0]?.body.error.retryable], ["too_many_requests", true]);
    assert.ok(Number(late[0]?.headers["retry-after"]) > 0);
    await Promise.all([requestLog.stop(), access.stop()]);
    assert.deepEqual(await store.db.selectFrom("requests").selectAll().execute(), []);
    assert.deepEqual(await store.db.selectFrom("usage").selectAll().execute(), []);
    assert.equal(answers[0]?.headers["ratelimit-policy"], undefined);
  });
});
