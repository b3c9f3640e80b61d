import assert from "node:assert/strict";
import { test } from "node:test";
import { fastify } from "fastify";
import { roles } from "../../../accounts/people/teams/roles.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { keyedRoutes, noteRole, routeRoles, testRoutes } from "../route-roles.ts";

/** A body that every route rejects: an allowed caller gets a 400, and nothing changes. */
const nonsense = { nonsense: true };

onEachStore("dashboard: roles", (kind) => {
  test("each role on each route: let through or refused as the table says", async (t) => {
    const { ask, claim, addMember, join, app } = await startDashboard(t, kind);
    const operator = await claim();
    const { cookie: owner, id: accountId } = await addMember(operator, "owner-of-shop@example.com");
    const people: [string, string | undefined][] = [
      ["signed-out", undefined],
      ["operator", operator],
      ["owner", owner],
    ];
    for (const role of ["admin", "developer", "reviewer", "viewer"]) {
      people.push([role, (await join(owner, `${role}@example.com`, role)).cookie]);
    }
    for (const [route, needs] of Object.entries(routeRoles)) {
      const [method = "", url = ""] = route.split(" ");
      const isOfV3 = url.startsWith("/api/v3/");
      assert.ok(app.hasRoute({ method, url: isOfV3 ? url : `/api/dashboard${url}` }), `${route} is there`);
      const named = url.replace("/accounts/:id", `/accounts/${accountId}`).replaceAll(/:\w+/g, "nothing");
      const path = testRoutes.has(route) ? `${named}?mode=test` : named;
      for (const [person, cookie] of people) {
        const { status, body } = await ask(`${method} ${path}`, method === "GET" ? undefined : nonsense, cookie);
        const got = body?.error?.code ?? status;
        const may = needs === "anyone" || mayAsk(person, needs);
        const signedOut = isOfV3 ? "missing_api_key" : "not_signed_in";
        const wanted = person === "signed-out" ? signedOut : needs === "operator" ? "not_found" : "not_allowed";
        const lacks = ["/find", "/audit/export", "/service/audit/export"].includes(url) || method !== "GET";
        // A DELETE of version 3 takes no body.
        const unread = isOfV3 && method === "DELETE";
        const unkeyed = keyedRoutes.has(route) && "key_not_for_batches";
        const untyped = url.endsWith("/branding/logo") && "unsupported_content_type";
        const invalid = unkeyed || untyped || (isOfV3 ? "invalid_parameter" : "invalid_request");
        const sentBack = url.startsWith("/sign-on/callback/");
        const letThrough = sentBack ? 303 : lacks && !unread ? invalid : path.includes("nothing") ? "not_found" : 200;
        assert.equal(
          // Version 3 names the kind of what it did not find.
          isOfV3 && may ? String(got).replace(/^\w+_not_found$/, "not_found") : String(got),
          String(may ? letThrough : wanted),
          `${person}: ${route}`,
        );
      }
    }
  });
});

/** Whether the table of roles allows it. The operator is the owner of their own team. */
function mayAsk(person: string, needs: string): boolean {
  if (person === "signed-out") return false;
  if (needs === "signed-in" || person === "operator") return true;
  const rankOf = (role: string) => (roles as readonly string[]).indexOf(role);
  return rankOf(needs) !== -1 && rankOf(person) >= rankOf(needs);
}

test("what changes anything is for developers at least, but for one's own sessions, factors and teams", () => {
  const changes = Object.entries(routeRoles).filter(([route]) => !route.startsWith("GET "));
  const own = changes.filter(([, needs]) => needs === "viewer" || needs === "signed-in").map(([route]) => route);
  assert.deepEqual(own, [
    "DELETE /sessions/:id",
    "POST /sessions/end-others",
    "POST /password",
    "POST /confirm",
    "POST /confirm/passkey",
    "POST /confirm/app",
    "POST /passkeys/options",
    "POST /passkeys",
    "PATCH /passkeys/:id",
    "DELETE /passkeys/:id",
    "POST /authenticator-app",
    "POST /authenticator-app/finish",
    "DELETE /authenticator-app",
    "POST /recovery-codes",
    "POST /sign-on/confirm",
    "POST /teams/:id/switch",
    "POST /leave",
  ]);
  const open = Object.entries(routeRoles).filter(([, needs]) => needs === "anyone");
  assert.deepEqual(
    open.map(([route]) => route),
    [
      "GET /state",
      "POST /setup",
      "POST /reset",
      "POST /sign-in",
      "POST /sign-in/code",
      "POST /sign-in/passkey",
      "POST /sign-in/passkey/options",
      "POST /sign-out",
      "POST /invitation",
      "POST /invitation/accept",
      "POST /sign-on/find",
      "POST /sign-on/start",
      "GET /sign-on/callback/:id",
    ],
  );
  for (const [route, needs] of changes) {
    if (/members|invitations|^PATCH .account.settings$/.test(route)) assert.match(needs, /admin|owner/, route);
  }
});

test("a route that the table lacks keeps the service from starting", async () => {
  const app = fastify();
  app.addHook("onRoute", noteRole);
  assert.throws(() => app.get("/forgotten", async () => "everything"), /GET \/forgotten has no role/);
  await app.close();
});
