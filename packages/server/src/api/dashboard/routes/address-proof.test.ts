import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { Mailer } from "../../../features/mail/mailer.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { memberPassword, startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const victim = "victim@corp.example";
const secretOf = (link: string): string => link.split("/").at(-1) ?? "";
const attackersPassword = "what the attacker chose";
const ownersPassword = "what its real owner chose";

/** A service whose mail can be turned on while it runs, with a team that an attacker owns and an honest team. */
async function start(t: TestContext, kind: StoreKind) {
  const post = { on: false, taken: true };
  const letters: { to: string; secret: string }[] = [];
  const mailer: Mailer = {
    get on() {
      return post.on;
    },
    send: async (to, _language, mail) => {
      if (!post.on || !post.taken) return false;
      if (mail.kind !== "security") letters.push({ to: to ?? "", secret: secretOf(mail.link) });
      return true;
    },
  };
  const dashboard = await startDashboard(t, kind, { mailer });
  const { ask, asOperator, claim, addMember } = dashboard;
  const operator = await claim();
  const attacker = await addMember(operator, "attacker@example.com");
  const honest = await addMember(operator, "honest@example.com");
  const code = async (...request: Parameters<typeof ask>) => {
    const { status, body } = await ask(...request);
    return body?.error?.code ?? status;
  };
  const invite = (email: string, cookie: string) => ask("POST /invitations", { email, role: "admin" }, cookie);
  /** The attacker takes the address as an earlier version allowed: with the link that the dashboard shows if no mail is sent. */
  const squat = async () => {
    const joined = await asOperator(attacker.cookie, async () => {
      const { body } = await invite(victim, attacker.cookie);
      return ask("POST /invitation/accept", { secret: secretOf(body.link), password: attackersPassword });
    });
    assert.equal(joined.status, 200);
    return { cookie: joined.cookie ?? "", userId: joined.body.user.id as string };
  };
  const mailedTo = (email: string) => letters.findLast(({ to }) => to === email)?.secret ?? "";
  /** Whether each member's address is proven, by address. */
  const membersOf = async (cookie: string): Promise<Record<string, boolean>> => {
    const { members } = (await ask("GET /members", undefined, cookie)).body;
    return Object.fromEntries(
      members.map((member: Record<string, string>) => [member["email"], member["emailProven"]]),
    );
  };
  return { ...dashboard, post, letters, operator, attacker, honest, code, invite, squat, mailedTo, membersOf };
}

