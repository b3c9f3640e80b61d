import assert from "node:assert/strict";
import { test } from "node:test";
import { createPasswords } from "../../access/passwords.ts";
import { failuresMax } from "../../access/sign-in.ts";
import { onEachStore } from "../../store/each-store.ts";
import { ownerEmail, ownerPassword, startDashboard } from "./dashboard-harness.ts";

onEachStore("dashboard: ways in", (kind) => {
  test("the setup link claims the first account, once, and signs in", async (t) => {
    const { ask, setupSecret: secret } = await startDashboard(t, kind);
    assert.deepEqual((await ask("GET /state")).body, { claimed: false, me: null });
    const weak = await ask("POST /setup", { secret, email: ownerEmail, password: "short" });
    assert.equal(weak.body.error.code, "weak_password");
    const wrong = await ask("POST /setup", { secret: "x", email: ownerEmail, password: ownerPassword });
    assert.equal(wrong.status, 410);

    const claimed = await ask("POST /setup", { secret, email: " Owner@Example.com ".trim(), password: ownerPassword });
    assert.equal(claimed.status, 201);
    assert.deepEqual([claimed.body.account.role, claimed.body.account.email], ["owner", ownerEmail]);
    const state = await ask("GET /state", undefined, claimed.cookie);
    assert.deepEqual(state.body, { claimed: true, me: claimed.body });

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

  test("the cookie is out of reach of scripts and other sites, and Secure on https", async (t) => {
    const dashboard = await startDashboard(t, kind);
    await dashboard.claim();
    const credentials = { email: ownerEmail, password: ownerPassword };
    const { headers } = await dashboard.ask("POST /sign-in", credentials);
    assert.match(
      String(headers["set-cookie"]),
      /^selfsame_session=[\w-]{43}; Path=\/api\/dashboard; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  test("a session that was planted before sign-in is not the one that gets signed in", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const mine = await claim();
    const planted = "planted-by-an-attacker";
    const { cookie } = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword }, planted);
    assert.notEqual(cookie, planted);
    assert.equal((await ask("GET /keys", undefined, planted)).status, 401);
    const again = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword }, mine);
    assert.notEqual(again.cookie, mine, "a valid session is not reused either");
  });

  test("signing out ends the session on the server", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    assert.equal((await ask("POST /sign-out", undefined, cookie)).status, 204);
    assert.equal((await ask("GET /keys", undefined, cookie)).body.error.code, "not_signed_in");
  });

  test("a session ends after 12 hours without use, and after 7 days in any case", async (t) => {
    const { ask, claim, advance } = await startDashboard(t, kind);
    const hourMs = 3600_000;
    const idle = await claim();
    advance(12 * hourMs + 1);
    assert.equal((await ask("GET /keys", undefined, idle)).status, 401);

    const { cookie } = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword });
    for (let hours = 0; hours < 7 * 24; hours += 6) {
      assert.equal((await ask("GET /keys", undefined, cookie)).status, 200, `after ${hours} hours`);
      advance(6 * hourMs);
    }
    assert.equal((await ask("GET /keys", undefined, cookie)).status, 401);
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
    await ask("POST /accounts", { email: "unset@example.com", role: "member", plan: "free" }, owner);

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

  test("guessing a password is stopped, for an account that exists as for one that does not", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    await claim();
    for (const email of [ownerEmail, "nobody@example.com"]) {
      const guesses = await Promise.all(
        Array.from({ length: failuresMax.account + 5 }, (_, i) =>
          ask("POST /sign-in", { email, password: `guess ${i}` }),
        ),
      );
      assert.equal(guesses.filter(({ status }) => status === 401).length, failuresMax.account, email);
      const stopped = guesses.filter(({ status }) => status === 429);
      assert.equal(stopped.length, 5);
      assert.ok(Number(stopped[0]?.headers["retry-after"]) > 0);
    }
    const right = await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword });
    assert.equal(right.status, 429, "the right guess is not told either");
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
      for (let i = 0; i < failuresMax.account - 1; i++) {
        assert.equal((await ask("POST /sign-in", { email: ownerEmail, password: "forgotten" })).status, 401);
      }
      assert.equal((await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword })).status, 200);
    }
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
      const answer = await ask("POST /keys", key, cookie, { origin });
      assert.deepEqual([answer.status, answer.body.error.code], [403, "wrong_origin"], origin);
    }
    for (const request of [
      "POST /sign-in",
      "POST /setup",
      "POST /sign-out",
      "DELETE /domains/a.example",
      "PATCH /keys/x",
    ]) {
      assert.equal((await ask(request, {}, cookie, { origin: "https://evil.example" })).status, 403, request);
    }
    assert.equal((await ask("GET /keys", undefined, cookie)).body.keys.length, 1);
  });

  test("a form of another site cannot even be read", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await ask("POST /keys", '{"name":"x","kind":"private"}', cookie, { "content-type": type });
      assert.equal(answer.body.error.code, "invalid_request", type);
    }
  });
});
