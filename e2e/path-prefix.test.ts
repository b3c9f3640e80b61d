/**
 * A service that shares its host with others, under /faces: behind proxies that remove the prefix and proxies that pass it on, as in docs/deploy.md.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test, type TestContext } from "node:test";
import * as openid from "openid-client";
import type { Page, Request } from "playwright-core";
import { providerClient, startProvider } from "../packages/server/testing/sign-on/real-provider.ts";
import { brandLive } from "../testing/brand-live.ts";
import { fakeCamera, noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import { noCaddy, startPlainCaddy } from "../testing/caddy.ts";
import { outcomeOf, startV3, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { heading, owner, setupLink, signIn } from "../testing/dashboard.ts";
import { freePort } from "../testing/free-port.ts";
import { noNginx, type PlainProxy, startPlainNginx } from "../testing/nginx.ts";
import { reference } from "../testing/photos.ts";
import { laptop, openPerson, press } from "../testing/session-page.ts";
import { type Service, startService } from "../testing/service.ts";

const prefix = "/faces";
const good = { scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }] };

/** The snippet of docs/deploy.md that starts with this text. */
async function snippet(start: string): Promise<string> {
  const page = await readFile(join(import.meta.dirname, "../docs/deploy.md"), "utf8");
  const [, text] = new RegExp(`\`\`\`\\w*\\n(${start}[^\`]*)\`\`\``).exec(page) ?? [];
  return text ?? assert.fail(`docs/deploy.md has no ${start}`);
}

const ways = [
  ["nginx, which removes the prefix", noNginx(), startPlainNginx, "location /faces/ "],
  ["Caddy, which keeps the prefix", noCaddy(), startPlainCaddy, "respond /faces"],
] as const;

