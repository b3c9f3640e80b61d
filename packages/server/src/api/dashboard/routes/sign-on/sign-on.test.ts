import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { createGuardedFetch } from "@selfsame/platform/outbound/guarded-fetch";
import { codeAt, stepAt } from "../../../../accounts/people/factors/totp.ts";
import { createOpenId } from "../../../../accounts/people/sign-on/open-id.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { memberPassword, ownerEmail, ownerPassword, startDashboard } from "../../../../../testing/dashboard-harness.ts";
import type { Answer } from "../../../../../testing/dashboard-harness.ts";
import { fromBase32 } from "../../../../../testing/people-with-factors.ts";
import { startCraftedProvider } from "../../../../../testing/sign-on/crafted-provider.ts";
import { providerClient, startProvider } from "../../../../../testing/sign-on/real-provider.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const corp = "corp.example";
const settings = { ...providerClient, defaultRole: "developer", trustEmails: false };

const cookieOf = ({ headers }: Answer, name: string) =>
  [(headers["set-cookie"] ?? []) as string | string[]]
    .flat()
    .map((line) => new RegExp(`^__Host-selfsame_${name}=([^;]+)`).exec(line)?.[1])
    .find((value) => value !== undefined);

/** A team with a real OpenID provider, and a domain proven by DNS. */
async function start(t: TestContext, kind: StoreKind) {
  const dns = new Map<string, string>();
  const openId = createOpenId(createGuardedFetch({ allowedDomains: ["127.0.0.1"], allowPrivate: true }));
  const resolveTxt = async (name: string) => [["unrelated"], [dns.get(name) ?? ""]];
  const dashboard = await startDashboard(t, kind, { openId, resolveTxt });
  const { ask, claim, addMember } = dashboard;
  const operator = await claim();
  const boss = await addMember(operator, `boss@${corp}`, "unlimited");
  const { redirectUri } = (await ask("GET /sign-on", undefined, boss.cookie)).body;
  const provider = await startProvider(t, [redirectUri]);
  const { issuer, walk } = provider;
  const prove = async (cookie: string, domain: string) => {
    const claimed = await ask("POST /sign-on/domains", { domain }, cookie);
    const { record } = claimed.body.domains.find((one: { domain: string }) => one.domain === domain);
    dns.set(record.name, record.value);
    return ask(`POST /sign-on/domains/${domain}/check`, undefined, cookie);
  };
  await ask("PUT /sign-on", { issuer, ...settings }, boss.cookie);
  assert.equal((await prove(boss.cookie, corp)).status, 200);

  /** Returns from the provider, in the browser that was sent there. @returns the view that is shown then, and the session */
  const arrive = async (at: string, signOn: string | undefined, more: object = {}) => {
    const path = at.replace("https://faces.example/api/dashboard", "");
    const cookie = signOn === undefined ? "" : `__Host-selfsame_sign_on=${signOn}`;
    const answer = await ask(`GET ${path}`, undefined, undefined, { cookie, ...more });
    return { view: String(answer.headers["location"]).replace("https://faces.example/#", ""), answer };
  };
  const leave = async (email: string, returnTo?: string) => {
    const left = await ask("POST /sign-on/start", { email, ...(returnTo && { returnTo }) });
    assert.equal(left.status, 200, left.text);
    return { url: left.body.url as string, signOn: cookieOf(left, "sign_on") };
  };
  const signOn = async (email: string, returnTo?: string) => {
    const { url, signOn } = await leave(email, returnTo);
    const { view, answer } = await arrive(await walk(url), signOn);
    return { view, session: cookieOf(answer, "session"), signOn };
  };
  const meOf = async (cookie = "") => (await ask("GET /state", undefined, cookie)).body.me;
  return { ...dashboard, provider, walk, operator, boss, prove, dns, arrive, leave, signOn, meOf, issuer };
}

