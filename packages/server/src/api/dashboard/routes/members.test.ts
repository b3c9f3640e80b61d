import assert from "node:assert/strict";
import { test } from "node:test";
import { memberPassword, ownerPassword, startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const dayMs = 24 * 3600_000;
const secretOf = (link: string): string => link.split("/").at(-1) ?? "";

/** The owner's team, and an operator's team. */
async function start(...args: Parameters<typeof startDashboard>) {
  const dashboard = await startDashboard(...args);
  const { ask } = dashboard;
  const owner = await dashboard.claim();
  const me = async (cookie: string) => (await ask("GET /state", undefined, cookie)).body.me;
  const invite = async (email: string, role: string, cookie = owner) =>
    secretOf((await ask("POST /invitations", { email, role }, cookie)).body.link);
  const code = async (...request: Parameters<typeof ask>) => {
    const { status, body } = await ask(...request);
    return body?.error?.code ?? status;
  };
  const { user, account } = await me(owner);
  return { ...dashboard, owner, ownerId: user.id as string, accountId: account.id as string, me, invite, code };
}

onEachStore("dashboard: teams", (kind) => {
  test("an invitation's link shows what it is for; the new member has its role and sees the team's keys", async (t) => {
    const { ask, owner, me, invite, accountId, advance } = await start(t, kind);
    advance(1000);
    const secret = await invite(" Dev@Example.com ".trim(), "developer");
    const shown = (await ask("POST /invitation", { secret })).body;
    const { expiresAtMs, ...rest } = shown;
    assert.deepEqual(rest, {
      accountName: "owner@example.com",
      email: "dev@example.com",
      role: "developer",
      hasSignIn: false,
      mayTakeOver: false,
    });
    assert.ok(expiresAtMs > 0);
    const { cookie = "" } = await ask("POST /invitation/accept", { secret, password: memberPassword });
    const { role, account, user } = await me(cookie);
    assert.deepEqual([role, account.id, user.operator], ["developer", accountId, false]);
    assert.equal((await ask("GET /api/v3/keys", undefined, cookie)).body.data.keys.length, 1);
    assert.equal((await ask("POST /api/v3/keys", { name: "theirs", kind: "private" }, cookie)).status, 201);
    const { members } = (await ask("GET /members", undefined, cookie)).body;
    assert.deepEqual(
      members.map((member: Record<string, string>) => [member["email"], member["role"]]),
      [
        ["owner@example.com", "owner"],
        ["dev@example.com", "developer"],
      ],
    );
    const audit = (await ask("GET /audit", undefined, owner)).body.entries;
    assert.deepEqual(
      audit.map(({ action }: { action: string }) => action),
      ["key_created", "member_joined", "member_invited", "account_claimed"],
    );
  });

  test("an invitation works once, for a week, until it is withdrawn or replaced", async (t) => {
    const { ask, code, owner, invite, advance } = await start(t, kind);
    const accept = (secret: string) => code("POST /invitation/accept", { secret, password: memberPassword });
    const used = await invite("a@example.com", "viewer");
    assert.deepEqual([await accept(used), await accept(used)], [200, "link_used"]);
    assert.equal(await code("POST /invitation", { secret: used }), "link_used");

    const [first, second] = [await invite("b@example.com", "viewer"), await invite("b@example.com", "admin")];
    assert.equal(await accept(first), "link_used", "inviting again ends the link before");
    const [open] = (await ask("GET /invitations", undefined, owner)).body.invitations;
    assert.deepEqual([open.email, open.role], ["b@example.com", "admin"]);
    assert.equal(await code(`DELETE /invitations/${open.id}`, undefined, owner), 204);
    assert.equal(await accept(second), "link_used");

    const late = await invite("c@example.com", "viewer");
    advance(7 * dayMs);
    assert.equal(await accept(late), "link_used");
    assert.equal(await accept("made up"), "link_used");
  });

  test("of two who accept at once, one joins", async (t) => {
    const { invite, code } = await start(t, kind);
    const secret = await invite("a@example.com", "viewer");
    const accept = () => code("POST /invitation/accept", { secret, password: memberPassword });
    assert.deepEqual((await Promise.all([accept(), accept()])).map(String).toSorted(), ["200", "link_used"]);
  });

  test("whose sign-in exists must be signed in as that person: the link alone opens nothing of theirs", async (t) => {
    const { ask, code, owner, addMember, invite, me, accountId } = await start(t, kind);
    const other = await addMember(owner, "other@example.com");
    const third = await addMember(owner, "third@example.com");
    const secret = await invite("other@example.com", "viewer");
    assert.equal((await ask("POST /invitation", { secret })).body.hasSignIn, true);
    const password = "a password of an attacker";
    for (const cookie of [undefined, third.cookie, owner]) {
      assert.equal(await code("POST /invitation/accept", { secret, password }, cookie), "sign_in_first");
    }
    assert.equal(await code("POST /sign-in", { email: "other@example.com", password }), "wrong_credentials");
    assert.equal(await code("POST /invitation/accept", { secret }, other.cookie), 200);
    const { account, teams } = await me(other.cookie);
    assert.deepEqual([account.id, teams.length], [accountId, 2], "the new team is current");
    assert.equal(
      await code("POST /invitations", { email: "other@example.com", role: "admin" }, owner),
      "already_member",
    );
  });

  test("a member of several teams switches, and the next sign-in opens the last team", async (t) => {
    const { ask, code, owner, addMember, invite, me, accountId } = await start(t, kind);
    const other = await addMember(owner, "other@example.com");
    await ask("POST /invitation/accept", { secret: await invite("other@example.com", "viewer") }, other.cookie);
    assert.equal(await code("POST /api/v3/keys", { name: "x", kind: "private" }, other.cookie), "not_allowed");
    const back = (await ask(`POST /teams/${other.id}/switch`, undefined, other.cookie)).body;
    assert.deepEqual([back.account.id, back.role], [other.id, "owner"]);
    assert.equal(await code("POST /api/v3/keys", { name: "x", kind: "private" }, other.cookie), 201);
    await ask(`POST /teams/${accountId}/switch`, undefined, other.cookie);
    const again = await ask("POST /sign-in", { email: "other@example.com", password: memberPassword });
    assert.equal(again.body.account.id, accountId);
    assert.equal(await code(`POST /teams/${other.id}/switch`, undefined, owner), "not_found");
    assert.equal((await me(owner)).account.id, accountId, "a team of others is not switched to");
  });

  test("members cannot raise themselves or others above their own role", async (t) => {
    const { code, owner, ownerId, join } = await start(t, kind);
    const admin = await join(owner, "admin@example.com", "admin");
    const developer = await join(owner, "developer@example.com", "developer");
    for (const [route, body] of [
      [`PATCH /members/${admin.userId}`, { role: "owner" }],
      [`PATCH /members/${developer.userId}`, { role: "owner" }],
      [`PATCH /members/${ownerId}`, { role: "viewer" }],
      [`DELETE /members/${ownerId}`],
      [`POST /members/${admin.userId}/hand-over`],
      ["POST /invitations", { email: "x@example.com", role: "owner" }],
      ["DELETE /account"],
    ] as const) {
      assert.equal(await code(route, body, admin.cookie), "not_allowed", route);
    }
    assert.equal(await code(`PATCH /members/${developer.userId}`, { role: "admin" }, developer.cookie), "not_allowed");
    assert.equal(await code(`PATCH /people/${admin.userId}`, { operator: true }, admin.cookie), "not_found");
    assert.equal(await code(`PATCH /members/${developer.userId}`, { role: "admin" }, admin.cookie), 204);
    assert.equal(await code("GET /audit", undefined, developer.cookie), 200, "a role counts from the next request on");
  });

  test("the last owner neither leaves nor steps down; after handing over, they can", async (t) => {
    const { code, owner, ownerId, join, me, addMember } = await start(t, kind);
    const { cookie, userId } = await join(owner, "next@example.com", "developer");
    await addMember(owner, "second-operator@example.com", "free", { operator: true });
    assert.equal(await code("POST /leave", undefined, owner), "last_owner");
    assert.equal(await code(`PATCH /members/${ownerId}`, { role: "admin" }, owner), "last_owner");
    assert.equal(await code(`POST /members/${ownerId}/hand-over`, undefined, owner), "not_found", "to oneself");
    assert.equal(await code(`POST /members/${userId}/hand-over`, undefined, owner), 204);
    assert.deepEqual([(await me(owner)).role, (await me(cookie)).role], ["admin", "owner"]);
    assert.equal(await code("POST /leave", undefined, owner), 200);
    assert.equal(await code("GET /api/v3/keys", undefined, owner), "not_signed_in");
    const given = { email: "owner@example.com", password: ownerPassword };
    assert.equal(await code("POST /sign-in", given), "wrong_credentials", "a user without a team cannot sign in");
  });

  test("of two owners who leave at once, one stays", async (t) => {
    const { code, owner, addMember, join } = await start(t, kind);
    const shop = await addMember(owner, "one@example.com");
    const other = await join(shop.cookie, "two@example.com", "owner");
    const left = await Promise.all([shop.cookie, other.cookie].map((cookie) => code("POST /leave", undefined, cookie)));
    assert.deepEqual(left.map(String).toSorted(), ["200", "last_owner"]);
  });

  test("who is put out is out at once, and goes on in another team where there is one", async (t) => {
    const { ask, code, owner, addMember, invite, join, me } = await start(t, kind);
    const other = await addMember(owner, "other@example.com");
    await ask("POST /invitation/accept", { secret: await invite("other@example.com", "viewer") }, other.cookie);
    const guest = await join(owner, "guest@example.com", "viewer");
    assert.equal(await code(`DELETE /members/${other.userId}`, undefined, owner), 200);
    assert.equal(await code(`DELETE /members/${guest.userId}`, undefined, owner), 200);
    assert.equal((await me(other.cookie)).account.id, other.id);
    assert.equal(await code("GET /api/v3/keys", undefined, guest.cookie), "not_signed_in");
    const again = await join(owner, "guest@example.com", "viewer");
    assert.notEqual(again.userId, guest.userId, "invited again, they are a new user");
  });

  test("an admin who was put out cannot come back by an invitation of their own", async (t) => {
    const { asOperator, code, owner, join, invite } = await start(t, kind);
    const admin = await join(owner, "admin@example.com", "admin");
    const secret = await asOperator(admin.cookie, () => invite("sock-puppet@example.com", "admin", admin.cookie));
    assert.equal(await code(`DELETE /members/${admin.userId}`, undefined, owner), 200);
    assert.equal(await code("POST /invitation/accept", { secret, password: memberPassword }), "link_used");
  });

  test("an operator signs a user out everywhere, and the team's audit log records it", async (t) => {
    const { ask, code, owner, addMember } = await start(t, kind);
    const other = await addMember(owner, "other@example.com");
    const given = { email: "other@example.com", password: memberPassword };
    const { cookie } = await ask("POST /sign-in", given);
    assert.equal(await code(`POST /people/${other.userId}/sign-out`, undefined, other.cookie), "not_found");
    assert.equal(await code("POST /people/usr_nobody/sign-out", undefined, owner), "not_found");
    assert.equal(await code(`POST /people/${other.userId}/sign-out`, undefined, owner), 204);
    for (const ended of [cookie, other.cookie])
      assert.equal(await code("GET /api/v3/keys", undefined, ended), "not_signed_in");
    const again = await ask("POST /sign-in", given);
    const [, entry] = (await ask("GET /audit", undefined, again.cookie)).body.entries;
    assert.deepEqual([entry.action, entry.target], ["session_ended", "other@example.com"]);
    assert.equal(await code("GET /api/v3/keys", undefined, owner), 200, "no other user is signed out");
  });

  test("a team is renamed, and deleted with those of its people who belong to no other", async (t) => {
    const { ask, code, owner, addMember, join, store } = await start(t, kind);
    const shop = await addMember(owner, "shop@example.com");
    const viewer = await join(shop.cookie, "viewer@example.com", "viewer");
    assert.equal((await ask("PATCH /account/settings", { name: " Shop Ltd " }, shop.cookie)).body.name, "Shop Ltd");
    const { me } = (await ask("GET /state", undefined, shop.cookie)).body;
    assert.deepEqual([me.account.name, me.teams[0].name], ["Shop Ltd", "Shop Ltd"]);
    const rows = (await ask("GET /accounts", undefined, owner)).body.accounts;
    const row = rows.find(({ id }: { id: string }) => id === shop.id);
    assert.deepEqual([row.name, row.owners, row.memberCount], ["Shop Ltd", ["shop@example.com"], 2]);
    assert.equal(await code("DELETE /account", undefined, shop.cookie), 204);
    for (const cookie of [shop.cookie, viewer.cookie]) {
      assert.equal(await code("GET /api/v3/keys", undefined, cookie), "not_signed_in");
    }
    const people = await store.db.selectFrom("users").select("email").execute();
    assert.deepEqual(
      people.map(({ email }) => email),
      ["owner@example.com"],
    );
  });
});
