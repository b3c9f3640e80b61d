/** The hosted page of a session whose reference is in a wallet: requested by a QR code on a computer, and on the phone itself. */
import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test, type TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { makeCountry } from "../packages/server/testing/documents/issuer.ts";
import {
  issueByAuth0,
  presentByAuth0,
  readIsoRequest,
  sealIso,
} from "../packages/server/testing/documents/auth0-mdl.ts";
import { licenseType } from "../packages/server/testing/documents/mdoc.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import { brandLive } from "../testing/brand-live.ts";
import { perform, persistUntil, type Pictures, readPictures, still, takesOf } from "../testing/camera/performer.ts";
import { testKey } from "../testing/server.ts";
import { laptop, openPerson, phone, press, reached, startSessionServer } from "../testing/session-page.ts";
import { createWallet } from "../testing/wallet.ts";

const country = makeCountry();
const verifier = makeCountry().documentSigner;
const files = await mkdtemp(join(tmpdir(), "selfsame-wallet-"));
const [certificate, key, anchor] = ["certificate.pem", "key.pem", "anchor.pem"].map((name) => join(files, name));
assert.ok(certificate && key && anchor);
await writeFile(certificate, new X509Certificate(verifier.certificate).toString());
await writeFile(key, verifier.key.export({ type: "pkcs8", format: "pem" }));
await writeFile(anchor, new X509Certificate(country.csca).toString());

const service = await startSessionServer(undefined, {
  SELFSAME_WALLET_CERTIFICATE: certificate,
  SELFSAME_WALLET_KEY: key,
});
await brandLive({ url: service.running().url, privateKey: testKey });
await service.running().command(["documents", "trust", "add", anchor]);
after(async () => {
  await service.stop();
  await rm(files, { recursive: true });
});