onEachStore("dashboard: whose an e-mail address is", (kind) => {
  test("with mail, an invitation's link is sent only to its address", async (t) => {
    const { ask, post, attacker, invite, letters, store } = await start(t, kind);
    post.on = true;
    const { status, body, text } = await invite(victim, attacker.cookie);
    assert.deepEqual([status, body.link, body.mailed], [201, null, true]);
    const [letter] = letters;
    assert.ok(letter && letter.to === victim && letter.secret.length > 20);
    const listed = (await ask("GET /invitations", undefined, attacker.cookie)).text;
    const audit = (await ask("GET /audit", undefined, attacker.cookie)).text;
    const stored = JSON.stringify(await store.db.selectFrom("invitations").selectAll().execute());
    for (const seen of [text, listed, audit, stored]) assert.ok(!seen.includes(letter.secret));
    const given = { secret: letter.secret, password: ownersPassword };
    const joined = await ask("POST /invitation/accept", given);
    const me = joined.body.user.id;
    const row = await store.db.selectFrom("users").selectAll().where("id", "=", me).executeTakeFirstOrThrow();
    assert.notEqual(row.email_proven_at_ms, null);
  });

  test("without mail, only an operator invites who is new; a link of before makes nobody new either", async (t) => {
    const { ask, code, post, attacker, operator, invite, asOperator, store } = await start(t, kind);
    const { status, body } = await invite(victim, attacker.cookie);
    assert.deepEqual([status, body.error.code, body.error.field], [409, "mail_needed", "email"]);
    assert.deepEqual((await ask("GET /invitations", undefined, attacker.cookie)).body.invitations, []);
    const before = await asOperator(attacker.cookie, () => invite(victim, attacker.cookie));
    const given = { secret: secretOf(before.body.link), password: attackersPassword };
    assert.equal(await code("POST /invitation/accept", given), "mail_needed");
    assert.deepEqual(await store.db.selectFrom("users").select("id").where("email", "=", victim).execute(), []);
    // A person who has a sign-in already must use it, so the attacker takes no address.
    assert.equal((await invite("honest@example.com", attacker.cookie)).status, 201);
    assert.equal((await invite(victim, operator)).status, 201);
    post.on = true;
    assert.equal((await invite("new@corp.example", attacker.cookie)).status, 201);
  });

  test("if the mail cannot be enqueued, no invitation is created", async (t) => {
    const { ask, post, attacker, invite } = await start(t, kind);
    Object.assign(post, { on: true, taken: false });
    const { status, body } = await invite(victim, attacker.cookie);
    assert.deepEqual([status, body.error.code, body.error.field], [503, "mail_not_sent", "email"]);
    assert.deepEqual((await ask("GET /invitations", undefined, attacker.cookie)).body.invitations, []);
  });

  test("who took an address without proof loses it to who proves it, and neither gets what is the other's", async (t) => {
    const { ask, code, post, attacker, honest, invite, squat, mailedTo, membersOf, store } = await start(t, kind);
    const squatter = await squat();
    assert.equal((await membersOf(attacker.cookie))[victim], false, "the team sees that it is unproven");
    assert.equal(await code("POST /sign-in", { email: victim, password: attackersPassword }), 200);

    post.on = true;
    await invite(victim, honest.cookie);
    const secret = mailedTo(victim);
    const { hasSignIn, mayTakeOver } = (await ask("POST /invitation", { secret })).body;
    assert.deepEqual([hasSignIn, mayTakeOver], [true, true]);
    const password = ownersPassword;
    assert.equal(await code("POST /invitation/accept", { secret, password }), "sign_in_first", "not without saying so");
    const taken = await ask("POST /invitation/accept", { secret, password, takeOver: true });
    assert.deepEqual([taken.status, taken.body.user.email, taken.body.account.id], [200, victim, honest.id]);
    assert.notEqual(taken.body.user.id, squatter.userId, "another person");
    assert.equal(taken.body.teams.length, 1, "who is in none of the attacker's teams");

    assert.equal(await code("GET /api/v3/keys", undefined, squatter.cookie), "not_signed_in");
    assert.equal(await code("POST /sign-in", { email: victim, password: attackersPassword }), "wrong_credentials");
    assert.equal(await code("POST /sign-in", { email: victim, password: ownersPassword }), 200);
    assert.equal((await membersOf(honest.cookie))[victim], true);
    const renamed = `${squatter.userId.toLowerCase()}@address-taken.invalid`;
    assert.equal((await membersOf(attacker.cookie))[renamed], false);
    const entries = await store.db.selectFrom("audit").selectAll().where("action", "=", "email_taken_over").execute();
    assert.deepEqual(
      entries.map(({ account_id, target, actor }) => [account_id, target, actor]),
      [[attacker.id, `${victim} ${renamed}`, taken.body.user.id]],
    );
    const asBefore = await ask("POST /sign-in", { email: renamed, password: attackersPassword });
    assert.deepEqual([asBefore.status, asBefore.body.teams.length], [200, 1], "and goes on in their own team alone");

    post.on = false;
    const again = await invite(victim, attacker.cookie);
    const given = { secret: secretOf(again.body.link), password: attackersPassword, takeOver: true };
    assert.equal(
      await code("POST /invitation/accept", given),
      "sign_in_first",
      "a proven address cannot be taken over",
    );
  });

  test("of two who take an address over at once one gets it", async (t) => {
    const { ask, post, honest, invite, squat, mailedTo } = await start(t, kind);
    await squat();
    post.on = true;
    await invite(victim, honest.cookie);
    const given = { secret: mailedTo(victim), password: ownersPassword, takeOver: true };
    const both = await Promise.all([1, 2].map(() => ask("POST /invitation/accept", given)));
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 410]));
  });

  test("a link that was shown takes nothing over, and neither does a mailed one from who has proven the address", async (t) => {
    const { ask, code, post, attacker, honest, invite, squat, mailedTo } = await start(t, kind);
    await squat();
    const shown = secretOf((await invite(victim, honest.cookie)).body.link);
    const given = { password: ownersPassword, takeOver: true };
    assert.equal((await ask("POST /invitation", { secret: shown })).body.mayTakeOver, false);
    assert.equal(await code("POST /invitation/accept", { secret: shown, ...given }), "sign_in_first");

    post.on = true;
    await invite(victim, honest.cookie);
    assert.equal(await code("POST /invitation/accept", { secret: mailedTo(victim), ...given }), 200);
    await invite(victim, attacker.cookie);
    const secret = mailedTo(victim);
    assert.equal((await ask("POST /invitation", { secret })).body.mayTakeOver, false);
    assert.equal(await code("POST /invitation/accept", { secret, ...given }), "sign_in_first");
  });

  test("who signs in and uses a mailed invitation keeps all they have, and has proven the address", async (t) => {
    const { ask, code, post, honest, operator, addMember, invite, mailedTo, membersOf } = await start(t, kind);
    const longStanding = await addMember(operator, victim);
    post.on = true;
    await invite(victim, honest.cookie);
    assert.equal(await code("POST /invitation/accept", { secret: mailedTo(victim) }, longStanding.cookie), 200);
    assert.equal((await ask("GET /state", undefined, longStanding.cookie)).body.me.teams.length, 2);
    assert.equal((await membersOf(honest.cookie))[victim], true);
  });

  test("an account whose owner has not been here yet is for who proves the address", async (t) => {
    const { ask, post, operator, honest, invite, mailedTo } = await start(t, kind);
    const made = await ask("POST /accounts", { email: victim, plan: "free" }, operator);
    post.on = true;
    await invite(victim, honest.cookie);
    const secret = mailedTo(victim);
    const { hasSignIn, mayTakeOver } = (await ask("POST /invitation", { secret })).body;
    assert.deepEqual([hasSignIn, mayTakeOver], [false, false]);
    const joined = await ask("POST /invitation/accept", { secret, password: ownersPassword });
    const teams = joined.body.teams.map(({ id }: { id: string }) => id);
    assert.deepEqual(new Set(teams), new Set([honest.id, made.body.account.id]));
  });

  test("a mailed reset link proves the address, and ends what was set up before; a shown one does neither", async (t) => {
    const { ask, code, post, operator, squat, mailedTo, store } = await start(t, kind);
    const squatter = await squat();
    const planted = { id: "psk_1", user_id: squatter.userId, credential_id: "c", public_key: "k", name: "planted" };
    await store.db
      .insertInto("passkeys")
      .values({ ...planted, counter: 0, backed_up: 0, created_at_ms: 0 })
      .execute();
    const passkeys = async () => (await store.db.selectFrom("passkeys").select("id").execute()).length;
    const proven = async () =>
      (await store.db.selectFrom("users").selectAll().where("id", "=", squatter.userId).executeTakeFirstOrThrow())
        .email_proven_at_ms !== null;

    post.on = true;
    const reset = await ask(`POST /people/${squatter.userId}/reset-link`, {}, operator);
    assert.equal(reset.body.mailed, true);
    const shown = secretOf(reset.body.link);
    assert.notEqual(shown, mailedTo(victim));
    assert.equal(await code("POST /reset", { secret: shown, password: memberPassword }), "passkey_needed");
    assert.deepEqual([await passkeys(), await proven()], [1, false]);
    assert.equal(await code("POST /reset", { secret: mailedTo(victim), password: ownersPassword }), "link_used");

    await ask(`POST /people/${squatter.userId}/reset-link`, {}, operator);
    assert.equal(await code("POST /reset", { secret: mailedTo(victim), password: ownersPassword }), 200);
    assert.deepEqual([await passkeys(), await proven()], [0, true]);
    assert.equal(await code("GET /api/v3/keys", undefined, squatter.cookie), "not_signed_in");
  });

  test("an operator who creates an account learns that the address is unproven", async (t) => {
    const { ask, code, operator, squat } = await start(t, kind);
    const squatter = await squat();
    const account = { email: victim, plan: "free" };
    const refused = await ask("POST /accounts", account, operator);
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.field],
      [409, "address_not_proven", "email"],
    );
    assert.equal((await ask("GET /state", undefined, squatter.cookie)).body.me.teams.length, 1);
    assert.equal(await code("POST /accounts", { ...account, acceptUnproven: true }, operator), 201);
    const people = (await ask("GET /people", undefined, operator)).body.people;
    const seen = people.map(({ email, emailProven }: { email: string; emailProven: boolean }) => [email, emailProven]);
    assert.deepEqual(Object.fromEntries(seen), {
      "owner@example.com": true,
      "attacker@example.com": false,
      "honest@example.com": false,
      [victim]: false,
    });
  });
});
