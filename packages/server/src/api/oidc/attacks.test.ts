import assert from "node:assert/strict";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import { exportJWK, SignJWT, UnsecuredJWT } from "jose";
import * as openid from "openid-client";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { makeAccount } from "../../../testing/make-account.ts";
import { formOf } from "../../../testing/sessions/sessions.ts";
import { issuer, redirectUri, startOidcService } from "../../../testing/oidc/oidc-service.ts";

const bea = await portrait("bea");

async function begin(t: TestContext, options: Parameters<typeof startOidcService>[1] = {}) {
  const service = await startOidcService(t, options);
  const client = await service.addClient();
  const config = await service.discover(client.id, openid.ClientSecretBasic(client.secret));
  /** A person who has passed the face check, on the way back to the client. */
  const arrive = async (hint: string, more: Readonly<Record<string, string>> = {}, as = { client, config }) => {
    const session = await service.bind(as.client.id, hint, { challenge: "off" });
    const asked = await service.request(as.config, { login_hint: hint, ...more });
    const person = service.browser();
    const page = await person.walk(asked.url);
    const { at } = await person.walk(await service.showFace(page.at));
    return { session, asked, at };
  };
  /** Acts as the client, without a library. */
  const token = (form: Readonly<Record<string, string>>, as = client) =>
    service.fetchOf(`${issuer}/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${as.id}:${as.secret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ grant_type: "authorization_code", redirect_uri: redirectUri, ...form }).toString(),
    });
  return { ...service, client, config, arrive, token };
}

/** Changes parameters of a request: null removes one. */
function changed(url: string, params: Readonly<Record<string, string | null>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(params)) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  return address.href;
}

const errorOf = (at: URL) => at.searchParams.get("error");
const bodyOf = async (response: Response) => (await response.json()) as Record<string, string>;

test("a request without PKCE, or with a challenge that is no hash, is refused before anybody is sent", async (t) => {
  const { config, request, bind, client, browser, statusOf } = await begin(t);
  const session = await bind(client.id, "one");
  const { url } = await request(config, { login_hint: "one" });
  for (const params of [
    { code_challenge: null, code_challenge_method: null },
    { code_challenge_method: "plain" },
    // The RFC's default is `plain`.
    { code_challenge_method: null },
    { response_type: "id_token" },
    { response_type: "code id_token" },
    { scope: "profile" },
    { login_hint: null },
  ]) {
    const { at } = await browser().walk(changed(url, params));
    // Response types with tokens are returned in the fragment.
    const answer = new URLSearchParams(at.search || at.hash.slice(1));
    assert.ok(answer.get("error"), JSON.stringify(params));
    assert.equal(answer.get("iss"), issuer);
    assert.equal(answer.get("code"), null);
  }
  assert.equal(await statusOf(session.id), "open");
});

test("a code is worth nothing without its verifier, at another redirect URI, or to another client", async (t) => {
  const { arrive, token, addClient } = await begin(t);
  const other = await addClient();
  const { at, asked } = await arrive("one");
  const code = at.searchParams.get("code") ?? "";
  const { verifier } = asked;
  for (const [form, as] of [
    [{ code }],
    [{ code, code_verifier: "a".repeat(43) }],
    [{ code, code_verifier: verifier, redirect_uri: `${redirectUri}/other` }],
    [{ code, code_verifier: verifier }, other],
  ] as const) {
    const response = await token(form, as);
    assert.deepEqual([response.status, (await bodyOf(response)).error], [400, "invalid_grant"]);
  }
  const wrong = await token({ code, code_verifier: verifier }, { ...other, secret: "wrong" });
  assert.deepEqual([wrong.status, (await bodyOf(wrong)).error], [401, "invalid_client"]);
  assert.equal((await token({ code, code_verifier: verifier })).status, 200);
});

test("a code that is redeemed again revokes what came of it, also where both requests come at once", async (t) => {
  const { arrive, token, config } = await begin(t);
  const first = await arrive("one");
  const tokens = await first.asked.redeem(first.at);
  const sub = tokens.claims()?.sub ?? "";
  assert.equal((await openid.fetchUserInfo(config, tokens.access_token, sub)).sub, sub);
  const form = { code: first.at.searchParams.get("code") ?? "", code_verifier: first.asked.verifier };
  assert.equal((await bodyOf(await token(form))).error, "invalid_grant");
  await assert.rejects(openid.fetchUserInfo(config, tokens.access_token, sub), { status: 401 });

  const second = await arrive("two");
  const both = { code: second.at.searchParams.get("code") ?? "", code_verifier: second.asked.verifier };
  const answers = await Promise.all([token(both), token(both), token(both)]);
  assert.ok(answers.filter(({ status }) => status === 200).length <= 1, "a code is worth one token");
});

test("a response with another state, nonce, issuer or code is not taken by the client", async (t) => {
  const { arrive } = await begin(t);
  const mine = await arrive("one");
  const foreign = await arrive("two");
  const set = (name: string, value: string) => new URL(changed(mine.at.href, { [name]: value }));
  await assert.rejects(mine.asked.redeem(set("state", "other")));
  await assert.rejects(mine.asked.redeem(set("iss", "https://login.example")));
  await assert.rejects(mine.asked.redeem(new URL(changed(mine.at.href, { iss: null }))));
  // A code of another browser: PKCE binds the code to its request.
  await assert.rejects(mine.asked.redeem(set("code", foreign.at.searchParams.get("code") ?? "")));
  await assert.rejects(mine.asked.redeem(mine.at, { expectedNonce: "other" }));
});

test("nobody is sent to an address that is not exactly a redirect URI of the client", async (t) => {
  const { config, request, bind, client, browser } = await begin(t);
  await bind(client.id, "one");
  const { url } = await request(config, { login_hint: "one" });
  for (const address of [
    "https://evil.example/callback",
    "https://shop.example/callback/",
    "https://shop.example/callback?x=1",
    "https://shop.example/callback#x",
    "https://shop.example/Callback",
    "https://shop.example:8443/callback",
    "http://shop.example/callback",
    "https://shop.example/callback/../other",
    "https://shop.example%2f@evil.example/callback",
    "https://user@shop.example/callback",
    "javascript:alert(1)",
  ]) {
    const page = await browser().walk(changed(url, { redirect_uri: address }));
    assert.deepEqual([page.status, page.at.pathname], [400, "/oidc/auth"], address);
    assert.ok(!page.text.includes("<script"), address);
  }
  const without = await browser().walk(changed(url, { redirect_uri: null }));
  assert.equal(without.status, 400);
});

test("no page of it can be shown in a frame, and what a request says is never part of a page as it is", async (t) => {
  const { config, request, bind, client, browser } = await begin(t);
  await bind(client.id, "one");
  const { url } = await request(config, { login_hint: "one" });
  for (const address of [
    url,
    changed(url, { client_id: "<img src=x>" }),
    changed(url, { response_mode: "form_post", code_challenge: null }),
    `${issuer}/face/x`,
    `${issuer}/face/x/end`,
  ]) {
    const response = await browser().get(address);
    assert.match(response.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/, address);
    assert.equal(response.headers.get("x-frame-options"), "DENY");
    assert.equal(response.headers.get("referrer-policy"), "no-referrer");
    assert.ok(!(await response.text()).includes("<img"), address);
  }
});

test("another browser can neither begin the step of a person nor finish it", async (t) => {
  const { config, request, bind, client, browser, showFace } = await begin(t);
  await bind(client.id, "one", { challenge: "off" });
  const asked = await request(config, { login_hint: "one" });
  const [person, thief] = [browser(), browser()];
  const step = (await person.get(asked.url)).headers.get("location") ?? "";
  assert.match(step, /\/oidc\/face\//);
  assert.equal((await thief.walk(step)).status, 400);
  const page = await person.walk(step);
  // A reload of the step leads to the same page.
  assert.equal((await person.walk(step)).at.href, page.at.href);
  const end = await showFace(page.at);
  const stolen = await thief.walk(end);
  assert.equal(stolen.status, 400);
  assert.match(stolen.text, /another browser/);
  // Another browser with its own step cannot finish this one either.
  await bind(client.id, "two");
  await thief.walk((await request(config, { login_hint: "two" })).url);
  assert.equal((await thief.walk(end)).status, 400);
  // The step's id is public, as a part of addresses; its cookie is signed.
  const uid = step.split("/").at(-1) ?? "";
  const forged = browser();
  for (const name of ["selfsame_oidc_step", "selfsame_oidc_resume"]) {
    forged.cookies.set(name, { value: uid, path: "/" });
    forged.cookies.set(`${name}.sig`, { value: "x".repeat(27), path: "/" });
  }
  assert.equal((await forged.walk(end)).status, 400);
  assert.equal((await forged.get(`${issuer}/auth/${uid}`)).status, 400);
  const resumed = await thief.get(`${issuer}/auth/${uid}`);
  assert.equal(resumed.status, 400);
  const { at } = await person.walk(end);
  assert.ok((await asked.redeem(at)).id_token);
});

test("who names somebody else has to show their face, and the token names whose it was", async (t) => {
  const { config, request, bind, client, browser, showFace, read } = await begin(t);
  const session = await bind(client.id, "victim", { challenge: "off", attempts: "1" });
  const asked = await request(config, { login_hint: "victim" });
  const thief = browser();
  const page = await thief.walk(asked.url);
  const { at } = await thief.walk(await showFace(page.at, bea));
  assert.equal(errorOf(at), "access_denied");
  assert.equal(at.searchParams.get("code"), null);
  assert.equal((await read(session.id)).status, "failed");
  const again = await browser().walk((await request(config, { login_hint: "victim" })).url);
  assert.equal(errorOf(again.at), "access_denied");
});

test("a session serves one request of its client, and none that it was not made for", async (t) => {
  const { config, request, bind, client, browser, create, amal, visit, addClient, discover, fetchOf } = await begin(t);
  const ask = async (hint: string, as = config) => browser().walk((await request(as, { login_hint: hint })).url);
  const denied = async (hint: string, as = config) => assert.equal(errorOf((await ask(hint, as)).at), "access_denied");
  await denied("nobody");
  // A session for no client.
  const plain = await create(formOf({ reference: amal, external_id: "plain" }));
  await denied(plain.session.id);
  // A session for another client of the same account.
  const other = await addClient({ name: "Another" });
  const otherConfig = await discover(other.id, openid.ClientSecretPost(other.secret));
  const [mine, theirs] = [await bind(client.id, "both"), await bind(other.id, "both")];
  assert.notEqual(mine.oidc.sub, theirs.oidc.sub);
  // A session already opened by its link.
  const opened = await create(formOf({ reference: amal, oidc_client: client.id, login_hint: "opened" }));
  await visit(opened.secret).state();
  await denied("opened");
  // A session serves one request.
  assert.equal((await ask("both")).at.pathname, "/verify");
  await denied("both");
  assert.equal((await ask("both", otherConfig)).at.pathname, "/verify");
  // For an unknown client there is no result.
  const unknown = await fetchOf(`${issuer}/auth?client_id=oc_unknown&redirect_uri=${redirectUri}`);
  assert.equal(unknown.status, 400);
});

test("two requests at once do not share a session", async (t) => {
  const { config, request, bind, client, browser } = await begin(t);
  await bind(client.id, "one");
  const people = await Promise.all([1, 2, 3].map(async () => (await request(config, { login_hint: "one" })).url));
  const pages = await Promise.all(people.map((url) => browser().walk(url)));
  assert.equal(pages.filter(({ at }) => at.pathname === "/verify").length, 1);
});

test("the client of another account, of the other mode, or of no reference makes no session", async (t) => {
  const { create, amal, addClient, client, testKey, store, by, ask } = await begin(t);
  const { account } = await makeAccount(store, by, { email: "else@example.com", plan: "unlimited" }, Date.now());
  const foreign = await addClient({}, account.id);
  const forTests = await addClient({ test: true });
  const param = async (parts: Parameters<typeof formOf>[0], key?: string) => {
    const { status, body } = await create(formOf(parts), key);
    return [status, body.error?.param ?? body.error?.code];
  };
  const hint = { login_hint: "one" };
  const withPhoto = { reference: amal, ...hint };
  assert.deepEqual(await param({ ...withPhoto, oidc_client: foreign.id }), [400, "oidc_client"]);
  assert.deepEqual(await param({ ...withPhoto, oidc_client: forTests.id }), [400, "oidc_client"]);
  assert.deepEqual(await param({ ...withPhoto, oidc_client: client.id }, testKey.secret), [400, "oidc_client"]);
  assert.deepEqual(await param(withPhoto), [400, "oidc_client"]);
  assert.deepEqual(await param({ reference: amal, oidc_client: client.id }), [400, "login_hint"]);
  assert.deepEqual(await param({ ...withPhoto, oidc_client: client.id, login_hint: "a\nb" }), [400, "login_hint"]);
  assert.deepEqual(await param({ ...withPhoto, oidc_client: client.id, return_url: "https://shop.example/x" }), [
    400,
    "return_url",
  ]);
  const without = await ask("POST", "/sessions", { ...hint, oidc_client: client.id });
  assert.deepEqual([without.status, without.body.error.code], [400, "missing_file"]);
});

test("a pushed request is its client's alone, and a client that has to push cannot do without", async (t) => {
  const { bind, client, config, browser, request, addClient, discover, fetchOf } = await begin(t);
  await bind(client.id, "one");
  const pushed = await request(config, { login_hint: "one" }, true);
  assert.deepEqual([...new URL(pushed.url).searchParams.keys()].toSorted(), ["client_id", "request_uri"]);
  const other = await addClient({ par_required: true });
  await bind(other.id, "one");
  const stolen = await browser().walk(changed(pushed.url, { client_id: other.id }));
  assert.equal(stolen.status, 400);
  assert.equal((await browser().walk(pushed.url)).at.pathname, "/verify");

  const strict = await discover(other.id, openid.ClientSecretPost(other.secret));
  const direct = await browser().walk((await request(strict, { login_hint: "one" })).url);
  assert.equal(errorOf(direct.at), "invalid_request");
  assert.equal((await browser().walk((await request(strict, { login_hint: "one" }, true)).url)).at.pathname, "/verify");
  const anonymous = await fetchOf(`${issuer}/request`, {
    method: "POST",
    body: new URLSearchParams({ client_id: client.id, redirect_uri: redirectUri, response_type: "code" }),
  });
  assert.equal((await bodyOf(anonymous)).error, "invalid_client");
});

test("a client with a key signs, once for each request, for this provider alone; no secret and no unsigned text stands for it", async (t) => {
  const { addClient, discover, request, bind, browser, showFace, fetchOf, client } = await begin(t);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256" };
  const { id } = await addClient({ jwks: { keys: [jwk] } });
  const key = await crypto.subtle.importKey(
    "pkcs8",
    privateKey.export({ format: "der", type: "pkcs8" }),
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign"],
  );
  const config = await discover(id, openid.PrivateKeyJwt({ key, kid: "one" }));
  await bind(id, "one", { challenge: "off" });
  const asked = await request(config, { login_hint: "one" }, true);
  const person = browser();
  const page = await person.walk(asked.url);
  const { at } = await person.walk(await showFace(page.at));
  assert.equal((await asked.redeem(at)).claims()?.aud, id);

  const claims = { iss: id, sub: id, aud: issuer, jti: randomUUID() };
  const exp = Math.floor(Date.now() / 1000) + 60;
  const signed = (payload: object, algorithm = "ES256") =>
    new SignJWT({ ...claims, exp, iat: exp - 60, ...payload })
      .setProtectedHeader({ alg: algorithm, kid: "one" })
      .sign(algorithm === "ES256" ? privateKey : Buffer.from(JSON.stringify(jwk).padEnd(32)));
  const push = async (assertion: string) => {
    const response = await fetchOf(`${issuer}/request`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: id,
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: assertion,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: "openid",
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
      }),
    });
    return response.status;
  };
  const once = await signed({});
  assert.deepEqual([await push(once), await push(once)], [201, 401]);
  const twice = await signed({ jti: randomUUID() });
  const atOnce = await Promise.all([push(twice), push(twice), push(twice)]);
  assert.equal(atOnce.filter((status) => status === 201).length, 1, atOnce.join());
  assert.equal(await push(await signed({ jti: randomUUID(), aud: "https://login.example" })), 401);
  assert.equal(await push(await signed({ jti: randomUUID(), exp: exp - 600 })), 401);
  assert.equal(await push(await signed({ jti: randomUUID(), iss: client.id, sub: client.id })), 400);
  assert.equal(await push(await signed({ jti: randomUUID() }, "HS256")), 401);
  assert.equal(await push(new UnsecuredJWT({ ...claims, jti: randomUUID(), exp }).encode()), 401);
  const bySecret = await fetchOf(`${issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${id}:`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code: "x", redirect_uri: redirectUri }),
  });
  assert.ok([400, 401].includes(bySecret.status), String(bySecret.status));
});

test("a client sends 600 people a minute, from however many networks, and takes nothing from another client", async (t) => {
  const { config, request, fetchOf, addClient, discover } = await begin(t, { trustedProxies: ["127.0.0.1"] });
  const { url } = await request(config, { login_hint: "nobody waits" });
  const errorFrom = async (address: string, asked = url) => {
    const response = await fetchOf(asked, { headers: { "x-forwarded-for": address } });
    return errorOf(new URL(response.headers.get("location") ?? assert.fail(`${response.status}`)));
  };
  const errors = new Map<string | null, number>();
  for (let asked = 0; asked < 605; asked++) {
    const error = await errorFrom(`192.0.2.${asked % 10}`);
    errors.set(error, (errors.get(error) ?? 0) + 1);
  }
  assert.deepEqual(Object.fromEntries(errors), { access_denied: 600, temporarily_unavailable: 5 });
  const other = await addClient();
  const theirs = await request(await discover(other.id, openid.ClientSecretBasic(other.secret)), { login_hint: "one" });
  assert.equal(await errorFrom("192.0.2.1", theirs.url), "access_denied");
});

test("what the provider does not offer is not there", async (t) => {
  const { fetchOf, config } = await begin(t);
  for (const path of [
    "/reg",
    "/device/auth",
    "/token/introspection",
    "/token/revocation",
    "/session/end",
    "/backchannel",
  ]) {
    for (const method of ["GET", "POST"]) assert.equal((await fetchOf(issuer + path, { method })).status, 404, path);
  }
  const { grant_types_supported, response_types_supported, token_endpoint_auth_methods_supported } =
    config.serverMetadata();
  assert.deepEqual(grant_types_supported, ["authorization_code"]);
  assert.deepEqual(response_types_supported, ["code"]);
  assert.deepEqual(token_endpoint_auth_methods_supported, [
    "client_secret_basic",
    "client_secret_post",
    "private_key_jwt",
  ]);
});

test("a service that is not set to be a provider has none of it", async (t) => {
  const { url, ask, amal, create } = await startOidcService(t, { oidc: false });
  for (const path of ["/.well-known/openid-configuration", "/jwks", "/auth"]) {
    assert.equal((await fetch(`${url}/oidc${path}`)).status, 404);
  }
  const { status, body } = await create(formOf({ reference: amal, oidc_client: "oc_1", login_hint: "one" }));
  assert.deepEqual([status, body.error.param], [400, "oidc_client"]);
  assert.match(body.error.message, /SELFSAME_OIDC/);
  assert.equal((await ask("GET", "/sessions")).status, 200);
});