onEachStore("single sign-on", (kind) => {
  test("a new user of the team's domain gets the default role, and is the same user at the next sign-on", async (t) => {
    const { provider, ask, signOn, meOf, boss } = await start(t, kind);
    const email = `anna@${corp}`;
    provider.be({ sub: "1", email, email_verified: true });
    assert.deepEqual((await ask("POST /sign-on/find", { email: `nobody@${corp}` })).body, {
      signOn: { host: new URL(provider.issuer).host, required: false },
    });
    assert.deepEqual((await ask("POST /sign-on/find", { email: ownerEmail })).body, { signOn: null });

    const first = await signOn(email, "/usage?by=day");
    assert.equal(first.view, "/usage?by=day");
    const me = await meOf(first.session);
    assert.deepEqual([me.user.email, me.role, me.account.id, me.teams.length], [email, "developer", boss.id, 1]);
    const { body } = await ask("GET /sessions", undefined, first.session);
    assert.equal(body.sessions[0].signedInBy, "oidc");

    // The subject identifies a user. If the provider changes their e-mail, even to another user's, they stay the same.
    provider.be({ sub: "1", email: `boss@${corp}`, email_verified: true });
    assert.equal((await meOf((await signOn(email)).session)).user.id, me.user.id);
    // If the provider gives the e-mail to another subject, that one does not sign in as this user.
    provider.be({ sub: "2", email, email_verified: true });
    assert.equal((await signOn(email)).view, "/sign-on/other_subject");
    const wrong = await ask("POST /sign-in", { email, password: memberPassword });
    assert.equal(wrong.body.error.code, "wrong_credentials", "there is no password");
  });

  test("removing a member deletes their identity", async (t) => {
    const { provider, ask, signOn, meOf, boss, store } = await start(t, kind);
    const email = `anna@${corp}`;
    provider.be({ sub: "1", email, email_verified: true });
    const { session = "" } = await signOn(email);
    const { user } = await meOf(session);
    assert.equal((await ask(`DELETE /members/${user.id}`, undefined, boss.cookie)).status, 200);
    assert.equal(await meOf(session), null);
    assert.deepEqual(await store.db.selectFrom("identities").selectAll().execute(), []);
  });

  test("a member of this team only is linked at once; who is more than that shows the old way in first", async (t) => {
    const { provider, ask, signOn, meOf, boss, join, addMember, operator } = await start(t, kind);
    const [only, both] = [`only@${corp}`, `both@${corp}`];
    const viewer = await join(boss.cookie, only, "viewer");
    provider.be({ sub: "1", email: only, email_verified: true });
    const linked = await meOf((await signOn(only)).session);
    assert.deepEqual([linked.user.id, linked.role], [viewer.userId, "viewer"]);
    // If another person accepted the invitation with a leaked link, they can no longer sign in.
    assert.equal(await meOf(viewer.cookie), null);
    const old = await ask("POST /sign-in", { email: only, password: memberPassword });
    assert.equal(old.body.error.code, "wrong_credentials");

    const other = await addMember(operator, both);
    provider.be({ sub: "2", email: both, email_verified: true });
    const stopped = await signOn(both);
    assert.deepEqual([stopped.view, stopped.session], ["/sign-on/proof_needed", undefined]);
    const browser = { cookie: `__Host-selfsame_sign_on=${stopped.signOn}` };
    const wrong = await ask("POST /sign-in", { email: both, password: "wrong" }, undefined, browser);
    assert.equal(wrong.body.error.code, "wrong_credentials");
    // Another person who signs in in the same browser meanwhile is not linked.
    await ask("POST /sign-in", { email: `boss@${corp}`, password: memberPassword }, undefined, browser);
    const proved = await ask("POST /sign-in", { email: both, password: memberPassword }, undefined, browser);
    assert.equal(proved.body.teams.length, 2);
    const again = await signOn(both);
    const me = await meOf(again.session);
    assert.deepEqual([me.user.id, me.role, me.account.id], [other.userId, "developer", boss.id]);

    provider.be({ sub: "3", email: `boss@${corp}`, email_verified: true });
    assert.equal((await signOn(`boss@${corp}`)).view, "/sign-on/proof_needed", "an owner is more, too");
  });

  test("a team that asks for a second factor takes its own provider's word for it, and no other team's", async (t) => {
    const { provider, ask, signOn, meOf, boss, operator, store } = await start(t, kind);
    const both = `both@${corp}`;
    provider.be({ sub: "1", email: both, email_verified: true });
    const { session } = await signOn(both);
    const { account } = await meOf(operator);
    const invited = await ask("POST /invitations", { email: both, role: "admin" }, operator);
    await ask("POST /invitation/accept", { secret: invited.body.link.split("/").at(-1) }, session);
    await store.db.updateTable("accounts").set({ factor_required: 1 }).execute();

    assert.equal((await meOf(session)).account.id, account.id);
    assert.equal((await meOf(session)).factorNeeded, true);
    assert.equal((await ask("GET /api/v3/keys", undefined, session)).body.error.code, "factor_needed");
    await ask(`POST /teams/${boss.id}/switch`, {}, session);
    assert.equal((await meOf(session)).factorNeeded, false);
    assert.equal((await ask("GET /api/v3/keys", undefined, session)).status, 200);
  });

  test("an answer counts once, in the browser that was sent, for the team that sent it, within ten minutes", async (t) => {
    const { provider, walk, leave, arrive, advance, boss } = await start(t, kind);
    const email = `anna@${corp}`;
    provider.be({ sub: "1", email, email_verified: true });
    const refused = "/sign-on/link_used";

    const stolen = await leave(email);
    const back = await walk(stolen.url);
    assert.equal((await arrive(back, undefined)).view, refused, "login CSRF: in a browser that was never sent");
    const other = await leave(email);
    assert.equal((await arrive(back, other.signOn)).view, refused, "in a browser that was sent on another sign-on");
    assert.equal((await arrive(back.replace(boss.id, "acc_other"), stolen.signOn)).view, refused, "for another team");
    const taken = await arrive(back, stolen.signOn);
    assert.equal(taken.view, "/");
    assert.equal((await arrive(back, stolen.signOn)).view, refused, "replayed");

    const late = await leave(email);
    const lateBack = await walk(late.url);
    advance(10 * 60_000);
    assert.equal((await arrive(lateBack, late.signOn)).view, refused, "too late");
    for (const bad of ["", "?state=x&state=y", "?code=1", "?state=%00"]) {
      const path = `https://faces.example/api/dashboard/sign-on/callback/${boss.id}${bad}`;
      assert.equal((await arrive(path, other.signOn)).view, refused, bad);
    }
  });

  test("where it is required, passwords and links of the domain's people open nothing; owners and operators keep theirs", async (t) => {
    const { provider, ask, signOn, meOf, boss, join, operator, addMember } = await start(t, kind);
    const anna = `anna@${corp}`;
    const before = await join(boss.cookie, anna, "viewer");
    const guest = await join(boss.cookie, "guest@elsewhere.example", "viewer");
    const both = await addMember(operator, `both@${corp}`);
    const rival = await addMember(operator, "rival@rival.example");
    assert.equal((await ask("PUT /sign-on/required", { required: true }, rival.cookie)).status, 404, "no provider yet");

    const set = await ask("PUT /sign-on/required", { required: true }, boss.cookie);
    assert.equal(set.body.provider.required, true);
    assert.equal(await meOf(before.cookie), null, "signed out");
    assert.ok(await meOf(boss.cookie), "who switched it on is not");
    assert.ok(await meOf(guest.cookie), "nor who is of another domain");
    const say = (email: string, password: string, more?: object) =>
      ask("POST /sign-in", { email, password }, undefined, more);
    assert.equal((await say(anna, memberPassword)).body.error.code, "sign_on_required");
    assert.equal(
      (await say(anna, "wrong")).body.error.code,
      "wrong_credentials",
      "without the password it is not revealed",
    );
    assert.equal((await say(`nobody@${corp}`, "wrong")).body.error.code, "wrong_credentials");
    assert.equal(
      (await say(`boss@${corp}`, memberPassword)).status,
      200,
      "the way in for the day on which the provider is away",
    );
    assert.equal((await say("guest@elsewhere.example", memberPassword)).status, 200);

    const { body } = await ask(`POST /people/${before.userId}/reset-link`, undefined, operator);
    const reset = { secret: body.link.split("/").at(-1), password: "another long password" };
    const answer = await ask("POST /reset", reset);
    assert.deepEqual([answer.body.error.code, answer.cookie], ["sign_on_required", undefined]);

    provider.be({ sub: "1", email: anna, email_verified: true });
    assert.equal((await meOf((await signOn(anna)).session)).user.id, before.userId);
    // A person who must enter their password still can, in the browser in which the provider identified them.
    assert.equal((await say(`both@${corp}`, memberPassword)).body.error.code, "sign_on_required");
    provider.be({ sub: "2", email: `both@${corp}`, email_verified: true });
    const { signOn: browser } = await signOn(`both@${corp}`);
    const cookie = `__Host-selfsame_sign_on=${browser}`;
    assert.equal((await say(`both@${corp}`, memberPassword, { cookie })).body.user.id, both.userId);

    assert.equal((await ask("PUT /sign-on/required", { required: false }, boss.cookie)).status, 200);
    const old = await say(anna, "another long password");
    assert.equal(old.body.error.code, "wrong_credentials", "of before the provider said whose the address is");
    assert.equal((await say(`both@${corp}`, memberPassword)).status, 200, "who showed the old way in keeps it");
  });

  test("the secret is sealed, never shown, and not sent to an issuer that it was not given for", async (t) => {
    const { ask, boss, issuer, store, addMember, operator } = await start(t, kind);
    const row = await store.db.selectFrom("sign_on_providers").selectAll().executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(row).includes(providerClient.clientSecret));
    const shown = await ask("GET /sign-on", undefined, boss.cookie);
    assert.ok(!shown.text.includes("ecret"), shown.text);
    const { clientSecret: _, ...without } = { issuer, ...settings };
    assert.equal((await ask("PUT /sign-on", { ...without, defaultRole: "viewer" }, boss.cookie)).status, 200);
    const elsewhere = await ask("PUT /sign-on", { ...without, issuer: "https://evil.example" }, boss.cookie);
    assert.deepEqual([elsewhere.body.error.code, elsewhere.body.error.field], ["secret_needed", "clientSecret"]);
    const bad: [object, string][] = [
      [{ issuer: "ftp://x.example" }, "issuer"],
      [{ issuer: "https://x.example/?a=b" }, "issuer"],
      [{ issuer: "https://u:p@x.example/" }, "issuer"],
      [{ issuer: "x".repeat(501) }, "issuer"],
      [{ clientId: "" }, "clientId"],
      [{ defaultRole: "owner" }, "defaultRole"],
      [{ required: true }, "required"],
    ];
    for (const [change, field] of bad) {
      const { status, body } = await ask("PUT /sign-on", { issuer, ...settings, ...change }, boss.cookie);
      assert.deepEqual([status, body.error.field], [400, field]);
    }
    const rival = await addMember(operator, "rival@rival.example");
    for (const request of [`DELETE /sign-on/domains/${corp}`, `POST /sign-on/domains/${corp}/check`]) {
      assert.equal((await ask(request, undefined, rival.cookie)).status, 404, request);
    }
    for (const domain of ["localhost", "*.corp.example", "10.0.0.1"]) {
      const { body } = await ask("POST /sign-on/domains", { domain }, boss.cookie);
      assert.equal(body.error.code, "invalid_email_domain");
    }
  });

  test("who came by the provider shows there again who they are, before keys are changed", async (t) => {
    const { provider, ask, signOn, walk, arrive, advance } = await start(t, kind);
    const anna = `anna@${corp}`;
    provider.be({ sub: "1", email: anna, email_verified: true });
    const { session } = await signOn(anna);
    const make = () => ask("POST /api/v3/keys", { name: "x", kind: "private" }, session);
    assert.equal((await make()).status, 201);
    advance(3600_000);
    assert.equal((await make()).body.error.code, "confirmation_needed");
    const again = async () => {
      const left = await ask("POST /sign-on/confirm", { returnTo: "/keys" }, session);
      return (await arrive(await walk(left.body.url), cookieOf(left, "sign_on"))).view;
    };
    provider.be({ sub: "2", email: anna, email_verified: true });
    assert.equal(await again(), "/sign-on/not_you");
    assert.equal((await make()).body.error.code, "confirmation_needed");
    provider.be({ sub: "1", email: anna, email_verified: true });
    assert.equal(await again(), "/keys");
    assert.equal((await make()).status, 201);
  });
});

