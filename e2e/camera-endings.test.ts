import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { deniedCamera, fakeCamera, noBrowser } from "../testing/browser/browser.ts";
import { dialog, nothing, outcomeOf, remains, startV3, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { sharedService } from "../testing/service.ts";

const empty = { scenes: [{ people: [], frames: 3 }] };
const good = { scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }] };

const server = await sharedService();

/** Starts a capture by VerifyCamera and records how it ends: the callback's argument, and the result of start(). */
async function startV2(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { VerifyCamera, kept } = window;
    const camera = new VerifyCamera((photo) => kept.events.push(photo === false ? "false" : "photo"));
    Object.assign(window, { camera });
    void (async () => {
      try {
        await camera.start();
        kept.outcome = "closed";
      } catch (error) {
        kept.outcome = (error as Error).name;
      }
    })();
  });
}

const stop = (page: Page) => page.evaluate(() => (window as never as { camera: { stop(): void } }).camera.stop());
const liveTracks = (page: Page) =>
  page.evaluate(() => window.kept.tracks.filter(({ readyState }) => readyState === "live").length);
const showing = (page: Page, ring: string) => page.locator(`${dialog}[data-ring=${ring}]`).waitFor();

/** Stops the camera as soon as its ring has this state: some states are shorter than the interval at which a test polls. */
const stopAt = (page: Page, ring: string) =>
  page.evaluate(
    ([selector = "", ring = ""]) => {
      const [host = "", inside = ""] = selector.split(" ");
      const watch = new MutationObserver(() => {
        const root = document.querySelector(host)?.shadowRoot;
        const view = root?.querySelector<HTMLElement>(inside);
        if (root && !view?.dataset["ring"]) watch.observe(root, { subtree: true, childList: true });
        if (view) watch.observe(view, { attributes: true });
        if (view?.dataset["ring"] !== ring) return;
        watch.disconnect();
        (window as never as { camera: { stop(): void } }).camera.stop();
      });
      watch.observe(document, { subtree: true, childList: true });
    },
    [dialog, ring],
  );

describe("a camera that cannot be had", { skip: noBrowser }, () => {
  const cases = [
    { why: "is not allowed", args: deniedCamera, name: "NotAllowedError" },
    { why: "is not there", args: ["--use-fake-ui-for-media-stream"], name: "NotFoundError" },
    {
      why: "is in use",
      args: fakeCamera(),
      name: "NotReadableError",
      before: () => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("in use", "NotReadableError"));
      },
    },
  ];
  for (const { why, name, ...setting } of cases) {
    test(`because it ${why} ends both versions with ${name}`, async () => {
      await withPage(setting, async (page) => {
        await page.goto(`${server.url}/demo/camera-v3`);
        await startV3(page);
        assert.equal(await outcomeOf(page), name);
        assert.deepEqual(await page.evaluate(() => window.kept.events), ["error", "close"]);
        assert.deepEqual(await remains(page), nothing);

        await page.goto(`${server.url}/demo/camera`);
        await startV2(page);
        assert.equal(await outcomeOf(page), name);
        assert.deepEqual(await page.evaluate(() => window.kept.events), []);
        const taken = await page.evaluate(() =>
          window.VerifyCamera.takePicture().catch((error: Error) => [error.name, error instanceof Error]),
        );
        assert.deepEqual(taken, [name, true]);
        assert.deepEqual(await remains(page), nothing);
      });
    });
  }

  test("because the page is neither https nor localhost ends with SecurityError, before anything is shown", async () => {
    const args = [...fakeCamera(), "--host-resolver-rules=MAP camera.test 127.0.0.1"];
    await withPage({ args }, async (page) => {
      const { port } = new URL(server.url);
      await page.goto(`http://camera.test:${port}/demo/camera-v3`);
      await startV3(page);
      assert.equal(await outcomeOf(page), "SecurityError");
      await page.goto(`http://camera.test:${port}/demo/camera`);
      await startV2(page);
      assert.equal(await outcomeOf(page), "SecurityError");
      assert.deepEqual(await remains(page), nothing);
    });
  });

  test("in a frame without allow=camera ends with NotAllowedError, with it works", async () => {
    // A separate page, because the demo may not be framed.
    const framed = createServer((_, answer) => {
      answer.writeHead(200, { "content-type": "text/html" });
      answer.end(`<!doctype html><title>Framed</title><script src="${server.url}/camera-v3.js"></script>`);
    }).listen(0, "127.0.0.1");
    await once(framed, "listening");
    const { port } = framed.address() as AddressInfo;
    try {
      await withPage(good, async (page) => {
        await page.goto(`http://localhost:${new URL(server.url).port}/camera.d.ts`);
        const captureIn = async (allow: string) => {
          await page.evaluate(
            ([allow, src]) => {
              const frame = Object.assign(document.createElement("iframe"), { allow, src, width: 900, height: 600 });
              document.body.replaceChildren(frame);
            },
            [allow, `http://127.0.0.1:${port}/`] as const,
          );
          const frame = await (await page.waitForSelector("iframe")).contentFrame();
          assert.ok(frame);
          await frame.waitForFunction(() => "VerifyCameraV3" in window);
          return frame.evaluate(() =>
            window.VerifyCameraV3.capture().then(
              (capture) => capture?.blob.type,
              ({ name, message }: Error) => `${name}: ${message}`,
            ),
          );
        };
        assert.equal(
          await captureIn(""),
          'NotAllowedError: The page is in an iframe without allow="camera", or Permissions-Policy forbids the camera',
        );
        assert.equal(await captureIn("camera"), "image/jpeg");
      });
    } finally {
      framed.closeAllConnections();
      framed.close();
    }
  });

  test("where the page's own Permissions-Policy forbids the camera says so", async () => {
    await withPage(good, async (page) => {
      await page.route("**/demo/camera-v3", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "permissions-policy": "camera=()" } });
      });
      await page.goto(`${server.url}/demo/camera-v3`);
      const said = await page.evaluate(() =>
        window.VerifyCameraV3.capture().then(
          () => "a photo",
          ({ name, message }: Error) => `${name}: ${message}`,
        ),
      );
      assert.equal(said, "NotAllowedError: Permissions-Policy forbids the camera");
      assert.deepEqual(await remains(page), nothing);
    });
  });
});

