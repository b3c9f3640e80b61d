import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import type { Passwords } from "../../accounts/people/accounts/passwords.ts";
import { ownerEmail, ownerPassword, quickPasswords, startDashboard } from "../../../testing/dashboard-harness.ts";
import { until } from "@selfsame/platform/testing/until";

const hourMs = 3600_000;

onEachStore("dashboard: routes", (kind) => {
  test("a key is shown once, opens until it is revoked, and is refused at once after", async (t) => {
    const { ask, claim, access } = await startDashboard(t, kind);
    const cookie = await claim();
    const { status, body } = await ask("POST /api/v3/keys", { name: "shop", kind: "private" }, cookie);
    assert.equal(status, 201);
    assert.match(body.data.secret, /^ss_sk_[0-9A-Za-z]{38}$/);
    assert.equal(body.data.display, `ss_sk_...${body.data.secret.slice(-4)}`);
    const list = await ask("GET /api/v3/keys", undefined, cookie);
    assert.ok(!list.text.includes(body.data.secret));
    assert.equal((await access.identify(`Bearer ${body.data.secret}`)).outcome, "known");

    const revoked = await ask(`DELETE /api/v3/keys/${body.data.id}`, undefined, cookie);
    assert.equal(revoked.body.data.status, "revoked");
    assert.equal((await access.identify(`Bearer ${body.data.secret}`)).outcome, "invalid_key");
    const again = await ask(`DELETE /api/v3/keys/${body.data.id}`, undefined, cookie);
    assert.deepEqual(again.body.data, revoked.body.data, "revoking again changes nothing");
  });

  test("after rotation both keys open for the overlap, then only the successor", async (t) => {
    const { ask, claim, access, advance, now } = await startDashboard(t, kind);
    const cookie = await claim();
    const opens = async (secret: string) => (await access.identify(`Bearer ${secret}`)).outcome === "known";
    const expires_at = new Date(now() + 48 * hourMs).toISOString();
    const old = await ask("POST /api/v3/keys", { name: "shop", kind: "private", expires_at }, cookie);
    const next = await ask(`POST /api/v3/keys/${old.body.data.id}/rotate`, { overlap_s: 3600 }, cookie);
    assert.deepEqual([next.body.data.name, next.body.data.expires_at], ["shop", expires_at]);
    assert.deepEqual([await opens(old.body.data.secret), await opens(next.body.data.secret)], [true, true]);
    const twice = await ask(`POST /api/v3/keys/${old.body.data.id}/rotate`, { overlap_s: 0 }, cookie);
    assert.equal(twice.body.error.code, "key_not_active");

    const longer = await ask(`PATCH /api/v3/keys/${old.body.data.id}`, { expires_at: null }, cookie);
    assert.equal(longer.body.error.code, "key_not_active", "the overlap cannot be stretched");

    advance(hourMs);
    await ask("POST /confirm", { password: ownerPassword }, cookie);
    assert.deepEqual([await opens(old.body.data.secret), await opens(next.body.data.secret)], [false, true]);
    const revived = await ask(`PATCH /api/v3/keys/${old.body.data.id}`, { expires_at: null }, cookie);
    assert.equal(revived.body.error.code, "key_not_active", "what has ended stays ended");
    assert.equal((await ask(`PATCH /api/v3/keys/${old.body.data.id}`, { name: "old" }, cookie)).body.data.name, "old");
    const third = await ask(`POST /api/v3/keys/${next.body.data.id}/rotate`, { overlap_s: 0 }, cookie);
    assert.deepEqual([await opens(next.body.data.secret), await opens(third.body.data.secret)], [false, true]);
    for (const overlap_s of [-1, 604_801, 0.5]) {
      assert.equal((await ask(`POST /api/v3/keys/${third.body.data.id}/rotate`, { overlap_s }, cookie)).status, 400);
    }
  });

  test("scopes, addresses and limits restrict a key and its successor; only origins restrict a public key", async (t) => {
    const { ask, claim, access } = await startDashboard(t, kind);
    const cookie = await claim();
    const limits = { requests_per_minute: 5, requests_per_month: null, concurrent_requests: 2 };
    const requested = { scopes: ["verify", "verify"], address_ranges: ["192.0.2.0/24", "2001:DB8::7"], limits };
    const { body } = await ask("POST /api/v3/keys", { name: "shop", kind: "private", ...requested }, cookie);
    const stored = { scopes: ["verify"], address_ranges: ["192.0.2.0/24", "2001:db8::7/128"], limits };
    const boundsOf = ({ scopes, address_ranges, limits }: typeof stored) => ({ scopes, address_ranges, limits });
    assert.deepEqual(boundsOf(body.data), stored);
    assert.deepEqual(await access.identify(`Bearer ${body.data.secret}`, "192.0.3.7"), {
      outcome: "address_not_allowed",
    });
    const found = await access.identify(`Bearer ${body.data.secret}`, "::ffff:192.0.2.7");
    assert.ok(found.outcome === "known");
    const bounds = { requestsPerMinute: 5, requestsPerMonth: null, concurrentRequests: 2 };
    assert.deepEqual([found.caller.scopes, found.caller.budgets[0]?.limits], [stored.scopes, bounds]);

    const path = `/api/v3/keys/${body.data.id}`;
    const next = await ask(`POST ${path}/rotate`, { overlap_s: 3600 }, cookie);
    assert.deepEqual(boundsOf(next.body.data), stored, "a successor has the same bounds");
    const none = { requests_per_minute: null, requests_per_month: null, concurrent_requests: null };
    const freed = await ask(`PATCH ${path}`, { scopes: null, address_ranges: [], limits: none }, cookie);
    assert.deepEqual(boundsOf(freed.body.data), { scopes: null, address_ranges: [], limits: none });
    assert.equal((await access.identify(`Bearer ${body.data.secret}`, "203.0.113.9")).outcome, "known", "at once");

    for (const [change, field] of [
      [{ scopes: [] }, "scopes"],
      [{ scopes: ["everything"] }, "scopes"],
      [{ address_ranges: ["192.0.2.7/24"] }, "address_ranges"],
      [{ address_ranges: Array.from({ length: 33 }, (_, i) => `192.0.2.${i}`) }, "address_ranges"],
      [{ limits: { ...none, requests_per_minute: 0 } }, "limits"],
      [{ limits: { requests_per_minute: 1 } }, "limits"],
    ] as const) {
      const { status, body } = await ask(`PATCH ${path}`, change, cookie);
      const at = body.error.param.split(".")[0];
      assert.deepEqual([status, body.error.code, at], [400, "invalid_parameter", field], JSON.stringify(change));
    }
    const mistyped = await ask(`PATCH ${path}`, { address_ranges: ["192.0.2.7/24"] }, cookie);
    assert.match(mistyped.body.error.message, /write it as 192\.0\.2\.0\/24/);
    const page = { name: "page", kind: "public", allowed_origins: ["https://shop.example"] };
    for (const bounds of [{ scopes: null }, { address_ranges: [] }, { limits: none }]) {
      const { status, body } = await ask("POST /api/v3/keys", { ...page, ...bounds }, cookie);
      assert.deepEqual([status, body.error.code], [400, "invalid_parameter"]);
    }
  });

  test("of two rotations at once, one makes a successor", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const { body } = await ask("POST /api/v3/keys", { name: "shop", kind: "private" }, cookie);
    const rotate = () => ask(`POST /api/v3/keys/${body.data.id}/rotate`, { overlap_s: 60 }, cookie);
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409],
    );
  });

  test("a public key has origins, a private one none, and an origin is only an origin", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const make = (kind: string, allowed_origins?: string[]) =>
      ask("POST /api/v3/keys", { name: "x", kind, allowed_origins }, cookie);
    const made = await make("public", ["https://Shop.Example/", "https://shop.example", "http://localhost:8080"]);
    assert.deepEqual(made.body.data.allowed_origins, ["https://shop.example", "http://localhost:8080"]);
    assert.match(made.body.data.secret, /^ss_pk_/);
    for (const bad of [
      ["*"],
      ["https://shop.example/path"],
      ["ftp://a.example"],
      ["null"],
      ["https://u:p@a.example"],
      [],
    ]) {
      assert.equal((await make("public", bad)).body.error.param, "allowed_origins", String(bad));
    }
    assert.equal((await make("private", ["https://shop.example"])).body.error.param, "allowed_origins");
    const emptied = await ask(`PATCH /api/v3/keys/${made.body.data.id}`, { allowed_origins: [] }, cookie);
    assert.equal(emptied.body.error.param, "allowed_origins");
    const renamed = await ask(`PATCH /api/v3/keys/${made.body.data.id}`, { name: "y" }, cookie);
    assert.deepEqual([renamed.body.data.name, renamed.body.data.allowed_origins.length], ["y", 2]);
  });

  test("bodies are closed, and the field at fault is named", async (t) => {
    const { ask, claim, now } = await startDashboard(t, kind);
    const cookie = await claim();
    const key = { name: "x", kind: "private" };
    const cases: [object, string][] = [
      [{ ...key, role: "owner" }, "role"],
      [{ ...key, name: "" }, "name"],
      [{ ...key, name: "x".repeat(65) }, "name"],
      [{ ...key, kind: "root" }, "kind"],
      [{ ...key, expires_at: new Date(now() - 1).toISOString() }, "expires_at"],
      [{ kind: "private" }, "name"],
    ];
    for (const [body, field] of cases) {
      const answer = await ask("POST /api/v3/keys", body, cookie);
      assert.deepEqual([answer.status, answer.body.error.param], [400, field]);
    }
  });

  test("a character that databases refuse is refused before", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const requests: [string, object?][] = [
      ["DELETE /keys/%00"],
      ["POST /api/v3/domains", { domain: "\u0000.example" }],
      ["POST /sign-in", { email: "\u0000", password: "x" }],
    ];
    for (const [request, body] of requests) assert.equal((await ask(request, body, cookie)).status, 400, request);
    assert.deepEqual((await ask("GET /api/v3/usage?key_id=%00", undefined, cookie)).body.data.rows, []);
    assert.equal((await ask("GET /api/v3/usage?account_id=%00", undefined, cookie)).status, 404);
  });

  test("objects of another account answer as if they did not exist", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const owner = await claim();
    const { cookie, id, userId } = await addMember(owner, "member@example.com");
    const invited = { email: "guest@example.com", role: "viewer" };
    const { invitation } = (await ask("POST /invitations", invited, owner)).body;
    const { body } = await ask("POST /api/v3/keys", { name: "mine", kind: "private" }, owner);
    await ask("POST /api/v3/domains", { domain: "owner.example" }, owner);
    const { account, user, sessionId } = (await ask("GET /state", undefined, owner)).body.me;

    const probes: [string, object?][] = [
      [`PATCH /api/v3/keys/${body.data.id}`, { name: "taken" }],
      [`POST /api/v3/keys/${body.data.id}/rotate`, { overlap_s: 0 }],
      [`DELETE /api/v3/keys/${body.data.id}`],
      [`DELETE /sessions/${sessionId}`],
      ["DELETE /api/v3/domains/owner.example"],
      ["GET /accounts"],
      ["POST /accounts", { email: "x@example.com", operator: true, plan: "unlimited" }],
      [`PATCH /accounts/${id}`, { plan: "unlimited" }],
      [`PATCH /people/${userId}`, { operator: true }],
      [`POST /people/${userId}/reset-link`],
      [`PATCH /members/${user.id}`, { role: "viewer" }],
      [`DELETE /members/${user.id}`],
      [`POST /members/${user.id}/hand-over`],
      [`POST /teams/${account.id}/switch`],
      [`DELETE /invitations/${invitation.id}`],
      [`GET /accounts/${account.id}/audit`],
      ["GET /plans"],
      ["GET /models"],
      ["GET /health"],
    ];
    const nowhere = await ask("GET /no-such-route", undefined, cookie);
    for (const [request, sent] of probes) {
      const answer = await ask(request, sent, cookie);
      if (request.includes("/api/v3/")) assert.match(answer.body.error.code, /^(?:key|domain)_not_found$/, request);
      else assert.deepEqual([answer.status, answer.text], [404, nowhere.text], request);
      assert.equal((await ask(request, sent)).status, 401, `${request} without a session`);
    }
    const keys = await ask("GET /api/v3/keys", undefined, owner);
    assert.ok(keys.body.data.keys.every((key: { status: string }) => key.status === "active"));
    const usage = await ask(`GET /api/v3/usage?key_id=${body.data.id}`, undefined, cookie);
    assert.deepEqual(usage.body.data.rows, [], "another account's key has no usage here");
    for (const accountId of [account.id, "all", "acc_nobody"]) {
      const elsewhere = await ask(`GET /api/v3/usage?account_id=${accountId}`, undefined, cookie);
      assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [404, "not_found"], accountId);
    }
  });

  test("reading the limits does not use them up", async (t) => {
    const { ask, claim, addMember, access } = await startDashboard(t, kind);
    const { cookie } = await addMember(await claim(), "member@example.com");
    const { body } = await ask("POST /api/v3/keys", { name: "x", kind: "private" }, cookie);
    const found = await access.identify(`Bearer ${body.data.secret}`);
    assert.ok(found.outcome === "known");
    const admission = await access.admit(found.caller);
    const remaining = async () =>
      (await ask("GET /limits", undefined, cookie)).body.limits.map(
        ({ remaining }: { remaining: number }) => remaining,
      );
    assert.deepEqual(await remaining(), [19, 1, 999]);
    if (admission.outcome === "admitted") admission.release();
    assert.deepEqual(await remaining(), [19, 2, 999]);
  });

  test("a new password ends every other session, and the old one no longer opens", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    await addMember(await claim(), "member@example.com");
    const signIn = (password: string) => ask("POST /sign-in", { email: "member@example.com", password });
    const here = (await signIn("a member's password")).cookie;
    const there = (await signIn("a member's password")).cookie;
    const wrong = await ask("POST /password", { current: "guess", next: "another long password" }, here);
    assert.deepEqual([wrong.status, wrong.body.error.field], [401, "current"]);
    const changed = await ask(
      "POST /password",
      { current: "a member's password", next: "another long password" },
      here,
    );
    assert.equal(changed.status, 204);
    assert.equal((await ask("GET /api/v3/keys", undefined, here)).status, 200);
    assert.equal((await ask("GET /api/v3/keys", undefined, there)).status, 401);
    assert.equal((await signIn("a member's password")).status, 401);
    assert.equal((await signIn("another long password")).status, 200);
  });

  test("the old password signs no user in once a new one is set, even if it was checked before", async (t) => {
    const quick = quickPasswords();
    const { promise: changed, resolve: goOn } = Promise.withResolvers<void>();
    let [waiting, wait] = [0, false];
    // Delays the verification, as when many passwords are checked at once.
    const verify: Passwords["verify"] = async (...given) => {
      const matches = await quick.verify(...given);
      if (!wait) return matches;
      waiting++;
      await changed;
      return matches;
    };
    const { ask, claim } = await startDashboard(t, kind, { passwords: { ...quick, verify } });
    const cookie = await claim();
    const next = "a quite different one";
    wait = true;
    const signIn = ask("POST /sign-in", { email: ownerEmail, password: ownerPassword });
    const change = ask("POST /password", { current: ownerPassword, next: "an attacker's choice" }, cookie);
    await until(() => waiting === 2);
    wait = false;
    assert.equal((await ask("POST /password", { current: ownerPassword, next }, cookie)).status, 204);
    goOn();
    assert.deepEqual([(await signIn).status, (await signIn).cookie, (await change).status], [401, undefined, 401]);
    assert.equal((await ask("POST /sign-in", { email: ownerEmail, password: next })).status, 200);
  });

  test("sessions can be listed and ended", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const here = await claim();
    const there = await ask("POST /sign-in", { email: "owner@example.com", password: ownerPassword }, undefined, {
      "user-agent": "Phone",
    });
    const { sessions } = (await ask("GET /sessions", undefined, here)).body;
    const other = sessions.find((session: { current: boolean }) => !session.current);
    assert.deepEqual([sessions.length, other.userAgent, other.id], [2, "Phone", there.body.sessionId]);
    assert.equal((await ask(`DELETE /sessions/${other.id}`, undefined, here)).status, 204);
    assert.equal((await ask("GET /api/v3/keys", undefined, there.cookie)).status, 401);
  });

  test("a reset link works once, and ends every session of the account", async (t) => {
    const { ask, claim, addMember, advance } = await startDashboard(t, kind);
    const owner = await claim();
    const member = await addMember(owner, "member@example.com");
    const linkFor = async () =>
      (await ask(`POST /people/${member.userId}/reset-link`, undefined, owner)).body.link.split("/#/reset/")[1];
    const secret = await linkFor();
    const password = "a password set by link";
    assert.equal((await ask("POST /reset", { secret, password })).status, 200);
    assert.equal((await ask("GET /api/v3/keys", undefined, member.cookie)).status, 401);
    assert.equal((await ask("POST /reset", { secret, password })).status, 410);
    const late = await linkFor();
    advance(hourMs);
    assert.equal((await ask("POST /reset", { secret: late, password })).status, 410);
  });

  test("a closed account's keys and sessions are refused; opened again, its keys work", async (t) => {
    const { ask, claim, addMember, access } = await startDashboard(t, kind);
    const owner = await claim();
    const { cookie, id } = await addMember(owner, "member@example.com");
    const { body } = await ask("POST /api/v3/keys", { name: "x", kind: "private" }, cookie);
    const outcome = async () => (await access.identify(`Bearer ${body.data.secret}`)).outcome;
    assert.equal(await outcome(), "known");
    await ask(`PATCH /accounts/${id}`, { closed: true }, owner);
    assert.deepEqual(
      [await outcome(), (await ask("GET /api/v3/keys", undefined, cookie)).status],
      ["invalid_key", 401],
    );
    await ask(`PATCH /accounts/${id}`, { closed: false, plan: "pro" }, owner);
    const found = await access.identify(`Bearer ${body.data.secret}`);
    assert.equal(found.outcome === "known" && found.caller.plan, "pro");
    assert.equal((await ask(`PATCH /accounts/${id}`, { plan: "gold" }, owner)).body.error.field, "plan");
  });

  test("the last operator stays one", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const owner = await claim();
    const { user, account } = (await ask("GET /state", undefined, owner)).body.me;
    const tries: [string, object?][] = [
      [`PATCH /people/${user.id}`, { operator: false }],
      [`PATCH /accounts/${account.id}`, { closed: true }],
      [`DELETE /accounts/${account.id}`],
      ["DELETE /account"],
    ];
    for (const [route, body] of tries) {
      assert.equal((await ask(route, body, owner)).body.error.code, "last_operator", route);
    }
    await addMember(owner, "second@example.com", "pro", { operator: true });
    assert.equal((await ask(`PATCH /people/${user.id}`, { operator: false }, owner)).status, 204);
    assert.equal((await ask("GET /accounts", undefined, owner)).status, 404);
  });

  test("the audit log records who did what, from where and how they had signed in, and contains no secret", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const { body } = await ask("POST /api/v3/keys", { name: "x", kind: "private" }, cookie);
    await ask(`DELETE /api/v3/keys/${body.data.id}`, undefined, cookie);
    await ask("POST /sign-in", { email: "owner@example.com", password: "not my password" });
    const again = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword });
    const { sessions } = (await ask("GET /sessions", undefined, again.cookie)).body;
    const ways = sessions.map(({ current, signedInBy }: Record<string, unknown>) => [current, signedInBy]);
    assert.deepEqual(
      new Map(ways),
      new Map([
        [true, "password"],
        [false, "link"],
      ]),
    );
    await ask("POST /api/v3/domains", { domain: "a.example.com" }, again.cookie);
    const audit = await ask("GET /audit", undefined, cookie);
    const recorded = audit.body.entries.map(({ action, target, address, signedInBy }: Record<string, string>) => [
      action,
      target,
      address,
      signedInBy,
    ]);
    assert.deepEqual(recorded, [
      ["domain_added", "a.example.com", "127.0.0.1", "password"],
      ["sign_in", null, "127.0.0.1", "password"],
      ["sign_in_failed", "owner@example.com", "127.0.0.1", null],
      ["key_revoked", body.data.id, "127.0.0.1", "link"],
      ["key_created", body.data.id, "127.0.0.1", "link"],
      ["account_claimed", "owner@example.com", "127.0.0.1", "link"],
    ]);
    assert.ok(!audit.text.includes(body.data.secret));
    const older = await ask(`GET /audit?before=${audit.body.entries[4].id}`, undefined, cookie);
    assert.equal(older.body.entries.length, 1);
  });

  test("a new playground key ends the one before", async (t) => {
    const { ask, claim, access } = await startDashboard(t, kind);
    const cookie = await claim();
    const one = (await ask("POST /keys/playground", undefined, cookie)).body;
    const two = (await ask("POST /keys/playground", undefined, cookie)).body;
    assert.equal((await access.identify(`Bearer ${one.secret}`)).outcome, "invalid_key");
    assert.equal((await access.identify(`Bearer ${two.secret}`)).outcome, "known");
    const played = (await ask("GET /api/v3/keys", undefined, cookie)).body.data.keys.filter(
      ({ name }: { name: string }) => name === "Playground",
    );
    assert.equal(played.length, 1);
    assert.equal(Date.parse(played[0].expires_at) - Date.parse(played[0].created_at), hourMs);
  });

  test("playground keys do not pile up, and a key that is called like them is left alone", async (t) => {
    const { ask, claim, access, now } = await startDashboard(t, kind);
    const cookie = await claim();
    const named = { name: "Playground", kind: "private", expires_at: new Date(now() + hourMs).toISOString() };
    const own = (await ask("POST /api/v3/keys", named, cookie)).body.data;
    for (let i = 0; i < 5; i++) await ask("POST /keys/playground", undefined, cookie);
    assert.equal((await access.identify(`Bearer ${own.secret}`)).outcome, "known");
    assert.equal(
      (await ask("GET /api/v3/keys", undefined, cookie)).body.data.keys.length,
      3,
      "the first key, one's own and one more",
    );
  });

  test("an extreme expiry is refused, and a key with the latest there is rotates", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const key = { name: "x", kind: "private" };
    const latestMs = 8_640_000_000_000_000;
    for (const expires_at of ["+275760-09-13T00:00:00.000Z", "10000-01-01T00:00:00Z", latestMs]) {
      const { body } = await ask("POST /api/v3/keys", { ...key, expires_at }, cookie);
      assert.deepEqual([body.error.code, body.error.param], ["invalid_parameter", "expires_at"]);
    }
    const latest = "9999-12-31T23:59:59.999Z";
    const made = (await ask("POST /api/v3/keys", { ...key, expires_at: latest }, cookie)).body.data;
    const rotated = await ask(`POST /api/v3/keys/${made.id}/rotate`, { overlap_s: 0 }, cookie);
    assert.deepEqual([rotated.status, rotated.body.data.expires_at], [201, latest]);
  });

  test("an origin with a wildcard, which no browser sends, is refused", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const body = { name: "x", kind: "public", allowed_origins: ["https://*.shop.example"] };
    assert.equal((await ask("POST /api/v3/keys", body, cookie)).body.error.param, "allowed_origins");
  });

  test("a body that is nested without end, or announces more than there can be, is a mistake of the caller's", async (t) => {
    const { ask, app } = await startDashboard(t, kind);
    const nested = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
    for (const body of [nested, `{"email":${nested},"password":"x"}`, "[".repeat(60_000)]) {
      const answer = await ask("POST /sign-in", body, undefined, { "content-type": "application/json" });
      assert.deepEqual([answer.status, answer.body.error.code], [400, "invalid_request"]);
    }
    const headers = {
      origin: "https://faces.example",
      "content-type": "application/json",
      "content-length": "9".repeat(20),
    };
    const huge = await app.inject({ method: "POST", url: "/api/dashboard/sign-in", headers, payload: "{}" });
    assert.equal(huge.statusCode, 400, huge.body);
  });
});
