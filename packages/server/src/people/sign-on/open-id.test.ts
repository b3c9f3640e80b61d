import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { startCraftedProvider } from "../../testing/sign-on/crafted-provider.ts";
import { createGuardedFetch } from "../../outbound/guarded-fetch.ts";
import { createOpenId } from "./open-id.ts";

const redirectUri = "https://faces.example/callback";
const state = "the-state";
const client = { clientId: "selfsame", clientSecret: "secret" };

async function start(t: TestContext) {
  const provider = await startCraftedProvider(t);
  const { issuer } = provider;
  const fetch = createGuardedFetch({ allowedDomains: ["127.0.0.1"], allowPrivate: true });
  const openId = createOpenId(fetch);
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
  /** Runs a sign-on at a provider that returns this token. */
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
  assert.equal((await at(nowSeconds - 3600)).outcome, "wrong_answer");
  assert.equal((await at()).outcome, "wrong_answer", "without saying when");
});

test("no browser is sent to a provider that answers for another issuer or names a script URL", async (t) => {
  const { provider, begin } = await start(t);
  const lies = [
    { issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" },
    { issuer: "https://other.example" },
    // oxlint-disable-next-line no-script-url
    { authorization_endpoint: "javascript:alert(1)" },
    { authorization_endpoint: undefined },
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