describe("the person who does not want to", { skip: noBrowser }, () => {
  const ways: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
    ["presses the cancel button", (page) => page.getByRole("button", { name: "Cancel" }).click()],
    ["presses Escape", (page) => page.keyboard.press("Escape")],
  ];
  for (const [does, act] of ways) {
    test(`${does}: null in version 3, false in version 2, and the focus is back where it was`, async () => {
      await withPage(empty, async (page) => {
        await page.goto(`${server.url}/demo/camera-v3`);
        await page.locator("#take").focus();
        await startV3(page);
        await showing(page, "searching");
        assert.equal(await liveTracks(page), 1);
        await act(page);
        assert.equal(await outcomeOf(page), "cancelled");
        assert.deepEqual(await remains(page), nothing);
        assert.equal(await page.evaluate(() => document.activeElement?.id), "take");
        assert.deepEqual(await page.evaluate(() => window.kept.events), ["open", "hint", "cancel", "close"]);

        await page.goto(`${server.url}/demo/camera`);
        await startV2(page);
        await showing(page, "searching");
        await act(page);
        assert.equal(await outcomeOf(page), "closed");
        assert.deepEqual(await page.evaluate(() => window.kept.events), ["false"]);
        assert.deepEqual(await remains(page), nothing);
      });
    });
  }
});

describe("stop()", { skip: noBrowser }, () => {
  test("right after start() ends it, and a camera granted only then is given back", async () => {
    await withPage(empty, async (page) => {
      await page.goto(`${server.url}/demo/camera`);
      await startV2(page);
      await stop(page);
      assert.equal(await outcomeOf(page), "closed");
      assert.deepEqual(await page.evaluate(() => window.kept.events), ["false"]);
      await page.waitForFunction(() => window.kept.tracks.length === 1);
      await page.waitForFunction(() => window.kept.tracks.every(({ readyState }) => readyState === "ended"));
      assert.deepEqual(await remains(page), nothing);
    });
  });

  for (const ring of ["opening", "searching"]) {
    test(`while the view shows "${ring}" ends it`, async () => {
      await withPage(empty, async (page) => {
        await page.goto(`${server.url}/demo/camera-v3`);
        await stopAt(page, ring);
        await startV3(page);
        assert.equal(await outcomeOf(page), "cancelled");
        assert.deepEqual(await remains(page), nothing);
      });
    });
  }

  test("while all is right, or after it has ended, or before it began, harms nothing", async () => {
    await withPage(good, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await page.evaluate(() => new window.VerifyCameraV3().stop());
      await stopAt(page, "right");
      await startV3(page);
      assert.equal(await outcomeOf(page), "cancelled");
      await stop(page);
      assert.deepEqual(await remains(page), nothing);
    });
  });

  test("lets the same camera start again", async () => {
    await withPage(good, async (page) => {
      await page.goto(`${server.url}/demo/camera`);
      await startV2(page);
      await stop(page);
      assert.equal(await outcomeOf(page), "closed");
      await page.evaluate(() => (window as never as { camera: { start(): Promise<void> } }).camera.start());
      assert.deepEqual(await page.evaluate(() => window.kept.events), ["false", "photo"]);
      assert.deepEqual(await remains(page), nothing);
    });
  });
});