test("only verified e-mails of the team's own, proven domains are accepted", async (t) => {
  const { provider, signOn, ask, boss, issuer, dns, prove, addMember, operator } = await start(t, "sqlite");
  const rival = await addMember(operator, "rival@rival.example");
  const anna = `anna@${corp}`;
  const cases = [
    [{ email: anna }, "email_not_verified"],
    [{ email: anna, email_verified: false }, "email_not_verified"],
    [{}, "no_email"],
    [{ email: "rival@rival.example", email_verified: true }, "domain_not_claimed"],
    [{ email: ownerEmail, email_verified: true }, "domain_not_claimed"],
  ] as const;
  for (const [index, [claims, why]] of cases.entries()) {
    provider.be({ sub: String(index), ...claims });
    assert.equal((await signOn(anna)).view, `/sign-on/${why}`);
  }
  const trusting = { issuer, ...settings, trustEmails: true };
  await ask("PUT /sign-on", trusting, boss.cookie);
  provider.be({ sub: "trusted", email: anna });
  assert.equal((await signOn(anna)).view, "/");

  // A domain that was claimed and not proven, and then proven by another team.
  await ask("POST /sign-on/domains", { domain: "rival.example" }, boss.cookie);
  const missing = await ask("POST /sign-on/domains/rival.example/check", undefined, boss.cookie);
  assert.equal(missing.body.error.code, "record_missing");
  provider.be({ sub: "r", email: "rival@rival.example", email_verified: true });
  assert.equal((await signOn(anna)).view, "/sign-on/domain_not_claimed");
  assert.equal((await prove(rival.cookie, "rival.example")).status, 200);
  const { domains } = (await ask("GET /sign-on", undefined, boss.cookie)).body;
  const { record } = domains.find(({ domain }: { domain: string }) => domain === "rival.example");
  dns.set(record.name, record.value);
  const taken = await ask("POST /sign-on/domains/rival.example/check", undefined, boss.cookie);
  assert.equal(taken.body.error.code, "domain_taken");
  // When the team removes a domain, people with its addresses can no longer start a sign-on.
  await ask(`DELETE /sign-on/domains/${corp}`, undefined, boss.cookie);
  assert.equal((await ask("POST /sign-on/start", { email: anna })).status, 404);
});

