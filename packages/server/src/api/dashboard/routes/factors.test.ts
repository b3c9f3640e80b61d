import assert from "node:assert/strict";
import { test } from "node:test";
import { failuresMax } from "../../../accounts/people/accounts/attempts.ts";
import { clearFactors } from "../../../accounts/people/factors/factors.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { ownerEmail, ownerPassword } from "../../../../testing/dashboard-harness.ts";
import { fromBase32, startFactors } from "../../../../testing/people-with-factors.ts";
import { dumpStore, holds } from "@selfsame/platform/testing/store/dump-store";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { routeRoles } from "../route-roles.ts";

const minuteMs = 60_000;

onEachStore("dashboard: second factors", (kind) => {
  test("with an authenticator app the password alone opens nothing, and each code opens once", async (t) => {
    const { claim, open, addApp, signIn, advance } = await startFactors(t, kind);
    const browser = await claim();
    const before = open();
    await signIn(before);
    const app = await addApp(browser);
    assert.deepEqual([app.answer.status, app.recoveryCodes.length], [201, 10]);
    assert.equal((await before.ask("GET /api/v3/keys")).status, 401, "other browsers are signed out");
    assert.equal((await browser.ask("GET /api/v3/keys")).status, 200);

    const visitor = open();
    const asked = await signIn(visitor);
    assert.deepEqual([asked.status, asked.body.error.code, asked.cookie], [401, "code_needed", undefined]);
    assert.equal((await visitor.ask("GET /api/v3/keys")).status, 401);
    const send = (code: string, at = visitor) => at.ask("POST /sign-in/code", { code });
    assert.equal((await send(app.code(-1))).body.error.code, "wrong_code", "it was used to set the app up");
    assert.equal((await send(app.code(2))).body.error.code, "wrong_code");
    const code = app.code();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    assert.equal((await send(spaced)).body.user.email, ownerEmail);
    const { sessions } = (await visitor.ask("GET /sessions")).body;
    assert.ok(sessions.some(({ signedInBy }: { signedInBy: string }) => signedInBy === "password+totp"));
    assert.equal((await send(app.code(1))).body.error.code, "step_over", "a sign-in is finished once");

    const replay = open();
    await signIn(replay);
    assert.equal((await send(code, replay)).body.error.code, "wrong_code");
    assert.equal((await send(app.code(1), replay)).status, 200, "clocks may be a step apart");
    const late = open();
    await signIn(late);
    advance(5 * minuteMs);
    assert.equal((await send(app.code(), late)).body.error.code, "step_over");
    assert.equal(
      (await send(app.code(), open())).body.error.code,
      "step_over",
      "without the password there is no step",
    );
  });

  test("of two concurrent sign-ins with the same code, one succeeds", async (t) => {
    const { claim, open, addApp, signIn } = await startFactors(t, kind);
    const { code } = await addApp(await claim());
    const browsers = [open(), open()];
    for (const browser of browsers) await signIn(browser);
    const answers = await Promise.all(browsers.map(({ ask }) => ask("POST /sign-in/code", { code: code() })));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401],
    );
  });

  test("codes are not guessed: the right one, too, is refused after five wrong ones, but not at a known device", async (t) => {
    const { claim, open, addApp, signIn, advance, ask } = await startFactors(t, kind);
    const browser = await claim();
    const { code } = await addApp(browser);
    const device = browser.jar.get("__Host-selfsame_device") ?? "";
    const guess = async (given: string, at = open()) => {
      await signIn(at);
      return (await at.ask("POST /sign-in/code", { code: given })).body.error?.code ?? "in";
    };
    for (let i = 0; i < failuresMax.code; i++) assert.equal(await guess(`00000${i}`), "wrong_code");
    assert.equal(await guess(code()), "too_many_attempts", "each with a new sign-in, from any network");
    const known = open();
    known.jar.set("__Host-selfsame_device", device);
    assert.equal(await guess(code(), known), "in");
    advance(30_000);
    assert.equal((await ask("GET /state")).status, 200);
    const { entries } = (await known.ask("GET /audit")).body;
    assert.equal(
      entries.filter(({ action }: { action: string }) => action === "second_factor_failed").length,
      failuresMax.code,
    );
  });

  test("a recovery code stands for the app, once; a new set ends the one before", async (t) => {
    const { claim, open, addApp, signIn } = await startFactors(t, kind);
    const browser = await claim();
    const [first = "", second = ""] = (await addApp(browser)).recoveryCodes;
    const recover = async (code: string, at = open()) => {
      await signIn(at);
      return (await at.ask("POST /sign-in/code", { code })).body.error?.code ?? "in";
    };
    assert.equal(await recover(first.toUpperCase().replaceAll("-", " ")), "in");
    assert.equal(await recover(first), "wrong_code");
    const made = await browser.ask("POST /recovery-codes");
    const codes: string[] = made.body.recoveryCodes;
    assert.equal(await recover(second), "wrong_code");
    const race = await Promise.all([recover(codes[0] ?? ""), recover(codes[0] ?? "")]);
    assert.deepEqual(race.toSorted(), ["in", "wrong_code"]);
    assert.equal((await browser.ask("GET /factors")).body.recoveryCodesLeft, 9);
    const { entries } = (await browser.ask("GET /audit")).body;
    const actions = entries.map(({ action }: { action: string }) => action);
    assert.equal(actions.filter((action: string) => action === "recovery_code_used").length, 2);
    assert.ok(actions.includes("recovery_codes_made"));
    assert.ok(entries.some(({ signedInBy }: { signedInBy: string }) => signedInBy === "password+recovery"));
  });

  test("who has only passkeys needs one, or a recovery code, after the password", async (t) => {
    const { claim, open, addPasskey, signIn, signInBy } = await startFactors(t, kind);
    const { key, answer } = await addPasskey(await claim());
    const visitor = open();
    assert.equal((await signIn(visitor)).body.error.code, "passkey_needed");
    assert.equal((await visitor.ask("GET /api/v3/keys")).status, 401);
    assert.equal((await signInBy(visitor, key)).status, 200);
    const lost = open();
    await signIn(lost);
    assert.equal((await lost.ask("POST /sign-in/code", { code: answer.body.recoveryCodes[3] })).status, 200);
  });

  test("a reset link does not go around the second factor", async (t) => {
    const { claim, open, addApp, me } = await started(t, kind);
    const browser = await claim();
    const { code } = await addApp(browser);
    const { link } = (await browser.ask(`POST /people/${(await me(browser)).user.id}/reset-link`)).body;
    const thief = open();
    const given = { secret: link.split("/").at(-1), password: "the password of a thief" };
    const reset = await thief.ask("POST /reset", given);
    assert.deepEqual([reset.body.error.code, reset.cookie], ["code_needed", undefined]);
    assert.equal((await thief.ask("GET /api/v3/keys")).status, 401);
    assert.equal((await thief.ask("POST /sign-in/code", { code: code() })).status, 200);
  });

  test("a sign-in that was begun with the password of before is not gone on with", async (t) => {
    const { claim, open, addApp, signIn } = await startFactors(t, kind);
    const browser = await claim();
    const { code } = await addApp(browser);
    const thief = open();
    await signIn(thief);
    const change = { current: ownerPassword, next: "another fine long password" };
    assert.equal((await browser.ask("POST /password", change)).status, 204);
    assert.equal((await thief.ask("POST /sign-in/code", { code: code() })).body.error.code, "step_over");
  });

  test("without the password, a user's factors are not revealed", async (t) => {
    const { claim, open, addApp } = await startFactors(t, kind);
    await addApp(await claim());
    const answers = [];
    for (const email of [ownerEmail, "nobody@example.com"]) {
      const browser = open();
      const wrong = await browser.ask("POST /sign-in", { email, password: "a wrong password" });
      const code = await browser.ask("POST /sign-in/code", { code: "123456" });
      const { options } = (await browser.ask("POST /sign-in/passkey/options")).body;
      answers.push([wrong.text, code.text, { ...options, challenge: "" }, [...browser.jar.keys()]]);
    }
    assert.deepEqual(answers[0], answers[1]);
  });

  test("a session that was left open changes no factor without its person", async (t) => {
    const { claim, addPasskey, addApp, challengeOf, advance } = await startFactors(t, kind);
    const browser = await claim();
    const { key } = await addPasskey(browser);
    await addApp(browser);
    const [{ id }] = (await browser.ask("GET /factors")).body.passkeys;
    advance(10 * minuteMs + 1);
    const changes: [string, object?][] = [
      ["POST /passkeys/options"],
      ["POST /passkeys", { name: "x" }],
      [`DELETE /passkeys/${id}`],
      ["POST /authenticator-app"],
      ["POST /authenticator-app/finish", { code: "123456" }],
      ["DELETE /authenticator-app"],
      ["POST /recovery-codes"],
      ["PATCH /account/settings", { secondFactorRequired: true }],
    ];
    for (const [route, body] of changes) {
      assert.equal((await browser.ask(route, body)).body.error.code, "confirmation_needed", route);
    }
    const challenge = await challengeOf(browser, "POST /sign-in/passkey/options");
    assert.equal((await browser.ask("POST /confirm/passkey", { passkey: key.use({ challenge }) })).status, 204);
    assert.equal((await browser.ask("DELETE /authenticator-app")).status, 204);
  });

  test("a new app takes the place of the one before only with a code of its own", async (t) => {
    const { claim, open, addApp, signIn, advance } = await startFactors(t, kind);
    const browser = await claim();
    const old = await addApp(browser);
    advance(2 * minuteMs);
    await browser.ask("POST /authenticator-app");
    assert.equal((await browser.ask("POST /authenticator-app/finish", { code: old.code() })).status, 401);
    const visitor = open();
    await signIn(visitor);
    assert.equal((await visitor.ask("POST /sign-in/code", { code: old.code() })).status, 200);
    advance(2 * minuteMs);
    const next = await addApp(browser);
    assert.equal(next.answer.body.recoveryCodes, null);
    const again = open();
    await signIn(again);
    assert.equal((await again.ask("POST /sign-in/code", { code: old.code() })).status, 401);
    assert.equal((await again.ask("POST /sign-in/code", { code: next.code() })).status, 200);
  });

  test("neither the app's secret nor a recovery code is in the database", async (t) => {
    const { claim, addApp, store } = await startFactors(t, kind);
    const { secret, recoveryCodes } = await addApp(await claim());
    const dump = await dumpStore(store);
    assert.ok(!dump.includes(secret));
    for (const code of recoveryCodes) {
      assert.match(code, /^([a-km-np-z02-9]{4}-){5}[a-z0-9]{4}$/);
      assert.ok(!dump.includes(code) && !dump.includes(code.replaceAll("-", "")));
    }
    assert.ok(!holds(dump, fromBase32(secret)));
  });

  test("a user who lost all factors signs in by password again after an operator resets them", async (t) => {
    const { claim, open, addApp, addPasskey, signIn, store, now, me } = await started(t, kind);
    const browser = await claim();
    await addApp(browser);
    await addPasskey(browser);
    const { user } = await me(browser);
    assert.equal(await clearFactors(store, commandLine, user.id, now()), true);
    assert.equal((await browser.ask("GET /api/v3/keys")).status, 401);
    const visitor = open();
    assert.equal((await signIn(visitor)).status, 200);
    const left = (await visitor.ask("GET /factors")).body;
    assert.deepEqual([left.passkeys, left.appSinceMs, left.recoveryCodesLeft], [[], null, 0]);
    const [, entry] = (await visitor.ask("GET /audit")).body.entries;
    assert.deepEqual([entry.action, entry.signedInBy], ["factors_removed", "cli"]);
    assert.equal(await clearFactors(store, commandLine, user.id, now()), false);
  });
});

