/**
 * A face as a step of another provider's sign-in, in real browsers. The app knows only an identity provider, such as Keycloak or authentik, which
 * asks for a password and then redirects the person to Selfsame. The person starts on a computer, and shows the face on a phone.
 */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { before, describe, test, type TestContext } from "node:test";
import * as openid from "openid-client";
import sharp from "sharp";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { samplePhoto } from "../packages/photo/testing/photos/sample-photos.ts";
import { brandLive } from "../testing/brand-live.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { perform, persistUntil, type Pictures, readPictures, takesOf } from "../testing/camera/performer.ts";
import { useDashboard } from "../testing/dashboard.ts";
import { testKey } from "../testing/server.ts";
import { laptop, phone, press, reached } from "../testing/session-page.ts";

interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}
const untyped: string = "oidc-provider";
const { Provider } = (await import(untyped)) as { Provider: new (issuer: string, configuration: object) => Provider };

/** Ada performs in front of the camera. */
const references = {
  ada: sharp(samplePhoto(5)).extract({ left: 150, top: 760, width: 640, height: 480 }).png().toBuffer(),
  somebodyElse: portrait("amal"),
} as const;
type Reference = keyof typeof references;

const insecure = { execute: [openid.allowInsecureRequests] };
const html = (response: ServerResponse, text: string) =>
  response.setHeader("content-type", "text/html; charset=utf-8").end(`<!doctype html><title>.</title><p>${text}</p>`);
const away = (response: ServerResponse, to: string) => response.writeHead(303, { location: to }).end();

