import assert from "node:assert/strict";
import { test } from "node:test";
import { ownerEmail } from "../../../../testing/dashboard-harness.ts";
import { startFactors } from "../../../../testing/people-with-factors.ts";
import { softwarePasskey } from "../../../../testing/software-passkey.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

onEachStore("dashboard: passkeys", (kind) => {
  test("a passkey is created, signs in by itself, is renamed and removed", async (t) => {
    const { claim, open, addPasskey, signInBy, now, advance } = await startFactors(t, kind);
    const browser = await claim();
    const { key, answer } = await addPasskey(browser);
    assert.deepEqual([answer.status, answer.body.recoveryCodes.length], [201, 10]);
    advance(1000);
    const second = await addPasskey(browser, softwarePasskey(), "laptop");
    assert.equal(second.answer.body.recoveryCodes, null, "who has recovery codes keeps them");

    const elsewhere = open();
    const userHandle = (await browser.ask("GET /state")).body.me.user.id;
    const welcome = await signInBy(elsewhere, key, { userHandle });
    assert.deepEqual([welcome.status, welcome.body.user.email], [200, ownerEmail]);
    const { passkeys } = (await elsewhere.ask("GET /factors")).body;
    assert.deepEqual(
      passkeys.map(({ name, lastUsedAtMs }: Record<string, unknown>) => [name, lastUsedAtMs]),
      [
        ["phone", now()],
        ["laptop", null],
      ],
    );
    const { sessions } = (await elsewhere.ask("GET /sessions")).body;
    assert.equal(sessions.find(({ current }: { current: boolean }) => current).signedInBy, "passkey");

    const [{ id }, { id: other }] = passkeys;
    assert.equal((await elsewhere.ask(`PATCH /passkeys/${id}`, { name: " my phone " })).status, 204);
    assert.equal((await elsewhere.ask(`DELETE /passkeys/${other}`)).status, 204);
    assert.equal((await browser.ask("GET /factors")).status, 401, "other browsers are signed out");
    const left = (await elsewhere.ask("GET /factors")).body;
    assert.deepEqual([left.passkeys.length, left.passkeys[0].name, left.recoveryCodesLeft], [1, "my phone", 10]);
    assert.equal((await elsewhere.ask(`DELETE /passkeys/${id}`)).status, 204, "the password is left");
    assert.equal((await elsewhere.ask("GET /factors")).body.recoveryCodesLeft, 0);
    assert.equal((await signInBy(open(), key)).body.error.code, "passkey_refused");
    const { entries } = (await elsewhere.ask("GET /audit")).body;
    assert.deepEqual(
      entries.map(({ action, target }: Record<string, string>) => [action, target]),
      [
        ["passkey_removed", "my phone"],
        ["passkey_removed", "laptop"],
        ["passkey_renamed", "my phone"],
        ["sign_in", null],
        ["passkey_added", "laptop"],
        ["passkey_added", "phone"],
        ["account_claimed", ownerEmail],
      ],
    );
  });

  test("what was signed elsewhere, before, for another or without its owner is refused, all in the same words", async (t) => {
    const { claim, open, addPasskey, challengeOf, signInBy, addMember, advance } = await startFactors(t, kind);
    const browser = await claim();
    const { key } = await addPasskey(browser);
    const visitor = open();
    const options = "POST /sign-in/passkey/options";
    const forger = softwarePasskey();
    const forged = (changes: Parameters<typeof forger.use>[0]) => ({
      ...forger.use(changes),
      id: key.id,
      rawId: key.id,
    });
    const send = (passkey: object, at = visitor) => at.ask("POST /sign-in/passkey", { passkey });
    const answers = [
      await signInBy(visitor, key, { origin: "https://faces.example.evil.example" }),
      await signInBy(visitor, key, { origin: "http://faces.example" }),
      await signInBy(visitor, key, { rpId: "evil.example" }),
      await signInBy(visitor, key, { verified: false }),
      await signInBy(visitor, key, { userHandle: "usr_somebodyelse" }),
      await signInBy(visitor, softwarePasskey()),
      await signInBy(visitor, { ...key, use: forged }),
      await send(key.use({ challenge: "bWFkZSB1cA" })),
      await send(key.use({ challenge: await challengeOf(visitor, options) }), open()),
      await send(key.use({ challenge: await challengeOf(browser, "POST /passkeys/options") }), browser),
    ];
    const used = await challengeOf(visitor, options);
    assert.equal((await send(key.use({ challenge: used, counter: 7 }))).status, 200);
    answers.push(await send(key.use({ challenge: used, counter: 8 })));
    answers.push(await signInBy(visitor, key, { counter: 7 }), await signInBy(visitor, key, { counter: 6 }));
    const late = await challengeOf(visitor, options);
    advance(5 * 60_000);
    answers.push(await send(key.use({ challenge: late, counter: 9 })));
    for (const [i, { status, text }] of answers.entries()) {
      assert.deepEqual([status, text], [401, answers[0]?.text], `answer ${i}`);
    }
    assert.equal(
      (await signInBy(visitor, key, { counter: 9 })).status,
      200,
      "and it goes on working where it was made",
    );

    const member = await addMember(browser.jar.get("__Host-selfsame_session") ?? "", "member@example.com");
    const other = open();
    other.jar.set("__Host-selfsame_session", member.cookie);
    const challenge = await challengeOf(other, options);
    const stolen = await other.ask("POST /confirm/passkey", { passkey: key.use({ challenge, counter: 10 }) });
    assert.equal(stolen.body.error.code, "passkey_refused", "another person's passkey confirms nothing");
  });

  test("of two concurrent answers to one challenge, one signs in", async (t) => {
    const { claim, open, addPasskey, challengeOf } = await startFactors(t, kind);
    const { key } = await addPasskey(await claim());
    const visitor = open();
    const passkey = key.use({ challenge: await challengeOf(visitor, "POST /sign-in/passkey/options") });
    const answers = await Promise.all([1, 2, 3].map(() => visitor.ask("POST /sign-in/passkey", { passkey })));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401, 401],
    );
  });

  test("two tabs of a browser each have their challenge", async (t) => {
    const { claim, open, addPasskey, challengeOf } = await startFactors(t, kind);
    const { key } = await addPasskey(await claim());
    const visitor = open();
    const first = await challengeOf(visitor, "POST /sign-in/passkey/options");
    await challengeOf(visitor, "POST /sign-in/passkey/options");
    assert.equal((await visitor.ask("POST /sign-in/passkey", { passkey: key.use({ challenge: first }) })).status, 200);
  });

  test("a passkey is made for who asked, here, once, and belongs to one person", async (t) => {
    const { claim, open, addPasskey, challengeOf, addMember } = await startFactors(t, kind);
    const browser = await claim();
    const other = open();
    const session = browser.jar.get("__Host-selfsame_session") ?? "";
    other.jar.set("__Host-selfsame_session", (await addMember(session, "member@example.com")).cookie);
    const options = "POST /passkeys/options";
    const made = async (more: object, from = browser, to = browser) => {
      const passkey = softwarePasskey().make({ challenge: await challengeOf(from, options), ...more });
      return (await to.ask("POST /passkeys", { name: "x", passkey })).body.error?.code;
    };
    assert.equal(await made({ origin: "https://evil.example" }), "passkey_refused");
    assert.equal(await made({ rpId: "evil.example" }), "passkey_refused");
    assert.equal(await made({ verified: false }), "passkey_refused");
    assert.equal(await made({ challenge: "bWFkZSB1cA" }), "passkey_refused");
    assert.equal(await made({}, browser, other), "passkey_refused", "in another's browser");
    const { key } = await addPasskey(browser);
    assert.equal(
      (await addPasskey(other, key)).answer.body.error.code,
      "passkey_refused",
      "it belongs to another user",
    );
    assert.equal((await other.ask("GET /factors")).body.passkeys.length, 0);
    for (let i = 0; i < 9; i++) assert.equal((await addPasskey(browser)).answer.status, 201);
    assert.equal((await addPasskey(browser)).answer.body.error.code, "too_many");
  });

  test("the last passkey of who has no password stays", async (t) => {
    const { claim, addPasskey, store } = await startFactors(t, kind);
    const browser = await claim();
    await addPasskey(browser);
    await store.db.updateTable("users").set({ password_hash: null }).execute();
    const [{ id }] = (await browser.ask("GET /factors")).body.passkeys;
    assert.equal((await browser.ask(`DELETE /passkeys/${id}`)).body.error.code, "last_way_in");
  });

  test("at an address that is no name there are no passkeys, and it is said", async (t) => {
    const origin = "https://192.0.2.1";
    const { open } = await startFactors(t, kind, { publicUrl: () => origin });
    const { body } = await open().ask("GET /state");
    assert.equal(body.passkeyOrigin, null);
    const options = await open().ask("POST /sign-in/passkey/options", undefined, { origin });
    assert.equal(options.body.error.code, "passkeys_unavailable");
  });
});
