/** Captures in a row leave nothing behind: a few in every run, twenty in `npm run test:fuzz`. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { nothing, outcomeOf, remains, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { fuzzRuns } from "../testing/fuzz-runs.ts";
import { type RunningServer, startServer } from "../testing/server.ts";

const captures = fuzzRuns(2);
const growthMaxMb = 100;
const noProc: string | false = process.platform === "linux" ? false : "only Linux tells what a process holds in /proc";

let server: RunningServer;
before(async () => {
  server = await startServer();
});
after(async () => server.stop());

/** What the page's process holds, its workers among it, once garbage is gone. */
async function residentMb(page: Page): Promise<number> {
  const [tab, browser] = await Promise.all([
    page.context().newCDPSession(page),
    page.context().browser()?.newBrowserCDPSession(),
  ]);
  await tab.send("HeapProfiler.collectGarbage");
  const { processInfo = [] } = (await browser?.send("SystemInfo.getProcessInfo")) ?? {};
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(async ({ id }) => Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${id}/status`, "utf8"))?.[1]));
  return Math.max(...(await Promise.all(sizes))) / 1024;
}

test(`${captures} captures in a row hold memory within ${growthMaxMb} MB`, { skip: noBrowser || noProc }, async (t) => {
  await withPage({ scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }] }, async (page) => {
    await page.goto(`${server.url}/demo/camera-v3`);
    const capture = async () => {
      await page.evaluate(() => {
        delete window.kept.outcome;
        void (async () => {
          const { size } = (await window.VerifyCameraV3.capture())?.blob ?? { size: 0 };
          window.kept.outcome = size > 0 ? "a photo" : "cancelled";
        })();
      });
      assert.equal(await outcomeOf(page), "a photo");
      assert.deepEqual(await remains(page), nothing);
    };
    await capture();
    const first = await residentMb(page);
    for (let more = 1; more < captures; more++) await capture();
    const last = await residentMb(page);
    t.diagnostic(`${first.toFixed(0)} MB after the first, ${last.toFixed(0)} MB after the last`);
    assert.ok(last - first < growthMaxMb, `${first} MB became ${last} MB`);
  });
});