test("a code of one sign-on is none for another, and two providers are not mixed up", async (t) => {
  const { provider, walk, leave, arrive, addMember, operator, ask, prove, boss } = await start(t, "sqlite");
  const rival = await addMember(operator, "rival@rival.example");
  await prove(rival.cookie, "rival.example");
  const redirect = (await ask("GET /sign-on", undefined, rival.cookie)).body.redirectUri;
  const evil = await startProvider(t, [redirect]);
  await ask("PUT /sign-on", { issuer: evil.issuer, ...settings }, rival.cookie);

  const anna = `anna@${corp}`;
  provider.be({ sub: "1", email: anna, email_verified: true });
  evil.be({ sub: "1", email: anna, email_verified: true });
  const left = await leave("x@rival.example");
  assert.equal((await arrive(await evil.walk(left.url), left.signOn)).view, "/sign-on/domain_not_claimed");

  // The honest provider's code with the state of the other sign-on, sent to the redirect URI of each team.
  const [honest, mixed] = [await leave(anna), await leave("x@rival.example")];
  const codeOf = (address: string) => new URL(address).searchParams.get("code") ?? "";
  const stateOf = (address: string) => new URL(address).searchParams.get("state") ?? "";
  const swapped = new URL(await walk(honest.url));
  swapped.searchParams.set("state", stateOf(mixed.url));
  assert.equal((await arrive(swapped.href, mixed.signOn)).view, "/sign-on/link_used", "another team's redirect URI");
  swapped.pathname = swapped.pathname.replace(boss.id, rival.id);
  assert.equal((await arrive(swapped.href, mixed.signOn)).view, "/sign-on/wrong_answer", "RFC 9207: iss");

  const [one, two] = [await leave(anna), await leave(anna)];
  const [first, second] = [await walk(one.url), new URL(await walk(two.url))];
  second.searchParams.set("code", codeOf(first));
  assert.equal((await arrive(second.href, two.signOn)).view, "/sign-on/wrong_answer", "PKCE");
});

