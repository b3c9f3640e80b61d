import assert from "node:assert/strict";
import { test } from "node:test";
import { PasswordsBusy, createPasswords } from "../../accounts/people/accounts/passwords.ts";
import type { Passwords } from "../../accounts/people/accounts/passwords.ts";
import { failuresAtOnce, failuresMax } from "../../accounts/people/accounts/attempts.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { ownerEmail, ownerPassword, startDashboard } from "../../../testing/dashboard-harness.ts";

/** The client's address, as a trusted proxy reports it. */
const from = (address: string) => ({ "x-forwarded-for": address });

onEachStore("dashboard: ways in", (kind) => {
  test("the setup link claims the first account, once, and signs in", async (t) => {
    const { ask, setupSecret: secret } = await startDashboard(t, kind);
    const passkeyOrigin = "https://faces.example";
    assert.deepEqual((await ask("GET /state")).body, { claimed: false, me: null, passkeyOrigin, sendsMail: false });
    const weak = await ask("POST /setup", { secret, email: ownerEmail, password: "short" });
    assert.equal(weak.body.error.code, "weak_password");
    const wrong = await ask("POST /setup", { secret: "x", email: ownerEmail, password: ownerPassword });
    assert.equal(wrong.status, 410);

    for (const team of ["", " ", "x".repeat(81)]) {
      const refused = await ask("POST /setup", { secret, team, email: ownerEmail, password: ownerPassword });
      assert.deepEqual([refused.status, refused.body.error.field], [400, "team"]);
    }
    const claimed = await ask("POST /setup", {
      secret,
      team: " Example Shop ",
      email: "Owner@Example.com",
      password: ownerPassword,
    });
    assert.equal(claimed.status, 201);
    const { user, role, account, teams } = claimed.body;
    assert.deepEqual([role, user.email, user.operator, account.name], ["owner", ownerEmail, true, "Example Shop"]);
    assert.deepEqual(teams, [{ id: account.id, name: "Example Shop", role: "owner" }]);
    const state = await ask("GET /state", undefined, claimed.cookie);
    assert.deepEqual(state.body, { claimed: true, me: claimed.body, passkeyOrigin, sendsMail: false });

    const again = await ask("POST /setup", { secret, email: "other@example.com", password: ownerPassword });
    assert.equal(again.body.error.code, "link_used");
  });

  test("of two who open the setup link at once, one gets the account", async (t) => {
    const { ask, setupSecret: secret } = await startDashboard(t, kind);
    const answers = await Promise.all(
      ["a@example.com", "b@example.com"].map((email) => ask("POST /setup", { secret, email, password: ownerPassword })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 410],
    );
  });

  test("the cookies are out of reach of scripts, other sites and neighbours under the domain", async (t) => {
    const dashboard = await startDashboard(t, kind);
    await dashboard.claim();
    const credentials = { email: ownerEmail, password: ownerPassword };
    const { headers } = await dashboard.ask("POST /sign-in", credentials);
    const [session, device] = headers["set-cookie"] as string[];
    const attributes = (lifeSeconds: number) => `Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict; Secure$`;
    assert.match(session ?? "", new RegExp(`^__Host-selfsame_session=[\\w-]{43}; ${attributes(604_800)}`));
    assert.match(device ?? "", new RegExp(`^__Host-selfsame_device=[\\w-]{43}; ${attributes(15_552_000)}`));
    const [, secret] = /=([^;]+)/.exec(session ?? "") ?? [];
    const planted = await dashboard.ask("GET /api/v3/keys", undefined, undefined, {
      cookie: `selfsame_session=${secret}`,
    });
    assert.equal(planted.status, 401, "a cookie under the name that a neighbor can set signs no user in");
  });

  test("under a path prefix the cookies are for that path alone", async (t) => {
    const dashboard = await startDashboard(t, kind, { publicUrl: () => "https://faces.example/faces" });
    const given = { secret: dashboard.setupSecret, email: ownerEmail, password: ownerPassword };
    const { headers } = await dashboard.ask("POST /setup", given);
    const lines = headers["set-cookie"] as string[];
    for (const line of lines) assert.match(line, /^__Secure-selfsame_\w+=[^;]*; Path=\/faces; .*; Secure$/);
    const cookie = lines[0]?.split(";")[0] ?? "";
    assert.equal((await dashboard.ask("GET /api/v3/keys", undefined, undefined, { cookie })).status, 200);
  });

  test("by plain http, where browsers keep no Secure cookie, signing in works without", async (t) => {
    const origin = "http://127.0.0.1:3000";
    const dashboard = await startDashboard(t, kind, { publicUrl: () => origin });
    const given = { secret: dashboard.setupSecret, email: ownerEmail, password: ownerPassword };
    const { headers } = await dashboard.ask("POST /setup", given, undefined, { origin });
    const [session = ""] = headers["set-cookie"] as string[];
    assert.match(session, /^selfsame_session=[\w-]{43}; .*SameSite=Strict$/);
    const cookie = session.split(";")[0];
    assert.equal((await dashboard.ask("GET /api/v3/keys", undefined, undefined, { cookie })).status, 200);
  });

  test("a session that was planted before sign-in is not the one that gets signed in", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const mine = await claim();
    const planted = "planted-by-an-attacker";
    const { cookie } = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword }, planted);
    assert.notEqual(cookie, planted);
    assert.equal((await ask("GET /api/v3/keys", undefined, planted)).status, 401);
    const again = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword }, mine);
    assert.notEqual(again.cookie, mine, "a valid session is not reused either");
  });

  test("signing out ends the session on the server", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    assert.equal((await ask("POST /sign-out", undefined, cookie)).status, 204);
    assert.equal((await ask("GET /api/v3/keys", undefined, cookie)).body.error.code, "not_signed_in");
  });

  test("a session ends after 12 hours without use, and after 7 days in any case", async (t) => {
    const { ask, claim, advance } = await startDashboard(t, kind);
    const hourMs = 3600_000;
    const idle = await claim();
    advance(12 * hourMs + 1);
    assert.equal((await ask("GET /api/v3/keys", undefined, idle)).status, 401);

    const { cookie } = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword });
    for (let hours = 0; hours < 7 * 24; hours += 6) {
      assert.equal((await ask("GET /api/v3/keys", undefined, cookie)).status, 200, `after ${hours} hours`);
      advance(6 * hourMs);
    }
    assert.equal((await ask("GET /api/v3/keys", undefined, cookie)).status, 401);
  });

  test("an unknown e-mail, a wrong password and a closed account take the same work and get the same answer", async (t) => {
    let derivations = 0;
    const counted = createPasswords(
      { logN: 10, blockSize: 8, parallel: 1 },
      async (password, _salt, length, options) => {
        derivations++;
        assert.deepEqual(options, { N: 1024, r: 8, p: 1, maxmem: 2_097_152 });
        return Buffer.alloc(length, password);
      },
    );
    const { ask, claim, addMember } = await startDashboard(t, kind, { passwords: counted });
    const owner = await claim();
    const closed = await addMember(owner, "closed@example.com");
    await ask(`PATCH /accounts/${closed.id}`, { closed: true }, owner);
    await ask("POST /accounts", { email: "unset@example.com", plan: "free" }, owner);

    const answers = [];
    for (const email of [
      ownerEmail,
      "nobody@example.com",
      "closed@example.com",
      "unset@example.com",
      "not an address",
    ]) {
      derivations = 0;
      const password = email === "closed@example.com" ? "a member's password" : "not the password";
      const { status, body } = await ask("POST /sign-in", { email, password });
      answers.push({ status, body, derivations });
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.deepEqual([answers[0]?.status, answers[0]?.derivations], [401, 1]);
  });

  test("a network that guesses is stopped, for an account that exists as for one that does not; the owner gets in", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    await claim();
    for (const email of [ownerEmail, "nobody@example.com"]) {
      const guesses = await Promise.all(
        Array.from({ length: failuresMax.networkOnAccount + 5 }, (_, i) =>
          ask("POST /sign-in", { email, password: `guess ${i}` }),
        ),
      );
      assert.equal(guesses.filter(({ status }) => status === 401).length, failuresMax.networkOnAccount, email);
      const stopped = guesses.filter(({ status }) => status === 429);
      assert.equal(stopped.length, 5);
      assert.ok(Number(stopped[0]?.headers["retry-after"]) > 0);
    }
    const right = { email: ownerEmail, password: ownerPassword };
    assert.equal((await ask("POST /sign-in", right)).status, 429, "a right guess is rejected, too");
    const elsewhere = await ask("POST /sign-in", right, undefined, from("198.51.100.7"));
    assert.equal(elsewhere.status, 200, "ten wrong guesses of others do not lock the owner out");
  });

  test("guesses from many networks are slowed down, but not those of a device that has signed in before", async (t) => {
    const { ask, claim, pauses } = await startDashboard(t, kind);
    await claim();
    const right = { email: ownerEmail, password: ownerPassword };
    const { headers } = await ask("POST /sign-in", right);
    const device = (headers["set-cookie"] as string[])[1]?.split(";")[0] ?? "";
    const guess = (network: number, more: object = {}) =>
      ask("POST /sign-in", { ...right, password: "a guess" }, undefined, { ...from(`198.51.${network}.1`), ...more });
    for (let network = 0; network < failuresAtOnce; network++) assert.equal((await guess(network)).status, 401);
    assert.deepEqual(pauses, []);
    for (let network = 20; network < 27; network++) assert.equal((await guess(network)).status, 401);
    assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 8000, 8000]);

    const known = await ask("POST /sign-in", right, undefined, { cookie: device });
    assert.deepEqual([known.status, pauses.length], [200, 7], "the owner's browser signs in without a pause");
    const unknown = await ask("POST /sign-in", right, undefined, from("203.0.113.5"));
    assert.deepEqual([unknown.status, pauses.length], [200, 8], "elsewhere the owner waits, and gets in");

    const stolen = { cookie: device };
    for (let i = 0; i < failuresMax.device; i++) assert.equal((await guess(50, stolen)).status, 401);
    assert.equal((await guess(50, stolen)).status, 429, "a device guesses no more than a network");
    const other = { email: "nobody@example.com", password: "a guess" };
    assert.equal(
      (await ask("POST /sign-in", other, undefined, stolen)).status,
      401,
      "and counts for its account alone",
    );
  });

  test("one network cannot try one password on many accounts", async (t) => {
    const { ask } = await startDashboard(t, kind);
    const guesses = await Promise.all(
      Array.from({ length: failuresMax.network + 3 }, (_, i) =>
        ask("POST /sign-in", { email: `person${i}@example.com`, password: "Password123!" }),
      ),
    );
    assert.equal(guesses.filter(({ status }) => status === 429).length, 3);
  });

  test("signing in forgives the failures before it", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    await claim();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < failuresMax.networkOnAccount - 1; i++) {
        assert.equal((await ask("POST /sign-in", { email: ownerEmail, password: "forgotten" })).status, 401);
      }
      assert.equal((await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword })).status, 200);
    }
  });

  test("passwords that were breached or are trivial are refused, at their field", async (t) => {
    const { ask, claim, setupSecret: secret } = await startDashboard(t, kind);
    for (const password of ["password1234", "qwertyuiop12", "owner@example.com"]) {
      const answer = await ask("POST /setup", { secret, email: ownerEmail, password });
      assert.deepEqual(
        [answer.status, answer.body.error.code, answer.body.error.field],
        [400, "common_password", "password"],
      );
    }
    const cookie = await claim();
    const answer = await ask("POST /password", { current: ownerPassword, next: "Password123!" }, cookie);
    assert.deepEqual([answer.body.error.code, answer.body.error.field], ["common_password", "next"]);
  });

  test("keys and roles are changed only by who showed a short while ago who they are", async (t) => {
    const { ask, claim, addMember, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const member = await addMember(cookie, "member@example.com");
    const key = (await ask("POST /api/v3/keys", { name: "x", kind: "private" }, cookie)).body.data;
    advance(10 * 60_000 + 1);
    const changes: [string, object?][] = [
      ["POST /api/v3/keys", { name: "y", kind: "private" }],
      [`PATCH /api/v3/keys/${key.id}`, { name: "z" }],
      [`POST /api/v3/keys/${key.id}/rotate`, { overlap_s: 0 }],
      [`DELETE /keys/${key.id}`],
      ["POST /accounts", { email: "other@example.com", plan: "free" }],
      [`PATCH /accounts/${member.id}`, { plan: "pro" }],
      [`PATCH /people/${member.userId}`, { operator: true }],
      [`POST /people/${member.userId}/reset-link`],
      ["POST /invitations", { email: "x@example.com", role: "viewer" }],
      [`PATCH /members/${member.userId}`, { role: "viewer" }],
      [`POST /members/${member.userId}/hand-over`],
      [`DELETE /members/${member.userId}`],
      ["POST /leave"],
      ["DELETE /api/v3/batches/bt_any"],
      [`DELETE /accounts/${member.id}`],
      ["DELETE /account"],
    ];
    for (const [route, body] of changes) {
      const answer = await ask(route, body, cookie);
      assert.deepEqual([answer.status, answer.body.error.code], [403, "confirmation_needed"], route);
    }
    assert.equal(
      (await ask(`DELETE /api/v3/keys/${key.id}`, undefined, cookie)).status,
      200,
      "a leaked key ends at once",
    );
    const wrong = await ask("POST /confirm", { password: "a guess" }, cookie);
    assert.deepEqual([wrong.status, wrong.body.error.field], [401, "password"]);
    assert.equal((await ask("POST /confirm", { password: ownerPassword }, cookie)).status, 204);
    assert.equal((await ask("POST /api/v3/keys", { name: "y", kind: "private" }, cookie)).status, 201);

    for (let i = 0; i < failuresMax.device; i++) await ask("POST /confirm", { password: "a guess" }, cookie);
    assert.equal((await ask("POST /confirm", { password: ownerPassword }, cookie)).status, 429);
    const again = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword });
    assert.equal((await ask("POST /api/v3/keys", { name: "y", kind: "private" }, again.cookie)).status, 201);
  });

  test("a full queue rejects the request with a retry time", async (t) => {
    const full: Passwords = {
      hash: () => Promise.reject(new PasswordsBusy()),
      verify: () => Promise.reject(new PasswordsBusy()),
    };
    const { ask } = await startDashboard(t, kind, { passwords: full });
    const answer = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword });
    assert.deepEqual([answer.status, answer.body.error.code, answer.headers["retry-after"]], [503, "busy", "4"]);
  });

  test("changes are refused from other origins, and without one", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const key = { name: "stolen", kind: "private" };
    for (const origin of [
      "https://evil.example",
      "null",
      "",
      "https://faces.example.evil.example",
      "http://faces.example",
    ]) {
      const answer = await ask("POST /api/v3/keys", key, cookie, { origin });
      assert.deepEqual([answer.status, answer.body.error.code], [403, "wrong_origin"], origin);
    }
    for (const request of [
      "POST /sign-in",
      "POST /setup",
      "POST /sign-out",
      "DELETE /api/v3/domains/a.example",
      "PATCH /api/v3/keys/x",
    ]) {
      assert.equal((await ask(request, {}, cookie, { origin: "https://evil.example" })).status, 403, request);
    }
    assert.equal((await ask("GET /api/v3/keys", undefined, cookie)).body.data.keys.length, 1);
  });

  test("scheme, host and port of the origin count, and no header of a proxy makes another one ours", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const tried = async (headers: object) => (await ask("POST /invitations", {}, cookie, headers)).body.error.code;
    assert.equal(await tried({}), "invalid_request", "our own page comes as far as the body");
    const host = "evil.example";
    for (const headers of [
      { origin: "http://faces.example", host: "faces.example" },
      { origin: "https://faces.example:8443", host: "faces.example:8443" },
      { origin: `https://${host}`, "x-forwarded-host": host, "x-forwarded-proto": "https" },
      { origin: `https://${host}`, host, "x-forwarded-proto": "https" },
    ]) {
      assert.equal(await tried(headers), "wrong_origin", JSON.stringify(headers));
    }
  });

  test("where no public address is set, the name that the browser asked for counts, with its scheme", async (t) => {
    const { ask } = await startDashboard(t, kind, { publicUrl: () => "http://127.0.0.1:3000", hasPublicUrl: false });
    const tried = async (headers: object) => (await ask("POST /setup", {}, undefined, headers)).body.error.code;
    for (const headers of [
      { origin: "http://127.0.0.1:3000" },
      { origin: "http://localhost:3000" },
      { origin: "http://faces.lan:3000", host: "faces.lan:3000" },
      { origin: "https://faces.lan", host: "faces.lan", "x-forwarded-proto": "https" },
    ]) {
      assert.equal(await tried(headers), "invalid_request", JSON.stringify(headers));
    }
    for (const headers of [
      { origin: "https://faces.lan:3000", host: "faces.lan:3000" },
      { origin: "http://faces.lan", host: "faces.lan:3000" },
      { origin: "http://evil.example", host: "faces.lan", "x-forwarded-host": "evil.example" },
    ]) {
      assert.equal(await tried(headers), "wrong_origin", JSON.stringify(headers));
    }
  });

  test("where no public address is set, a cookie opens nothing under another name or port", async (t) => {
    const unnamed = { publicUrl: () => "http://127.0.0.1:3000", hasPublicUrl: false };
    const { ask, setupSecret } = await startDashboard(t, kind, unnamed);
    const at = (host: string) => ({ origin: `http://${host}`, host });
    const setup = { secret: setupSecret, email: ownerEmail, password: ownerPassword };
    const { headers } = await ask("POST /setup", setup, undefined, at("faces.lan:3000"));
    const cookie = (headers["set-cookie"] as string[])[0]?.split(";")[0] ?? "";
    const keys = async (host: string, sent = cookie) =>
      (await ask("GET /api/v3/keys", undefined, undefined, { ...at(host), cookie: sent })).status;
    assert.equal(await keys("faces.lan:3000"), 200);
    assert.equal(await keys("FACES.lan:3000"), 200);
    for (const host of ["faces.lan:4000", "faces.lan", "evil.example:3000"]) assert.equal(await keys(host), 401, host);
    const [secret = "", tag = ""] = cookie.split(".");
    for (const sent of [secret, `${secret}.`, `${secret}.${tag.slice(1)}`, `${cookie}.x`]) {
      assert.equal(await keys("faces.lan:3000", sent), 401, "without its host a cookie is none");
    }
  });

  test("a form of another site cannot even be read", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await ask("POST /invitations", '{"email":"a@shop.example","role":"viewer"}', cookie, {
        "content-type": type,
      });
      assert.equal(answer.body.error.code, "invalid_request", type);
    }
  });
});
