import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { startCraftedProvider } from "../../../../testing/sign-on/crafted-provider.ts";
import { createGuardedFetch } from "@selfsame/platform/outbound/guarded-fetch";
import { createOpenId } from "./open-id.ts";

const redirectUri = "https://faces.example/callback";
const state = "the-state";
const client = { clientId: "selfsame", clientSecret: "secret" };

const guardedFetch = () => createGuardedFetch({ allowedDomains: ["127.0.0.1"], allowPrivate: true });

async function start(t: TestContext) {
  const provider = await startCraftedProvider(t);
  const { issuer } = provider;
  const openId = createOpenId(guardedFetch());
  const begin = () => openId.begin({ issuer, ...client }, { redirectUri, state, reauthenticate: false });
  const nowSeconds = Math.floor(Date.now() / 1000);
  const fine = (nonce: string) => ({
    iss: issuer,
    sub: "one",
    aud: "selfsame",
    iat: nowSeconds,
    exp: nowSeconds + 600,
    nonce,
    email: "a@corp.example",
  });
  /** Runs a sign-on at a provider that returns this ID token. */
  const goThere = async (
    token: (nonce: string) => string,
    more: { readonly parameters?: Record<string, string>; readonly reauthenticate?: boolean } = {},
  ) => {
    const begun = await begin();
    assert.ok(begun.outcome === "begun", JSON.stringify(begun));
    provider.give(token(begun.checks.nonce));
    const answer = new URL(redirectUri);
    answer.search = new URLSearchParams({ code: "c", state, ...more.parameters }).toString();
    return openId.finish({ issuer, ...client }, answer, {
      ...begun.checks,
      state,
      reauthenticate: more.reauthenticate ?? false,
    });
  };
  return { provider, issuer, openId, begin, fine, goThere, nowSeconds };
}

test("an ID token is taken with every check passed, and refused with any one failed", async (t) => {
  const { provider, issuer, fine, goThere, nowSeconds } = await start(t);
  const { mint } = provider;
  const taken = await goThere((nonce) => mint(fine(nonce)));
  assert.deepEqual([taken.outcome, "subject" in taken && taken.subject], ["finished", "one"]);

  const lies: Record<string, (nonce: string) => string> = {
    "alg none": (nonce) => mint(fine(nonce), "nobody"),
    "signed by another key": (nonce) => mint(fine(nonce), "stranger"),
    "for another client": (nonce) => mint({ ...fine(nonce), aud: "another" }),
    "for several, without saying whom": (nonce) => mint({ ...fine(nonce), aud: ["selfsame", "another"] }),
    "of another issuer": (nonce) => mint({ ...fine(nonce), iss: "https://other.example" }),
    expired: (nonce) => mint({ ...fine(nonce), iat: nowSeconds - 900, exp: nowSeconds - 300 }),
    "from the future": (nonce) => mint({ ...fine(nonce), nbf: nowSeconds + 300 }),
    "with the nonce of another sign-on": () => mint(fine("replayed")),
    "without a nonce": () => mint({ ...fine("x"), nonce: undefined }),
    "without a subject": (nonce) => mint({ ...fine(nonce), sub: undefined }),
    "with a subject that no database takes": (nonce) => mint({ ...fine(nonce), sub: "a\u0000b" }),
    "not a token": () => "a.b.c",
  };
  for (const [lie, token] of Object.entries(lies)) {
    assert.equal((await goThere(token)).outcome, "wrong_answer", lie);
  }
  const answers = { "another state": { state: "x" }, "another issuer": { iss: "https://other.example" } };
  for (const [lie, parameters] of Object.entries(answers)) {
    assert.equal((await goThere((nonce) => mint(fine(nonce)), { parameters })).outcome, "wrong_answer", lie);
  }
  assert.equal((await goThere((nonce) => mint(fine(nonce)), { parameters: { iss: issuer } })).outcome, "finished");
});

test("a declined sign-on has its own outcome, and no text of the provider is repeated", async (t) => {
  const { goThere } = await start(t);
  const parameters = { error: "access_denied", error_description: "<script>" };
  assert.deepEqual(await goThere(() => "", { parameters }), { outcome: "declined", detail: "access_denied" });
  const odd = await goThere(() => "", { parameters: { error: "<script>" } });
  assert.deepEqual(odd, { outcome: "declined", detail: "error" });
});

test("reauthentication needs a new sign-on, not an existing session at the provider", async (t) => {
  const { provider, fine, goThere, nowSeconds } = await start(t);
  const at = (auth_time?: number) =>
    goThere((nonce) => provider.mint({ ...fine(nonce), auth_time }), { reauthenticate: true });
  assert.equal((await at(nowSeconds)).outcome, "finished");
  assert.equal((await at(nowSeconds - 3600)).outcome, "old_auth_time");
  assert.equal((await at()).outcome, "no_auth_time", "without saying when");
  assert.equal((await at(nowSeconds + 3600)).outcome, "wrong_answer", "from the future");
  const forged = await goThere((nonce) => provider.mint(fine(nonce), "stranger"), { reauthenticate: true });
  assert.equal(forged.outcome, "wrong_answer", "what is signed by another key says nothing of the provider");
});

test("to reauthenticate, auth_time is requested as an essential claim, unless the provider supports no such request", async (t) => {
  const { provider, issuer } = await start(t);
  const claimsAsked = async (metadata: object, reauthenticate = true) => {
    provider.describe(metadata);
    const begun = await createOpenId(guardedFetch()).begin(
      { issuer, ...client },
      { redirectUri, state, reauthenticate },
    );
    assert.ok(begun.outcome === "begun");
    const { searchParams } = new URL(begun.url);
    assert.equal(searchParams.get("max_age"), reauthenticate ? "0" : null);
    return searchParams.get("claims");
  };
  const asked = '{"id_token":{"auth_time":{"essential":true}}}';
  assert.equal(await claimsAsked({}), asked);
  assert.equal(await claimsAsked({ claims_parameter_supported: true }), asked);
  assert.equal(await claimsAsked({ claims_parameter_supported: false }), null);
  assert.equal(await claimsAsked({}, false), null);
});