test("it leads to views of the dashboard only", async (t) => {
  const { ask } = await start(t, "sqlite");
  for (const returnTo of [
    "//evil.example",
    "https://evil.example",
    "evil",
    "/\\evil",
    "/a b",
    `/${"a".repeat(300)}`,
    "/#x",
  ]) {
    const { status, body, headers } = await ask("POST /sign-on/start", { email: `a@${corp}`, returnTo });
    // The part after # must match a list of views; a host there is an unknown view.
    if (returnTo === "//evil.example") assert.equal(status, 200);
    else assert.deepEqual([status, body.error.field, headers["set-cookie"]], [400, "returnTo", undefined], returnTo);
  }
  const elsewhere = await ask("POST /sign-on/start", { email: `a@${corp}` }, undefined, {
    origin: "https://evil.example",
  });
  assert.equal(elsewhere.body.error.code, "wrong_origin");
});

test("a test runs the whole sign-on, reports what the provider returned, and signs no user in", async (t) => {
  const { provider, ask, walk, arrive, boss, addMember, operator, meOf, store } = await start(t, "sqlite");
  const tryAs = async (claims: object) => {
    provider.be({ sub: "7", ...claims });
    const left = await ask("POST /sign-on/test", undefined, boss.cookie);
    const { view, answer } = await arrive(await walk(left.body.url), cookieOf(left, "sign_on"));
    assert.equal(cookieOf(answer, "session"), undefined);
    assert.match(view, /^\/team\/sign-on\?test=[0-9a-f]{64}$/);
    return view.split("=")[1] ?? "";
  };
  const id = await tryAs({ email: `anna@${corp}`, email_verified: true });
  const { body } = await ask(`GET /sign-on/tests/${id}`, undefined, boss.cookie);
  assert.deepEqual(
    [body.outcome, body.email, body.subject, body.claims.email_verified],
    ["new", `anna@${corp}`, "7", true],
  );
  const people = await store.db.selectFrom("users").select("email").execute();
  assert.ok(!people.some(({ email }) => email === `anna@${corp}`));

  const unverified = await tryAs({ email: `anna@${corp}` });
  const result = await ask(`GET /sign-on/tests/${unverified}`, undefined, boss.cookie);
  assert.equal(result.body.outcome, "email_not_verified");
  const rival = await addMember(operator, "rival@rival.example");
  assert.equal((await ask(`GET /sign-on/tests/${id}`, undefined, rival.cookie)).status, 404);
  assert.ok(await meOf(boss.cookie));
});