onEachStore("dashboard: a team that asks for a second factor", (kind) => {
  test("an owner asks for one who has one; members without can only set one up, on every route", async (t) => {
    const { claim, open, addApp, addPasskey, join, me } = await started(t, kind);
    const browser = await claim();
    const session = browser.jar.get("__Host-selfsame_session") ?? "";
    const required = { secondFactorRequired: true };
    assert.equal((await browser.ask("PATCH /account/settings", required)).body.error.code, "factor_first");
    const admin = open();
    admin.jar.set("__Host-selfsame_session", (await join(session, "admin@example.com", "admin")).cookie);
    await addApp(browser);
    assert.equal((await admin.ask("PATCH /account/settings", required)).body.error.code, "not_allowed");
    assert.equal((await browser.ask("PATCH /account/settings", required)).status, 200);

    assert.equal((await me(admin)).factorNeeded, true);
    for (const [route, needs] of Object.entries(routeRoles)) {
      const [method = "", path = ""] = route.split(" ");
      const { body } = await admin.ask(
        route.replaceAll(/:\w+/g, "nothing"),
        method === "GET" ? undefined : { nonsense: 1 },
      );
      const refused = body?.error?.code === "factor_needed";
      assert.equal(refused, needs !== "anyone" && needs !== "signed-in", `${method} ${path}`);
    }
    assert.equal((await browser.ask("GET /api/v3/keys")).status, 200, "who has one goes on");
    const guest = open();
    guest.jar.set("__Host-selfsame_session", (await join(session, "guest@example.com", "viewer")).cookie);
    assert.deepEqual([(await me(guest)).factorNeeded, (await guest.ask("GET /api/v3/keys")).status], [true, 403]);
    await addPasskey(guest);
    assert.deepEqual([(await me(guest)).factorNeeded, (await guest.ask("GET /api/v3/keys")).status], [false, 200]);

    const [{ id }] = (await guest.ask("GET /factors")).body.passkeys;
    assert.equal((await guest.ask(`DELETE /passkeys/${id}`)).body.error.code, "last_factor");
    assert.equal((await browser.ask("DELETE /authenticator-app")).body.error.code, "last_factor");
    assert.equal((await browser.ask("PATCH /account/settings", { secondFactorRequired: false })).status, 200);
    assert.equal((await admin.ask("GET /api/v3/keys")).status, 200);
    assert.equal((await browser.ask("DELETE /authenticator-app")).status, 204);
    const { entries } = (await browser.ask("GET /audit")).body;
    const actions = new Set(entries.map(({ action }: { action: string }) => action));
    assert.ok(actions.has("second_factor_required") && actions.has("second_factor_optional"));
  });
});

async function started(...given: Parameters<typeof startFactors>) {
  const dashboard = await startFactors(...given);
  const me = async ({ ask }: Awaited<ReturnType<typeof dashboard.claim>>) => (await ask("GET /state")).body.me;
  return { ...dashboard, me };
}