async function listen(t: TestContext) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe("a face as a step of a sign-in at an identity provider", { skip: noBrowser }, () => {
  const dashboard = useDashboard({ SELFSAME_OIDC: "on" });
  let takes: Pictures[];
  before(async () => {
    const [ada] = await readPictures("ada");
    assert.ok(ada);
    takes = await takesOf(ada);
  });

  /** The identity provider: the first step stands for a password, and accepts everyone; the second verifies the user's face. */
  async function startLogin(t: TestContext, app: string, reference: Reference) {
    const { origin: issuer, server } = await listen(t);
    const client = await addClient(t, `${issuer}/callback`);
    const selfsame = dashboard.server.url;
    const auth = openid.ClientSecretBasic(client.secret);
    const config = await openid.discovery(new URL(`${selfsame}/oidc`), client.id, undefined, auth, insecure);
    /** Keyed by their state. */
    const steps = new Map<string, { uid: string; sub: string; verifier: string; nonce: string; acr?: unknown }>();
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const provider: Provider = new Provider(issuer, {
      clients: [{ client_id: "app", client_secret: "of the app", redirect_uris: [`${app}/signed-in`] }],
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", kid: "one" }] },
      cookies: { keys: ["only in tests"] },
      acrValues: ["urn:selfsame:face+live"],
      claims: { openid: ["sub", "acr", "amr"] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/face/${uid}` },
      findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
      loadExistingGrant: async ({
        oidc,
      }: {
        oidc: { client: { clientId: string }; session: { accountId: string } };
      }) => {
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope("openid");
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();

    const sendToFace = async (uid: string): Promise<string> => {
      const login_hint = openid.randomState();
      const body = new FormData();
      for (const [name, value] of Object.entries({ oidc_client: client.id, login_hint, locale: "en", attempts: "1" })) {
        body.set(name, value);
      }
      body.set("reference", new Blob([new Uint8Array(await references[reference])]), "reference.png");
      const headers = { authorization: `Bearer ${testKey}` };
      const made = await fetch(`${selfsame}/api/v3/sessions`, { method: "POST", headers, body });
      assert.equal(made.status, 201, await made.clone().text());
      const { data } = (await made.json()) as { data: { oidc: { sub: string } } };
      const [state, verifier, nonce] = [openid.randomState(), openid.randomPKCECodeVerifier(), openid.randomNonce()];
      steps.set(state, { uid, sub: data.oidc.sub, verifier, nonce });
      const url = await openid.buildAuthorizationUrlWithPAR(config, {
        redirect_uri: `${issuer}/callback`,
        scope: "openid",
        login_hint,
        acr_values: "urn:selfsame:face+live",
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return url.href;
    };
    const afterFace = async (url: URL, response: ServerResponse) => {
      const state = url.searchParams.get("state") ?? "";
      const step = steps.get(state);
      assert.ok(step);
      const checks = { pkceCodeVerifier: step.verifier, expectedState: state, expectedNonce: step.nonce };
      const tokens = await openid
        .authorizationCodeGrant(config, url, checks)
        .catch((error: unknown) => error as { readonly error?: string });
      if (!("claims" in tokens)) return html(response, `No sign-in: ${tokens.error}`);
      const claims = tokens.claims();
      assert.equal(claims?.sub, step.sub);
      step.acr = claims["acr"];
      return away(response, `/face/${step.uid}?state=${state}`);
    };
    server.on("request", (request, response) => {
      const url = new URL(request.url ?? "", issuer);
      if (url.pathname === "/callback") return void afterFace(url, response);
      if (!url.pathname.startsWith("/face/")) return answer(request, response);
      const acr = steps.get(url.searchParams.get("state") ?? "")?.acr;
      if (acr === undefined)
        return void sendToFace(url.pathname.slice("/face/".length)).then((to) => away(response, to));
      return void provider.interactionFinished(request, response, { login: { accountId: "ada", acr, amr: ["face"] } });
    });
    return issuer;
  }

  /** The app: it knows the identity provider, but not Selfsame. */
  async function startApp(t: TestContext) {
    const { origin, server } = await listen(t);
    const verifier = openid.randomPKCECodeVerifier();
    let config: openid.Configuration;
    server.on("request", (request, response) => {
      void (async () => {
        const url = new URL(request.url ?? "", origin);
        if (url.pathname === "/signed-in") {
          const tokens = await openid.authorizationCodeGrant(config, url, { pkceCodeVerifier: verifier });
          const { sub, acr } = tokens.claims() ?? { sub: "", acr: "" };
          return html(response, `Signed in as ${sub} by ${JSON.stringify(acr)}`);
        }
        const start = openid.buildAuthorizationUrl(config, {
          redirect_uri: `${origin}/signed-in`,
          scope: "openid",
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        });
        return away(response, start.href);
      })();
    });
    return {
      origin,
      at: async (issuer: string) => {
        const auth = openid.ClientSecretBasic("of the app");
        config = await openid.discovery(new URL(issuer), "app", undefined, auth, insecure);
      },
    };
  }

  /** Adds a client to the team, as its owner does. */
  async function addClient(t: TestContext, redirectUri: string) {
    const page = await dashboard.openAsOwner(t);
    const answer = await page.request.post(`${dashboard.server.url}/api/v3/oidc_clients`, {
      data: { name: "Login", redirect_uris: [redirectUri] },
      headers: { origin: dashboard.server.url },
    });
    assert.ok(answer.ok(), await answer.text());
    return ((await answer.json()) as { data: { id: string; secret: string } }).data;
  }

  /** Starts at the app on a computer, with Ada in front of a phone's camera. */
  async function begin(t: TestContext, reference: Reference) {
    await brandLive(dashboard.server);
    const app = await startApp(t);
    await app.at(await startLogin(t, app.origin, reference));
    const computer = await dashboard.open(t, laptop);
    await computer.goto(app.origin);
    await press(computer, "Agree and continue");
    await reached(computer, "hand_off");
    const mobile = await dashboard.open(t, { ...phone, viewport: { width: 390, height: 844 } });
    await mobile.addInitScript("window.kept = { tracks: [], hints: [], events: [] }");
    await perform(mobile, { takes });
    await mobile.goto(computer.url().replace("#", "?phone#"));
    await press(mobile, "Open the camera");
    await computer.locator(".page[data-state=elsewhere]").waitFor();
    return { computer, mobile };
  }

  test("who begins on a computer shows the face on a phone, and is signed in at the app on the computer", async (t) => {
    const { computer, mobile } = await begin(t, "ada");
    await persistUntil(mobile, mobile.locator(".page[data-state=done]").waitFor());
    await computer.getByText('Signed in as ada by "urn:selfsame:face+live"').waitFor();
  });

  test("another person's face signs nobody in: who goes back comes with access_denied to the identity provider", async (t) => {
    const { computer, mobile } = await begin(t, "somebodyElse");
    await persistUntil(mobile, mobile.locator(".page[data-state=not_confirmed]").waitFor());
    await reached(computer, "not_confirmed");
    await computer.locator(".page a.button").click();
    await computer.getByText("No sign-in: access_denied").waitFor();
    // The phone lacks the step's cookie, so it cannot finish the sign-in, not even through its own return link.
    await mobile.locator(".page a.button").click();
    await mobile.getByText("Continue in the browser where you began").waitFor();
  });
});