test("the claim with the e-mail decides the scope, and what is asked of the provider's userinfo", async (t) => {
  const { provider, issuer, openId, fine } = await start(t);
  const asked: string[] = [];
  const named = { sub: "one", preferred_username: "a@corp.example" };
  provider.describe({ userinfo_endpoint: `${issuer}/userinfo` });
  provider.respond((path) => {
    if (path !== "/userinfo") return undefined;
    asked.push(path);
    return Response.json(named);
  });
  const claimsBy = async (emailClaim: "email" | "preferred_username" | undefined) => {
    const of = { issuer, ...client, emailClaim };
    const begun = await openId.begin(of, { redirectUri, state, reauthenticate: false });
    assert.ok(begun.outcome === "begun");
    provider.give(provider.mint(fine(begun.checks.nonce)));
    const answer = new URL(redirectUri);
    answer.search = new URLSearchParams({ code: "c", state }).toString();
    const finished = await openId.finish(of, answer, { ...begun.checks, state, reauthenticate: false });
    assert.ok(finished.outcome === "finished", JSON.stringify(finished));
    return [new URL(begun.url).searchParams.get("scope"), finished.claims["preferred_username"], asked.length];
  };
  assert.deepEqual(await claimsBy(undefined), ["openid email", undefined, 0]);
  assert.deepEqual(await claimsBy("email"), ["openid email", undefined, 0]);
  assert.deepEqual(await claimsBy("preferred_username"), ["openid email profile", "a@corp.example", 1]);
});

test("an issuer is found with and without the slash at its end, and tokens are taken of the exact one", async (t) => {
  for (const path of ["", "/application/o/faces"]) {
    for (const slash of ["", "/"]) {
      const provider = await startCraftedProvider(t, path);
      const exact = `${provider.issuer}${slash}`;
      provider.describe({ issuer: exact });
      for (const issuer of [provider.issuer, `${provider.issuer}/`]) {
        const openId = createOpenId(guardedFetch());
        const finished = async (iss: string) => {
          const begun = await openId.begin({ issuer, ...client }, { redirectUri, state, reauthenticate: false });
          assert.ok(begun.outcome === "begun", `${exact} for ${issuer}: ${JSON.stringify(begun)}`);
          const iat = Math.floor(Date.now() / 1000);
          const token = {
            iss,
            sub: "one",
            aud: "selfsame",
            iat,
            exp: iat + 60,
            nonce: begun.checks.nonce,
            email: "a@b.c",
          };
          provider.give(provider.mint(token));
          const answer = new URL(redirectUri);
          answer.search = new URLSearchParams({ code: "c", state }).toString();
          return openId.finish({ issuer, ...client }, answer, { ...begun.checks, state, reauthenticate: false });
        };
        assert.equal((await finished(exact)).outcome, "finished", `${exact} for ${issuer}`);
        const other = slash === "/" ? provider.issuer : `${provider.issuer}/`;
        assert.equal((await finished(other)).outcome, "wrong_answer", `a token of ${other}`);
      }
    }
  }
});

test("no browser is sent to a provider that answers for another issuer or names a script URL", async (t) => {
  const { provider, begin, issuer } = await start(t);
  const host = new URL(issuer).host;
  const others = ["https://login.microsoftonline.com/{tenantid}/v2.0", "https://other.example", `${issuer}/realms/x`];
  others.push(`https://${host}`, `${issuer}//`, issuer.replace("127.0.0.1", "localhost"));
  for (const other of others) {
    provider.describe({ issuer: other });
    const begun = await begin();
    assert.deepEqual([begun.outcome, "issuer" in begun && begun.issuer], ["other_issuer", other]);
  }
  for (const unshown of ["https://x.example/\u0000", "no issuer", `https://x.example/${"a".repeat(300)}`]) {
    provider.describe({ issuer: unshown });
    const begun = await begin();
    assert.deepEqual([begun.outcome, "issuer" in begun && begun.issuer], ["other_issuer", undefined]);
  }
  const lies = [
    // oxlint-disable-next-line no-script-url
    { authorization_endpoint: "javascript:alert(1)" },
    { authorization_endpoint: undefined },
    { issuer: undefined },
  ];
  for (const lie of lies) {
    provider.describe(lie);
    assert.equal((await begin()).outcome, "unreachable", JSON.stringify(lie));
  }
  provider.describe({});
  assert.equal((await begin()).outcome, "begun", "what failed is not remembered");
});

test("a provider that is down, redirects, sends no JSON or a gigabyte is unreachable", async (t) => {
  const { provider, begin, openId } = await start(t);
  const json = { "content-type": "application/json" };
  const answers: Record<string, () => Response> = {
    "an error": () => new Response("{}", { status: 500, headers: json }),
    "a redirect": () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/" } }),
    "a page": () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    "half of it": () => new Response('{"issuer":', { headers: json }),
    "too much": () => new Response(Buffer.alloc(600 * 1024, " "), { headers: json }),
  };
  for (const [name, answer] of Object.entries(answers)) {
    provider.respond(answer);
    assert.equal((await begin()).outcome, "unreachable", name);
  }
  const down = { issuer: "http://127.0.0.1:1", ...client };
  const ask = { redirectUri, state, reauthenticate: false };
  assert.equal((await openId.begin(down, ask)).outcome, "unreachable");
});
