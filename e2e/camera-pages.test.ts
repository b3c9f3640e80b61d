import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, type Modules, nothing, outcomeOf, remains, startV3, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { sharedService } from "../testing/service.ts";

const good = { scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }] };

const server = await sharedService();

/** A page of another origin, with its own content security policy, that loads the camera from the service. */
async function withOtherSite(
  policy: string,
  use: (url: string) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const site = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "text/html", "content-security-policy": policy, ...more });
    answer.end(`<!doctype html><title>Another site</title><script src="${server.url}/camera-v3.js?v=3.0.0"></script>`);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  try {
    await use(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

/** The content security policy that docs/camera-files.md documents. */
const documented = (ours: string) =>
  `default-src 'none'; script-src ${ours} 'wasm-unsafe-eval'; worker-src blob: ${ours}; connect-src ${ours}; ` +
  "require-trusted-types-for 'script'; trusted-types selfsame-camera 'allow-duplicates'";

describe("a page of another origin", { skip: noBrowser }, () => {
  test("under the documented policy captures without a violation", async () => {
    await withOtherSite(documented(new URL(server.url).origin), async (url) => {
      await withPage(good, async (page) => {
        const complaints: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error" && !message.text().includes("404")) complaints.push(message.text());
        });
        await page.goto(url);
        await startV3(page);
        assert.match(await outcomeOf(page), /^\d+x\d+$/);
        assert.equal(await page.evaluate(() => window.kept.hints.at(-1)), "hold_still");
        assert.deepEqual(complaints, []);
        assert.deepEqual(await remains(page), nothing);
      });
    });
  });

  for (const [what, allowed, publicKey, code] of [
    ["with a key that does not allow it", "https://shop.example", undefined, "origin_not_allowed"],
    ["with a key that nobody made", undefined, `ss_pk_${"0".repeat(38)}`, "invalid_api_key"],
  ] as const) {
    test(`${what} hears why its challenge is refused: ${code}`, async () => {
      await withOtherSite(documented(new URL(server.url).origin), async (url) => {
        const origin = allowed ?? new URL(url).origin;
        const made = await server.command(["keys", "create", "Page", "--public", "--origin", origin]);
        const key = publicKey ?? /ss_pk_\w+/.exec(made)?.[0] ?? "";
        await withPage(good, async (page) => {
          await page.goto(url);
          const refusal = await page.evaluate(
            (publicKey) =>
              window.VerifyCameraV3.capture({ challenge: true, publicKey }).then(
                () => "a photo",
                ({ name, message }: Error) => `${name} ${message}`,
              ),
            key,
          );
          assert.match(refusal, new RegExp(`^ChallengeFailedError ${code}:`));
          assert.deepEqual(await remains(page), nothing);
        });
      });
    });
  }

  test("that is cross-origin isolated captures as well", async () => {
    const isolated = { "cross-origin-embedder-policy": "require-corp", "cross-origin-opener-policy": "same-origin" };
    const use = (url: string) =>
      withPage(good, async (page) => {
        await page.goto(url);
        assert.equal(await page.evaluate(() => crossOriginIsolated), true);
        await startV3(page);
        assert.match(await outcomeOf(page), /^\d+x\d+$/);
        assert.equal(await page.evaluate(() => window.kept.hints.at(-1)), "hold_still");
      });
    await withOtherSite(documented(new URL(server.url).origin), use, isolated);
  });

  test("that allows no worker gets the shutter, and a photo", async () => {
    await withOtherSite(`default-src 'none'; script-src ${new URL(server.url).origin}`, async (url) => {
      await withPage(good, async (page) => {
        await page.goto(url);
        await startV3(page);
        await page.locator(`${dialog} .shutter`).click();
        assert.equal(await outcomeOf(page), "1280x720");
      });
    });
  });
});

test("the modules give the same cameras", { skip: noBrowser }, async () => {
  await withPage(good, async (page) => {
    await page.goto(`${server.url}/camera.d.ts`);
    const result = await page.evaluate(async () => {
      const load = (path: string): Promise<Modules> => import(new URL(path, location.href).href);
      const { VerifyCamera } = await load("/camera.mjs");
      const { VerifyCameraV3 } = await load("/camera-v3.mjs");
      const photo = await VerifyCamera.takePicture();
      const capture = await VerifyCameraV3.capture();
      return {
        photo: typeof photo,
        type: capture?.blob.type,
        token: capture?.challengeToken,
        hasGlobal: "VerifyCamera" in window,
      };
    });
    assert.deepEqual(result, { photo: "string", type: "image/jpeg", token: null, hasGlobal: false });
    assert.deepEqual(await remains(page), nothing);
  });
});
