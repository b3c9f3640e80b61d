/** Third-party clients, unchanged: oauth4webapi, and Auth.js, a complete sign-in for web apps. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { Auth, customFetch } from "@auth/core";
import { exportJWK } from "jose";
import * as oauth from "oauth4webapi";
import { issuer, redirectUri, startOidcService } from "../../../testing/oidc/oidc-service.ts";

test("oauth4webapi: a pushed request, a signed assertion, and an ID token whose signature it checks", async (t) => {
  const { addClient, bind, browser, showFace, fetchOf } = await startOidcService(t);
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { id } = await addClient({
    par_required: true,
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: "a" }] },
  });
  const session = await bind(id, "one", { challenge: "off" });
  const options = {
    [oauth.customFetch]: (address: string, init: oauth.CustomFetchOptions<string, unknown>) =>
      fetchOf(address, init as RequestInit),
  };

  const issuerUrl = new URL(issuer);
  const server = await oauth.processDiscoveryResponse(issuerUrl, await oauth.discoveryRequest(issuerUrl, options));
  const client: oauth.Client = { client_id: id };
  const pkcs8 = privateKey.export({ format: "der", type: "pkcs8" });
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]);
  const authenticate = oauth.PrivateKeyJwt({ key, kid: "a" });
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const parameters = new URLSearchParams({
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid",
    login_hint: "one",
    acr_values: "urn:selfsame:face+live urn:selfsame:face",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  const pushed = await oauth.processPushedAuthorizationResponse(
    server,
    client,
    await oauth.pushedAuthorizationRequest(server, client, authenticate, parameters, options),
  );
  const start = new URL(server.authorization_endpoint ?? "");
  start.searchParams.set("client_id", id);
  start.searchParams.set("request_uri", pushed.request_uri);

  const person = browser();
  const { at } = await person.walk(await showFace((await person.walk(start.href)).at));
  const answer = oauth.validateAuthResponse(server, client, at, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticate,
    answer,
    redirectUri,
    verifier,
    options,
  );
  const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    maxAge: 300,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, response, options);
  const claims = oauth.getValidatedIdTokenClaims(result);
  assert.deepEqual([claims?.sub, claims?.["acr"], claims?.["amr"]], [session.oidc.sub, "urn:selfsame:face", ["face"]]);
});

test("Auth.js: a web app signs a person in by the face, and knows whose it was", async (t) => {
  const { addClient, bind, browser, showFace, fetchOf } = await startOidcService(t);
  const app = "https://shop.example";
  const callback = `${app}/auth/callback/face`;
  const { id, secret } = await addClient({ redirect_uris: [callback] });
  const session = await bind(id, "one", { challenge: "off" });
  const config = {
    secret: "a secret of the app in this test",
    trustHost: true,
    basePath: "/auth",
    providers: [
      {
        id: "face",
        name: "Face",
        type: "oidc" as const,
        issuer,
        clientId: id,
        clientSecret: secret,
        authorization: { params: { acr_values: "urn:selfsame:face" } },
        checks: ["pkce" as const, "state" as const, "nonce" as const],
        profile: (profile: Readonly<Record<string, unknown>>) => ({ id: String(profile["sub"]) }),
        [customFetch]: fetchOf,
      },
    ],
    callbacks: {
      jwt: ({ token, profile }: { token: object; profile?: object | undefined }) => ({
        ...token,
        ...(profile && { face: profile }),
      }),
      session: ({ session, token }: { session: object; token: object }) => ({ ...session, token }),
    },
  };
  const jar = new Map<string, string>();
  const ask = async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const request = new Request(url, init);
    request.headers.set("cookie", cookie);
    // The client's own response type declares none of the methods of Response.
    const response = (await Auth(request, config as never)) as Response;
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  const { csrfToken } = (await (await ask(`${app}/auth/csrf`)).json()) as { csrfToken: string };
  const begun = await ask(`${app}/auth/signin/face?login_hint=one`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken }).toString(),
  });
  const person = browser();
  const page = await person.walk(begun.headers.get("location") ?? "");
  const { at } = await person.walk(await showFace(page.at));
  assert.equal(at.origin + at.pathname, callback);
  const signedIn = await ask(at.href);
  assert.ok(!(signedIn.headers.get("location") ?? "").includes("error"), signedIn.headers.get("location") ?? "");
  const { token } = (await (await ask(`${app}/auth/session`)).json()) as { token: { face: Record<string, unknown> } };
  const { sub, acr, amr, selfsame_session, iss, aud } = token.face;
  assert.deepEqual(
    { sub, acr, amr, selfsame_session, iss, aud },
    {
      sub: session.oidc.sub,
      acr: "urn:selfsame:face",
      amr: ["face"],
      selfsame_session: session.id,
      iss: issuer,
      aud: id,
    },
  );
});