describe("two starts", { skip: noBrowser }, () => {
  test("of one camera are one: one view, one photo, both told", async () => {
    await withPage(good, async (page) => {
      await page.goto(`${server.url}/demo/camera`);
      const result = await page.evaluate(async () => {
        const { VerifyCamera, kept } = window;
        const camera = new VerifyCamera((photo) => kept.events.push(photo === false ? "false" : "photo"));
        const [first, second] = [camera.start(), camera.start()];
        const views = document.querySelectorAll("[data-selfsame]").length;
        await Promise.all([first, second]);
        const [one, other] = await Promise.all([VerifyCamera.takePicture(), VerifyCamera.takePicture()]);
        return { views, events: kept.events, tracks: kept.tracks.length, same: one !== false && one === other };
      });
      assert.deepEqual(result, { views: 1, events: ["photo"], tracks: 2, same: true });
      assert.deepEqual(await remains(page), nothing);
    });
  });

  test("of two cameras, of both versions on one page, cancel the first", async () => {
    await withPage(good, async (page) => {
      await page.goto(`${server.url}/camera.d.ts`);
      await page.addScriptTag({ url: "/camera.js?v=2.0.0" });
      await page.addScriptTag({ url: "/camera-v3.js" });
      await startV2(page);
      await showing(page, "opening");
      const { capture, views } = await page.evaluate(async () => {
        const { VerifyCameraV3 } = window;
        const capturing = VerifyCameraV3.capture();
        const views = document.querySelectorAll("[data-selfsame]").length;
        return { capture: (await capturing)?.width, views };
      });
      assert.equal(views, 1);
      assert.equal(await outcomeOf(page), "closed");
      assert.deepEqual(await page.evaluate(() => window.kept.events), ["false"]);
      assert.ok(capture);
      assert.deepEqual(await remains(page), nothing);
    });
  });
});

test("a hidden page gives the camera back, and goes on when it is seen again", { skip: noBrowser }, async () => {
  await withPage(empty, async (page) => {
    await page.goto(`${server.url}/demo/camera-v3`);
    await startV3(page);
    await showing(page, "searching");
    // Headless browsers have no tabs to switch, so the test dispatches the event that a switch would cause.
    const become = (hidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await become(true);
    assert.equal(await liveTracks(page), 0);
    await become(false);
    await showing(page, "searching");
    assert.equal(await liveTracks(page), 1);
    await become(true);
    await stop(page);
    assert.equal(await outcomeOf(page), "cancelled");
    assert.deepEqual(await remains(page), nothing);
  });
});

test("a camera that stops by itself ends with NotReadableError", { skip: noBrowser }, async () => {
  await withPage(empty, async (page) => {
    await page.goto(`${server.url}/demo/camera-v3`);
    await startV3(page);
    await showing(page, "searching");
    await page.evaluate(() => window.kept.tracks[0]?.dispatchEvent(new Event("ended")));
    assert.equal(await outcomeOf(page), "NotReadableError");
    assert.deepEqual(await remains(page), nothing);
  });
});

test("an option that there is not is a TypeError before the camera opens", { skip: noBrowser }, async () => {
  await withPage(good, async (page) => {
    await page.goto(`${server.url}/demo/camera-v3`);
    const refused = await page.evaluate(() => {
      const misspelt = { chalenge: true, publicKey: "ss_pk_a" } as object;
      return window.VerifyCameraV3.capture(misspelt).then(
        () => "a photo",
        ({ name, message }: Error) => [name, message, window.kept.tracks.length],
      );
    });
    assert.deepEqual(refused, ["TypeError", "Unknown option 'chalenge'. Did you mean 'challenge'?", 0]);
    assert.deepEqual(await remains(page), nothing);
  });
});

test("without a photo in time it ends with TimeoutError", { skip: noBrowser }, async () => {
  await withPage(empty, async (page) => {
    await page.goto(`${server.url}/demo/camera-v3`);
    await startV3(page, { timeoutMs: 700 });
    assert.equal(await outcomeOf(page), "TimeoutError");
    assert.deepEqual(await remains(page), nothing);
  });
});

test("a callback that throws is the page's error, and leaves nothing behind", { skip: noBrowser }, async () => {
  await withPage({ ...good, errors: ["of the page"] }, async (page) => {
    await page.goto(`${server.url}/demo/camera`);
    await page.evaluate(() =>
      new window.VerifyCamera(() => {
        throw new Error("of the page");
      }).start(),
    );
    assert.deepEqual(await remains(page), nothing);
  });
});