for (const [proxyName, none, startProxy, start] of ways) {
  describe(`a service under ${prefix} behind ${proxyName}`, { skip: noBrowser || none }, () => {
    let [proxy, service]: [PlainProxy?, Service?] = [];
    const base = () => service?.url ?? assert.fail();
    before(async () => {
      const [port, nodePort] = [await freePort(), await freePort()];
      proxy = await startProxy((await snippet(start)).replaceAll("127.0.0.1:3000", `127.0.0.1:${nodePort}`), port);
      service = await startService({
        PORT: String(nodePort),
        SELFSAME_PUBLIC_URL: `${proxy.url}${prefix}/`,
        SELFSAME_ALLOWED_DOMAINS: "localhost",
        SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "true",
        SELFSAME_OIDC: "on",
      });
      assert.equal(service.url, `${proxy.url}${prefix}`);
      await brandLive(service);
    });
    after(async () => {
      await service?.stop();
      await proxy?.stop();
    });

    /** Checks that a page requests nothing outside the prefix, and that every request succeeds. */
    function watch(page: Page): { readonly check: () => void } {
      const wrong: string[] = [];
      let asked = 0;
      const isOurs = (url: string) => new URL(url).origin === new URL(base()).origin;
      page.context().on("request", (request: Request) => {
        if (!isOurs(request.url())) return;
        asked += 1;
        if (!request.url().startsWith(`${base()}/`)) wrong.push(`asked ${request.url()}`);
      });
      page.context().on("response", (response) => {
        if (isOurs(response.url()) && response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
      });
      const check = () => {
        assert.deepEqual(wrong, []);
        assert.ok(asked > 0);
      };
      return { check };
    }

    async function open(t: TestContext): Promise<Page> {
      const { page, complaints } = await openPerson(await sharedBrowser(fakeCamera()), laptop);
      const { check } = watch(page);
      t.after(async () => {
        await page.context().close();
        assert.deepEqual(complaints, []);
        check();
      });
      return page;
    }

    /** Checks that links, scripts, styles and pictures of a page all start with the prefix. */
    async function checkAddresses(page: Page): Promise<void> {
      const addresses = await page.evaluate(() =>
        [...document.querySelectorAll("[href], [src]")].map(
          (element) => (element as HTMLAnchorElement).href || (element as HTMLImageElement).src,
        ),
      );
      const outside = addresses.filter(
        (address) => new URL(address).origin === new URL(base()).origin && !address.startsWith(`${base()}/`),
      );
      assert.deepEqual(outside, [], page.url());
      assert.ok(addresses.length > 2);
    }

    async function send(
      path: string,
      body: object | FormData,
      key = service?.privateKey,
    ): Promise<Record<string, string>> {
      const json = !(body instanceof FormData);
      const answer = await fetch(`${base()}/api/v3${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          ...(json && { "content-type": "application/json" }),
        },
        body: json ? JSON.stringify(body) : body,
      });
      const { data, error } = (await answer.json()) as { data: Record<string, string>; error: unknown };
      assert.ok(answer.ok, JSON.stringify(error));
      return data;
    }

    async function createSession(): Promise<string> {
      const body = new FormData();
      for (const [name, value] of Object.entries({ challenge: "off", attempts: "1", locale: "en" }))
        body.set(name, value);
      body.set("reference", new Blob([new Uint8Array(reference)]), "reference.jpg");
      const { url = "" } = await send("/sessions", body);
      assert.ok(url.startsWith(`${base()}/verify#`), url);
      return url;
    }

    /** Serves a page of another origin. */
    async function site(t: TestContext, html: string): Promise<string> {
      const server = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(html)).listen(
        0,
        "127.0.0.1",
      );
      await once(server, "listening");
      t.after(() => {
        server.closeAllConnections();
        server.close();
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }

    test("the owner sets it up, signs in and opens every view of the dashboard", async (t) => {
      const page = await open(t);
      await page.goto(setupLink(service ?? assert.fail()));
      await page.getByLabel("E-mail").fill(owner.email);
      await page.getByLabel("Team").fill("Faces");
      await page.getByLabel("Password").fill(owner.password);
      await page.keyboard.press("Enter");
      await heading(page, "Overview");
      const cookies = await page.context().cookies();
      assert.deepEqual([...new Set(cookies.map(({ path }) => path))], [prefix]);
      await checkAddresses(page);
      const views = await page
        .locator("nav a[href^='#/']")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      assert.ok(views.length > 10, views.join());
      for (const view of views) {
        await page.goto(`${base()}/${view}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await checkAddresses(page);
      }
      await page.goto(`${base()}/#/playground`);
      await page.getByText(`${base()}/api/v3/verify`).first().waitFor();
      const other = await open(t);
      await signIn(other, service ?? assert.fail(), owner);

      // To another site's provider and back, with the prefix's cookie.
      await other.goto(`${base()}/#/team/sign-on`);
      const redirectUri = await other.locator(".secret code").innerText();
      assert.ok(redirectUri.startsWith(`${base()}/api/dashboard/sign-on/callback/`), redirectUri);
      const provider = await startProvider(t, [redirectUri], "localhost");
      provider.be({ sub: "1", email: "anna@corp.example", email_verified: true });
      await other.getByLabel("Issuer", { exact: true }).fill(provider.issuer);
      await other.getByLabel("Client ID", { exact: true }).fill(providerClient.clientId);
      await other.getByLabel("Client secret", { exact: true }).fill(providerClient.clientSecret);
      await press(other, "Save");
      await press(other, "Test the sign-on");
      await other.getByRole("region", { name: "Claims" }).getByText("anna@corp.example").waitFor();
      assert.ok(other.url().startsWith(`${base()}/#`), other.url());
    });

    test("an OpenID Connect client sends a person to the face and back, with pushed and with open requests", async (t) => {
      const redirect_uri = `${await site(t, "<!doctype html><title>Shop</title>")}/callback`;
      const page = await open(t);
      await signIn(page, service ?? assert.fail(), owner);
      const added = await page.request.post(`${base()}/api/v3/oidc_clients?mode=test`, {
        data: { name: "Shop", redirect_uris: [redirect_uri] },
        headers: { origin: new URL(base()).origin },
      });
      assert.ok(added.ok(), await added.text());
      const { id, secret } = ((await added.json()) as { data: { id: string; secret: string } }).data;
      const printed = await service?.command(["keys", "create", "Tests", "--kind", "test"]);
      const [testKey] = /ss_tk_\w+/.exec(printed ?? "") ?? assert.fail(printed);
      const auth = openid.ClientSecretBasic(secret);
      const insecure = { execute: [openid.allowInsecureRequests] };
      const config = await openid.discovery(new URL(`${base()}/oidc`), id, undefined, auth, insecure);
      for (const [name, address] of Object.entries(config.serverMetadata())) {
        if (name.endsWith("_endpoint") || name === "issuer" || name === "jwks_uri")
          assert.ok(JSON.stringify(address).startsWith(`"${base()}/oidc`), `${name}: ${JSON.stringify(address)}`);
      }
      for (const build of [openid.buildAuthorizationUrl, openid.buildAuthorizationUrlWithPAR]) {
        const login_hint = openid.randomState();
        const session = new FormData();
        for (const [name, value] of Object.entries({ oidc_client: id, login_hint, simulate: "verified" }))
          session.set(name, value);
        session.set("reference", new Blob([new Uint8Array(reference)]), "reference.jpg");
        await send("/sessions", session, testKey);
        const verifier = openid.randomPKCECodeVerifier();
        const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
        const asked = { redirect_uri, scope: "openid", login_hint, code_challenge, code_challenge_method: "S256" };
        await page.goto((await build(config, asked)).href);
        await page.locator(".page[data-state=done] a.button").click();
        await page.waitForURL(`${redirect_uri}?**`);
        const tokens = await openid.authorizationCodeGrant(config, new URL(page.url()), { pkceCodeVerifier: verifier });
        const { sub = "", iss } = tokens.claims() ?? {};
        assert.equal(iss, `${base()}/oidc`);
        assert.equal((await openid.fetchUserInfo(config, tokens.access_token, sub)).sub, sub);
      }
      // Other services of the host receive none of the cookies.
      const cookies = await page.context().cookies();
      assert.deepEqual(
        cookies.filter(({ path }) => !path.startsWith(prefix)),
        [],
      );
    });

    test("the pages of the documentation, their search and the reference", async (t) => {
      const page = await open(t);
      await page.goto(`${base()}/docs/guide`);
      assert.equal(page.url(), `${base()}/docs/guide/quick-start`);
      await checkAddresses(page);
      await page.getByText(`${base()}/api/v3/verify`).first().waitFor();
      await page.getByRole("searchbox").fill("webhooks");
      await page.locator("#found a").first().click();
      await page.waitForURL(`${base()}/docs/guide/**`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await checkAddresses(page);
      await page.goto(`${base()}/docs`);
      await page.getByRole("heading", { name: "Version 3" }).first().waitFor();
      await page.getByText(`${base()}/api/v3`).first().waitFor();
      await page.goto(`${base()}/demo/camera-v3`);
      await checkAddresses(page);
      await page.goto(`${base()}/demo/camera`);
      await checkAddresses(page);
    });

    test("a person goes through a session before the camera, to its end", async () => {
      const url = await createSession();
      await withPage(good, async (page) => {
        const { check } = watch(page);
        await page.goto(url);
        await press(page, "Agree and continue");
        await press(page, "Use this computer");
        await page.locator(".page:is([data-state=done], [data-state=not_confirmed])").waitFor();
        check();
      });
    });

    test("the session's page in a dialog on a page of another origin", async (t) => {
      const origin = await site(t, '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>');
      await service?.command(["keys", "create", "Shop", "--kind", "public", "--origin", origin]);
      const url = await createSession();
      const page = await open(t);
      await page.goto(origin);
      await page.addScriptTag({ url: `${base()}/embed.js` });
      await page.evaluate((address) => void window.Selfsame.open(address), url);
      const frame = page.frameLocator("[data-selfsame=session] iframe");
      await frame.getByRole("button", { name: "Agree and continue" }).click();
      await frame.getByRole("button", { name: "Use this computer" }).waitFor();
    });

    test("the camera on a page of another origin", async (t) => {
      const origin = await site(t, `<!doctype html><title>Shop</title><script src="${base()}/camera-v3.js"></script>`);
      await withPage(good, async (page) => {
        const { check } = watch(page);
        await page.goto(origin);
        await startV3(page);
        assert.match(await outcomeOf(page), /^\d+x\d+$/);
        check();
      });
    });

    test("addresses in answers begin with the prefix", async () => {
      const missing = (await (await fetch(`${base()}/api/v3/verify`, { method: "POST" })).json()) as {
        error: { docs: string };
      };
      assert.ok(missing.error.docs.startsWith(`${base()}/docs/guide/errors#`), missing.error.docs);
      const openApi = (await (await fetch(`${base()}/openapi.json`)).json()) as {
        servers: unknown;
        info: { description: string };
      };
      assert.deepEqual(openApi.servers, [{ url: prefix, description: "This server" }]);
      assert.match(openApi.info.description, /\]\(\/faces\/docs\/guide\)/);
      const llms = await (await fetch(`${base()}/llms.txt`)).text();
      assert.doesNotMatch(llms, /\]\(\/(?!faces\/)/);
      assert.equal((await fetch(`${base()}/api/v3/nothing`)).status, 404);
    });
  });
}