/** Like `start`, with a provider that returns the claims that a test sets. */
async function startCrafted(t: TestContext, below = "") {
  const dashboard = await start(t, "sqlite");
  const { ask, arrive, boss } = dashboard;
  const provider = await startCraftedProvider(t, below);
  await ask("PUT /sign-on", { issuer: provider.issuer, ...settings }, boss.cookie);
  /** Starts a sign-on by this route, and returns with a token of these claims. */
  const walkAs = async (claims: object, route: string, body?: object, cookie?: string) => {
    const left = await ask(route, body, cookie);
    assert.equal(left.status, 200, left.text);
    const { searchParams } = new URL(left.body.url);
    const iat = Math.floor(Date.now() / 1000);
    const token = { iss: provider.issuer, sub: "1", aud: providerClient.clientId, iat, exp: iat + 60 };
    provider.give(provider.mint({ ...token, nonce: searchParams.get("nonce"), ...claims }));
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.search = new URLSearchParams({ code: "c", state: searchParams.get("state") ?? "" }).toString();
    const { view, answer } = await arrive(back.href, cookieOf(left, "sign_on"));
    return { view, session: cookieOf(answer, "session") };
  };
  return { ...dashboard, crafted: provider, walkAs };
}

test("where the provider does not say when people signed in, they confirm by what they have, and by nothing stale", async (t) => {
  const { ask, walkAs, advance, now } = await startCrafted(t);
  const email = `anna@${corp}`;
  const claims = { email, email_verified: true };
  const { session = "" } = await walkAs(claims, "POST /sign-on/start", { email });
  const begun = await ask("POST /authenticator-app", undefined, session);
  const codeNow = () => codeAt(fromBase32(begun.body.secret), stepAt(now()));
  assert.equal((await ask("POST /authenticator-app/finish", { code: codeNow() }, session)).status, 201);
  const factors = (await ask("GET /factors", undefined, session)).body;
  assert.deepEqual([factors.hasPassword, factors.appSinceMs !== null], [false, true]);

  advance(3600_000);
  const make = async () => (await ask("POST /api/v3/keys", { name: "x", kind: "private" }, session)).body.error?.code;
  const atProvider = async (more: object) =>
    (await walkAs({ ...claims, ...more }, "POST /sign-on/confirm", {}, session)).view;
  assert.equal(await atProvider({}), "/sign-on/no_auth_time");
  assert.equal(await atProvider({ auth_time: 1 }), "/sign-on/old_auth_time");
  assert.equal(await make(), "confirmation_needed");
  const wrong = await ask("POST /confirm/app", { code: "000000" }, session);
  assert.deepEqual([wrong.status, wrong.body.error.code, wrong.body.error.field], [401, "wrong_code", "code"]);
  assert.equal(await make(), "confirmation_needed");
  const code = codeNow();
  assert.equal((await ask("POST /confirm/app", { code }, session)).status, 204);
  assert.equal(await make(), undefined);
  advance(3600_000);
  assert.equal((await ask("POST /confirm/app", { code }, session)).body.error.code, "wrong_code", "used, and old");
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () => ask("POST /confirm/app", { code: "000000" }, session)),
  );
  assert.ok(guesses.some(({ body }) => body.error.code === "too_many_attempts"));
});

