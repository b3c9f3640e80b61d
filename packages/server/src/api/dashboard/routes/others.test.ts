import assert from "node:assert/strict";
import { test } from "node:test";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { routeRoles } from "../route-roles.ts";

/** Bodies of routes that need one, so that only the id is wrong with the request. */
const bodies: Readonly<Record<string, object>> = {
  "PATCH /api/v3/keys/:id": { name: "taken" },
  "POST /api/v3/keys/:id/rotate": { overlap_s: 0 },
  "PATCH /members/:id": { role: "viewer" },
  "POST /api/v3/sessions/:id/review": { decision: "reject", reason: "Not the person" },
  "POST /api/v3/sessions/:id/assign": { to: null },
  "POST /api/v3/sessions/:id/notes": { text: "Not the person" },
  "PATCH /passkeys/:id": { name: "taken" },
};

onEachStore("dashboard: what is another team's", (kind) => {
  test("no route with an id takes another team's, whatever the id is of, and nothing of theirs changes", async (t) => {
    const { ask, claim, addMember, join, store, now } = await startDashboard(t, kind);
    const victim = await claim();
    const colleague = await join(victim, "colleague@example.com", "developer");
    const { account, user, sessionId } = (await ask("GET /state", undefined, victim)).body.me;
    const key = (await ask("POST /api/v3/keys", { name: "theirs", kind: "private" }, victim)).body.data;
    const session = (await ask("POST /api/v3/sessions?mode=test", {}, victim)).body.data;
    const guest = { email: "guest@example.com", role: "viewer" };
    const { invitation } = (await ask("POST /invitations", guest, victim)).body;
    const made = { id: "we_theirs", account_id: account.id, url: "https://shop.example/", types: "[]", secret: "" };
    await store.db
      .insertInto("webhook_endpoints")
      .values({ ...made, created_at_ms: now() })
      .execute();
    const passkey = { id: "pk_theirs", user_id: user.id, credential_id: "theirs", public_key: "", counter: 0 };
    await store.db
      .insertInto("passkeys")
      .values({ ...passkey, backed_up: 0, name: "theirs", created_at_ms: now(), last_used_at_ms: null })
      .execute();
    const anchor = {
      id: "ta_theirs",
      account_id: account.id,
      test: 0,
      subject_hash: "",
      key_id: null,
      certificate: "",
    };
    await store.db
      .insertInto("account_trust_anchors")
      .values({ ...anchor, created_at_ms: now() })
      .execute();
    const ids = [
      session.id,
      anchor.id,
      passkey.id,
      key.id,
      invitation.id,
      made.id,
      account.id,
      user.id,
      colleague.userId,
      sessionId,
    ];
    const look = async () => {
      const paths = ["/members", "/invitations", "/sessions", "/factors", "/state"];
      const ofV3 = ["/api/v3/keys", "/api/v3/webhook_endpoints", "/api/v3/sessions?mode=test"];
      return Promise.all(
        [...paths, ...ofV3].map(async (path) => {
          const { body } = await ask(`GET ${path}`, undefined, victim);
          return ofV3.includes(path) ? body.data : body;
        }),
      );
    };
    const before = await look();

    const attacker = await addMember(victim, "attacker@example.com");
    const routes = Object.entries(routeRoles).filter(
      ([route, needs]) => /:(id|delivery)/.test(route) && needs !== "operator" && needs !== "anyone",
    );
    assert.ok(routes.length > 15);
    for (const [route] of routes) {
      for (const id of ids) {
        const path = route.replaceAll(/:\w+/g, id);
        const answer = await ask(path, bodies[route], attacker.cookie);
        assert.equal(answer.status, 404, `${route} with ${id}`);
        // Version 3 names the kind of what it did not find.
        assert.match(answer.body.error.code, route.includes("/api/v3/") ? /_not_found$/ : /^not_found$/, route);
      }
    }
    assert.deepEqual(await look(), before);
  });
});