async function open(t: TestContext, options: BrowserContextOptions, before?: (page: Page) => Promise<unknown>) {
  const { page, complaints } = await openPerson(await sharedBrowser([]), options);
  t.after(async () => {
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
  await before?.(page);
  return page;
}

const create = () => service.create({ wallet: true }, testKey);

/** The QR code's content; a wallet would read it from the picture. */
async function scan(page: Page, act: () => Promise<unknown>): Promise<string> {
  const [answer] = await Promise.all([page.waitForResponse("**/api/v3/session/wallet"), act()]);
  await page.locator("svg.qr").waitFor();
  const { data } = (await answer.json()) as { data: { url: string } };
  return data.url;
}

describe("a session whose reference is in a wallet", { skip: noBrowser }, () => {
  let takes: Pictures[];
  let portrait: Buffer;
  before(async () => {
    const [picture] = await readPictures("ada");
    assert.ok(picture);
    takes = await takesOf(picture);
    const { frames } = await still(picture);
    portrait = await sharp(frames.neutral).jpeg({ quality: 92 }).toBuffer();
  });

  test("takes the portrait by a code on the computer, the challenge on the phone, and gives its verdict", async (t) => {
    const { id, url } = await create();
    const computer = await open(t, laptop);
    await computer.goto(url);
    await reached(computer, "welcome");
    await computer.getByText("Share the portrait of your digital ID from your wallet").waitFor();
    const link = await scan(computer, () => press(computer, "Agree and continue"));
    await reached(computer, "wallet");

    // A document of a country without a trusted certificate: the page reports the rejection, and offers another request.
    const abroad = createWallet(makeCountry().documentSigner, portrait, "license");
    assert.equal((await abroad.answer(link)).status, 400);
    await computer.getByText("This digital ID is not accepted here").first().waitFor();
    await reached(computer, "wallet");
    const second = await scan(computer, () => press(computer, "Try again"));

    assert.deepEqual(await createWallet(country.documentSigner, portrait).answer(second), { status: 200, body: {} });
    await reached(computer, "hand_off");

    const mobile = await open(t, { ...phone, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.addInitScript("window.kept = { tracks: [], hints: [], events: [] }");
      await perform(page, { takes });
    });
    await mobile.goto(url.replace("#", "?phone#"));
    await press(mobile, "Open the camera");
    await computer.locator(".page[data-state=elsewhere]").waitFor();
    await persistUntil(mobile, mobile.locator(".page[data-state=done]").waitFor());
    await computer.waitForURL(`${service.shop.origin}/welcome?session=${id}`);
    const { status, result, document } = (await service.read(id, testKey)) as Awaited<
      ReturnType<typeof service.read>
    > & {
      readonly result: { readonly match: boolean };
      readonly document: { readonly type: string; readonly signed: boolean };
    };
    assert.deepEqual(
      [status, result.reasons, result.match, document.type, document.signed],
      ["verified", [], true, "person_identification", true],
    );
  });

  test("opens the wallet on the phone itself, by a link that asks for the portrait alone", async (t) => {
    const { url } = await create();
    // Chromium has the Digital Credentials API; other browsers do not.
    const mobile = await open(t, phone, (page) => page.addInitScript("delete globalThis.DigitalCredential"));
    await mobile.goto(url);
    await press(mobile, "Agree and continue");
    const link = mobile.getByRole("link", { name: "Open your wallet" });
    await link.waitFor();
    await reached(mobile, "wallet");
    const href = (await link.getAttribute("href")) ?? "";
    const clientId = createHash("sha256").update(verifier.certificate).digest("base64url");
    assert.equal(new URL(href).searchParams.get("client_id"), `x509_hash:${clientId}`);
    assert.equal(new URL(href).protocol, "openid4vp:");
    const { body } = await createWallet(country.documentSigner, portrait, "pid_sd_jwt").answer(href);
    const { redirect_uri: back } = body as { readonly redirect_uri: string };
    // In another browser the address opens nothing, and the answer has no effect.
    const other = await open(t, phone);
    await other.goto(back);
    await other.getByText("Go back to where you started").first().waitFor();
    await mobile.getByText("Your wallet answered, but opened another browser").first().waitFor();
    const tab = await mobile.context().newPage();
    await tab.goto(back);
    await reached(tab, "ready");
    assert.doesNotMatch(tab.url(), /response_code/);
    await reached(mobile, "ready");
    // After a reload the page resumes at this state.
    await mobile.reload();
    await reached(mobile, "ready");
  });

  test("replaces a request that nobody answered in time, and says so", async (t) => {
    const { url } = await create();
    const computer = await open(t, laptop, (page) => page.clock.install());
    await computer.goto(url);
    const first = await scan(computer, () => press(computer, "Agree and continue"));
    assert.equal(await computer.getByText("The last request has expired").count(), 0);
    const second = await scan(computer, () => computer.clock.fastForward("10:05"));
    assert.notEqual(second, first);
    await computer.getByText("The last request has expired").first().waitFor();
    await assert.rejects(createWallet(country.documentSigner, portrait).answer(first), "void");
    assert.equal((await createWallet(country.documentSigner, portrait).answer(second)).status, 200);
    await reached(computer, "hand_off");
  });

  /** Replaces the browser's own dialog and the phone: the wallet receives the request and the page's origin, as from a browser. */
  async function withWallet(
    page: Page,
    wallet: (data: Record<string, string>, origin: string) => Promise<object>,
    protocol = "openid4vp-v1-signed",
  ) {
    await page.exposeFunction("askTheWallet", wallet);
    await page.addInitScript((protocol) => {
      const { askTheWallet } = window as never as {
        readonly askTheWallet: (data: object, origin: string) => Promise<object>;
      };
      const protocols = new Set([protocol]);
      Object.assign(globalThis, {
        DigitalCredential: { userAgentAllowsProtocol: (protocol: string) => protocols.has(protocol) },
      });
      navigator.credentials.get = async (asked) => {
        if (!navigator.userActivation.isActive) throw new DOMException("no gesture", "NotAllowedError");
        const { requests } = (asked as { digital: { requests: { protocol: string; data: object }[] } }).digital;
        const known = requests.find(({ protocol }) => protocols.has(protocol));
        if (!known) throw new TypeError("no protocol");
        const data = await askTheWallet(known.data, location.origin).catch(() => undefined);
        if (!data) throw new DOMException("closed", "NotAllowedError");
        return { id: "", type: "digital", protocol: known.protocol, data } as never;
      };
    }, protocol);
  }

  test("asks the wallet through the browser where that has the Digital Credentials API", async (t) => {
    const { url } = await create();
    const wallet = createWallet(country.documentSigner, portrait, "license");
    let agrees = false;
    const mobile = await open(t, phone, (page) =>
      withWallet(page, async ({ request = "" }, origin) => {
        if (!agrees) throw new Error("closed");
        return wallet.answerBrowser({ protocol: "openid4vp-v1-signed", request, response_url: "" }, origin);
      }),
    );
    await mobile.goto(url);
    await press(mobile, "Agree and continue");
    await mobile.getByRole("link", { name: "Open another wallet app" }).waitFor();
    await reached(mobile, "wallet");
    // After a closed dialog, or without such a document, the page reports it and offers another request.
    await press(mobile, "Open your wallet");
    await mobile.getByText("Your wallet shared nothing").first().waitFor();
    agrees = true;
    await press(mobile, "Try again");
    await press(mobile, "Open your wallet");
    await reached(mobile, "ready");
  });

  test("asks the wallet by the only protocol that Safari has", async (t) => {
    const { url } = await create();
    const license = { docType: licenseType, namespace: "org.iso.18013.5.1" };
    const held = await issueByAuth0(country.documentSigner, license, portrait);
    const mobile = await open(t, phone, (page) =>
      withWallet(
        page,
        async ({ deviceRequest = "", encryptionInfo = "" }, origin) => {
          const asked = readIsoRequest({ device_request: deviceRequest, encryption_info: encryptionInfo }, origin);
          return { response: sealIso(asked, await presentByAuth0(held, asked.transcript)) };
        },
        "org-iso-mdoc",
      ),
    );
    await mobile.goto(url);
    await press(mobile, "Agree and continue");
    await press(mobile, "Open your wallet");
    await reached(mobile, "ready");
  });

  test("shows the code beside it on a computer, and goes back to it where the browser cannot ask after all", async (t) => {
    const { url } = await create();
    const computer = await open(t, laptop, async (page) => {
      await page.addInitScript(() => {
        Object.assign(globalThis, { DigitalCredential: {} });
        navigator.credentials.get = () => Promise.reject(new TypeError("no such member"));
      });
    });
    await computer.goto(url);
    await scan(computer, () => press(computer, "Agree and continue"));
    await press(computer, "Open your wallet");
    await computer.getByRole("button", { name: "Open your wallet" }).waitFor({ state: "detached" });
    await computer.locator("svg.qr").waitFor();
  });
});
