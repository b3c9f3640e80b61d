import type { TestContext } from "node:test";
import * as openid from "openid-client";
import { createClient, type NewClient } from "../../src/features/oidc/clients.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import type { ServiceOptions } from "../service/service.ts";
import { formOf, type Parts, startSessionService } from "../sessions/sessions.ts";
import { until } from "@selfsame/platform/testing/until";
import { openBrowser, throughProxy } from "./browser.ts";

export const redirectUri = "https://shop.example/callback";
export const issuer = "https://face.example.com/oidc";

/** What a client stores for a request, and the address to which it sends the browser. */
const request = async (config: openid.Configuration, more: Readonly<Record<string, string>> = {}, pushed = false) => {
  const verifier = openid.randomPKCECodeVerifier();
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const params = {
    redirect_uri: redirectUri,
    scope: "openid",
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
    ...more,
  };
  const start = pushed
    ? await openid.buildAuthorizationUrlWithPAR(config, params)
    : openid.buildAuthorizationUrl(config, params);
  const redeem = (at: URL, more: Partial<openid.AuthorizationCodeGrantChecks> = {}) =>
    openid.authorizationCodeGrant(config, at, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      maxAge: 300,
      ...more,
    });
  return { url: start.href, redeem, verifier, state, nonce };
};

/** For tests: a service that is an OpenID Connect provider, with a client of its account, and openid-client as that client. */
export async function startOidcService(t: TestContext, options: Partial<ServiceOptions> = {}) {
  const service = await startSessionService(t, { oidc: true, ...options });
  const { store, accountId, by, url, create, visit, makeKey } = service;
  const amal = await portrait("amal");
  const testKey = await makeKey({ kind: "test" });
  const fetchOf = throughProxy(url);

  const addClient = async (settings: Partial<NewClient> = {}, account = accountId) => {
    const asked = { name: "Shop", redirect_uris: [redirectUri], par_required: false, test: false, ...settings };
    const made = await createClient(store, by, account, asked, Date.now());
    if (!made) throw new Error("no client more");
    return { id: made.client.id, secret: made.secret ?? "" };
  };

  /** The client's configuration for openid-client. */
  const discover = (id: string, auth: openid.ClientAuth) =>
    openid.discovery(new URL(issuer), id, undefined, auth, { [openid.customFetch]: fetchOf as openid.CustomFetch });

  /** Creates a session with a reference that waits for a client. */
  const bind = async (client: string, hint: string, more: Parts = {}, key?: string) => {
    const parts = { reference: amal, oidc_client: client, login_hint: hint, ...more };
    const { session, status, body } = await create(formOf(parts), key);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return session;
  };
  const simulated = (client: string, hint: string, simulate: string, more: Parts = {}) =>
    bind(client, hint, { simulate, ...more }, testKey.secret);

  const statusOf = async (id: string) =>
    (await store.db.selectFrom("verification_sessions").select("status").where("id", "=", id).executeTakeFirstOrThrow())
      .status;
  const ended = (id: string) => until(async () => !["open", "started"].includes(await statusOf(id)));

  /** The person on the hosted page to which the browser was sent. @returns the address to which the page finally sends them */
  const showFace = async (at: URL, selfie: Uint8Array = amal): Promise<string> => {
    const page = visit(at.hash.slice(1));
    await page.agree();
    await page.complete({ selfie });
    return (await page.state()).body.data.return_url;
  };
  const returnUrlOf = async (at: URL): Promise<string> => (await visit(at.hash.slice(1)).state()).body.data.return_url;

  return {
    ...service,
    amal,
    testKey,
    fetchOf,
    addClient,
    discover,
    request,
    bind,
    simulated,
    statusOf,
    ended,
    showFace,
    returnUrlOf,
    browser: () => openBrowser(url),
  };
}