test("the e-mail is taken from the claim that the team chose, where it trusts it, and the audit log has both", async (t) => {
  const { ask, walkAs, boss, crafted, meOf } = await startCrafted(t);
  const email = `anna@${corp}`;
  const named = { preferred_username: email, email_verified: null };
  const signOn = () => walkAs(named, "POST /sign-on/start", { email });
  assert.equal((await signOn()).view, "/sign-on/no_email");
  const save = (change: object) => ask("PUT /sign-on", { issuer: crafted.issuer, ...settings, ...change }, boss.cookie);
  assert.equal((await save({ emailClaim: "sub" })).body.error.field, "emailClaim");
  assert.equal((await save({ emailClaim: "preferred_username" })).body.provider.emailClaim, "preferred_username");
  assert.equal((await signOn()).view, "/sign-on/email_not_verified", "chosen, but not trusted");
  const trusted = await save({ trustEmails: true });
  assert.equal(trusted.body.provider.emailClaim, "preferred_username", "stays where it is not sent");
  const test = (await walkAs(named, "POST /sign-on/test", undefined, boss.cookie)).view.split("=")[1];
  const result = (await ask(`GET /sign-on/tests/${test}`, undefined, boss.cookie)).body;
  assert.deepEqual([result.outcome, result.email], ["new", email]);
  assert.equal((await meOf((await signOn()).session)).user.email, email);
  const elsewhere = { sub: "2", preferred_username: "x@other.example" };
  assert.equal((await walkAs(elsewhere, "POST /sign-on/start", { email })).view, "/sign-on/domain_not_claimed");
  const { entries } = (await ask("GET /audit?action=sign_on_changed", undefined, boss.cookie)).body;
  assert.match(JSON.stringify(entries), /, e-mails by preferred_username"/);
});

test("the owner reads which issuer answered instead; a slash at the end is the same, and keeps secret and links", async (t) => {
  const { ask, walkAs, boss, crafted, store } = await startCrafted(t, "/application/o/faces");
  const { issuer } = crafted;
  crafted.describe({ issuer: `${issuer}/` });
  const email = `anna@${corp}`;
  const claims = { iss: `${issuer}/`, email, email_verified: true };
  assert.equal((await walkAs(claims, "POST /sign-on/start", { email })).view, "/");
  const { clientSecret: _, ...without } = settings;
  for (const typed of [`${issuer}/`, `${issuer}/.well-known/openid-configuration`, issuer]) {
    const saved = await ask("PUT /sign-on", { ...without, issuer: typed }, boss.cookie);
    assert.equal(saved.status, 200, `${typed}: ${saved.text}`);
    assert.equal((await walkAs(claims, "POST /sign-on/start", { email })).view, "/");
  }
  assert.equal((await store.db.selectFrom("identities").selectAll().execute()).length, 1);

  await ask("PUT /sign-on", { ...settings, issuer }, boss.cookie);
  crafted.describe({ issuer: "https://login.example/{tenantid}/v2.0" });
  await ask("PUT /sign-on", { ...settings, issuer, clientId: "another" }, boss.cookie);
  const tested = (await ask("POST /sign-on/test", undefined, boss.cookie)).body.error;
  assert.equal(tested.code, "other_issuer");
  assert.match(tested.message, /names the issuer https:\/\/login\.example\/\{tenantid\}\/v2\.0\./);
  const start = (await ask("POST /sign-on/start", { email })).body.error;
  assert.equal(start.code, "other_issuer");
  assert.doesNotMatch(start.message, /login\.example/, "for the owner alone");
});

test("an unavailable provider is reported, and passwords still work", async (t) => {
  const { ask, boss } = await start(t, "sqlite");
  await ask("PUT /sign-on", { ...settings, issuer: "http://127.0.0.1:1" }, boss.cookie);
  const away = await ask("POST /sign-on/start", { email: `a@${corp}` });
  assert.deepEqual([away.status, away.body.error.code], [502, "provider_unreachable"]);
  assert.equal((await ask("POST /sign-in", { email: ownerEmail, password: ownerPassword })).status, 200);
  assert.equal((await ask("DELETE /sign-on", undefined, boss.cookie)).status, 204);
  assert.equal((await ask("DELETE /sign-on", undefined, boss.cookie)).status, 404);
  assert.deepEqual((await ask("POST /sign-on/find", { email: `a@${corp}` })).body, { signOn: null });
});
