/**
 * Presses every button of every view as every role. Requests that change data are intercepted in the page, and checked against the server's table of
 * roles.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { rejectionFor, routeRoles } from "../packages/server/src/api/dashboard/route-roles.ts";
import { type Role, roles } from "../packages/server/src/accounts/people/teams/roles.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { owner, useDashboard } from "../testing/dashboard.ts";
import { type Asked, drawn, holdChangesBack, pressEverything } from "../testing/press-everything.ts";

const password = "a fresh good password";
const hooks = "/api/v3/webhook_endpoints";

/** Not pressed: its buttons need photos, and other tests cover them. */
const unpressed = "playground";

/** An owner who is the operator may do everything, so only views with actions of this role alone are pressed, to show that the walk reaches them. */
const ownersAlone = ["people", "settings/team", "settings/evidence"];

/** Addresses that the navigation does not link to. */
const further = [
  "keys?show=all",
  "keys?new=private",
  "webhooks?new=",
  "webhooks/events",
  "batches?new=",
  "team?invite=1",
  "team/sign-on",
  "settings/sign-in",
  "settings/sign-ins",
  "settings/team",
  "settings/branding",
  "settings/evidence",
  "settings/audit",
  "settings/danger",
  "verifications?mode=test",
];

const routes = Object.keys(routeRoles).map((name) => {
  const [method = "", path = ""] = name.split(" ");
  return { name, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) };
});

function routeOf({ method, path }: Asked): string {
  const exact = routes.find(({ name }) => name === `${method} ${path}`);
  const found = exact ?? routes.find((route) => route.method === method && route.pattern.test(path));
  assert.ok(found, `${method} ${path} is a route of the dashboard`);
  return found.name;
}

describe("the dashboard offers a role nothing that it may not do", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  const { post } = dashboard;

  /** Creates one row of each kind, so that each table has its buttons. @returns addresses of views that need these rows */
  async function furnish(page: Page): Promise<readonly string[]> {
    const old = await post<{ id: string }>(page, "api/v3/keys", { name: "Old", kind: "private" });
    const revoked = await page.request.delete(`${dashboard.server.url}/api/v3/keys/${old.id}`, {
      headers: { origin: dashboard.server.url },
    });
    assert.ok(revoked.ok(), await revoked.text());
    await post(page, "api/v3/keys", { name: "Page", kind: "public", allowed_origins: ["https://shop.example"] });
    await post(page, "api/v3/domains", { domain: "photos.example.com" });
    await post(page, "invitations", { email: "later@example.com", role: "viewer" });
    const headers = { origin: dashboard.server.url };
    const evidence = { publicKey: { kty: "OKP", crv: "X25519", x: "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08" } };
    await page.request.patch(`${dashboard.server.url}/api/dashboard/account/settings`, { data: { evidence }, headers });
    const hook = await post<{ id: string }>(page, "api/v3/webhook_endpoints", { url: "https://hooks.example/faces" });
    await post(page, `api/v3/webhook_endpoints/${hook.id}/test`, {});
    const made = await post<{ id: string }>(page, "api/v3/sessions?mode=test", {});
    const ended = await post<{ id: string }>(page, "api/v3/sessions?mode=test", {});
    await post(page, `api/v3/sessions/${ended.id}/cancel`, {});
    const item = {
      id: "a",
      reference_urls: ["https://photos.example.com/a"],
      selfie_url: "https://photos.example.com/b",
    };
    const batch = await fetch(`${dashboard.server.url}/api/v3/batches`, {
      method: "POST",
      headers: { authorization: `Bearer ${dashboard.server.privateKey}`, "content-type": "application/json" },
      body: JSON.stringify({ items: [item] }),
    });
    const answer = await batch.text();
    assert.equal(batch.status, 202, answer);
    const { data } = JSON.parse(answer) as { readonly data: { readonly id: string } };
    const sessions = [made, ended].map(({ id }) => `verifications/${id}`);
    return [`webhooks/${hook.id}`, ...sessions, `batches/${data.id}`];
  }

  /** @returns the routes that the role requested */
  async function walk(page: Page, role: Role, own: readonly string[]): Promise<ReadonlySet<string>> {
    await holdChangesBack(page);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    const refused: string[] = [];
    page.on("response", (response) => response.status() === 403 && refused.push(`403: ${response.url()}`));
    const links = await page
      .locator("nav .side-link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const views = [...links.map((href) => (href ?? "").replace(/^#\//, "")), ...further, ...own];
    const asked = new Set<string>();
    for (const path of role === "owner" ? ownersAlone : views.filter((path) => path !== unpressed)) {
      await dashboard.go(page, path);
      await drawn(page);
      await page.locator("main .skeleton").first().waitFor({ state: "detached" });
      for (const one of await pressEverything(page)) {
        const route = routeOf(one);
        asked.add(route);
        const needs = routeRoles[route] ?? "operator";
        const user = { operator: role === "owner" };
        if (needs === "anyone" || rejectionFor(needs, { role, user, factorNeeded: false }) === undefined) continue;
        refused.push(`${path}: “${one.button}” asks ${route}, which needs ${needs}`);
      }
    }
    assert.deepEqual(refused, [], role);
    return asked;
  }

  test("every button of every view, pressed as every role, asks for nothing that is refused", async (t) => {
    const first = await dashboard.openAsOwner(t);
    const own = await furnish(first);
    const asked = new Map<Role, ReadonlySet<string>>();
    for (const role of roles) {
      const email = `${role}@example.com`;
      if (role !== "owner") {
        const { link } = await post<{ link: string }>(first, "invitations", { email, role });
        const invited = await dashboard.open(t);
        await post(invited, "invitation/accept", { secret: link.split("/").at(-1), password });
      }
      const page = await dashboard.openAs(t, role === "owner" ? owner : { email, password });
      asked.set(role, await walk(page, role, own));
    }
    // For each role, the walk reaches actions that only it and higher roles may take.
    const has = (role: Role, ...names: readonly string[]) => {
      for (const name of names) assert.ok(asked.get(role)?.has(name), `${role} asks ${name}`);
    };
    has("viewer", "POST /sessions/end-others", "POST /leave");
    has("reviewer", "POST /api/v3/sessions/:id/link");
    has(
      "developer",
      "POST /api/v3/sessions",
      "POST /api/v3/sessions/:id/repeat",
      "POST /api/v3/sessions/:id/cancel",
      "DELETE /api/v3/keys/:id",
      "DELETE /keys/:id",
    );
    has("viewer", "GET /api/v3/events", "GET /api/v3/events/:id", "GET /api/v3/batches/:id");
    has("developer", `PATCH ${hooks}/:id`, `POST ${hooks}/:id/replay_failed`, `POST ${hooks}/:id/test`);
    has("developer", "GET /api/v3/batches/:id/results", `POST ${hooks}/:id/deliveries/:delivery/resend`);
    for (const role of ["viewer", "reviewer"] as const) {
      assert.ok(!asked.get(role)?.has("GET /api/v3/batches/:id/results"), `${role} does not ask for results`);
    }
    has("developer", "DELETE /api/v3/domains/:domain", "DELETE /api/v3/batches/:id");
    has("admin", "POST /api/v3/branding", "DELETE /invitations/:id", "PATCH /account/settings", "GET /audit/export");
    has("owner", "PATCH /account/settings", "POST /people/:id/sign-out");
  });
});
