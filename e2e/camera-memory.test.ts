/** Repeated captures leak no memory: a few in every run, twenty in `npm run test:fuzz`. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { nothing, outcomeOf, remains, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { isFuzzRun } from "../testing/fuzz-runs.ts";
import { startService } from "../testing/service.ts";

/** The first captures load and compile code; that memory stays in use. */
const warmUps = 2;
const captures = isFuzzRun ? 20 : 4;
/** Largest growth allowed, MB. Leaked models would take 45 MB per capture, leaked frames 18 MB; the browser's memory varies by about 20 MB. */
const growthMaxMb = isFuzzRun ? 100 : 40;
const noProc: string | false = process.platform === "linux" ? false : "only Linux tells what a process holds in /proc";

// A service of its own, and so a browser with no other pages.
const server = await startService();
after(() => server.stop());

/**
 * Memory of all the browser's processes after garbage collection, MB: private memory and the proportional share of shared memory. Pages of the
 * program's file are excluded, because their share depends on which other browsers run.
 */
async function heldMb(page: Page): Promise<number> {
  const [tab, browser] = await Promise.all([
    page.context().newCDPSession(page),
    page.context().browser()?.newBrowserCDPSession(),
  ]);
  await tab.send("HeapProfiler.collectGarbage");
  const { processInfo = [] } = (await browser?.send("SystemInfo.getProcessInfo")) ?? {};
  await Promise.all([tab.detach(), browser?.detach()]);
  const held = await Promise.all(
    processInfo.map(async ({ id }) => {
      const rollup = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => ""); // the process has ended meanwhile
      return ["Pss_Anon", "Pss_Shmem"].map((kind) =>
        Number(RegExp(`^${kind}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0),
      );
    }),
  );
  return held.flat().reduce((sum, kB) => sum + kB, 0) / 1024;
}

/** Takes a photo, and checks that the camera, its view and its worker are gone afterwards. */
async function capture(page: Page): Promise<void> {
  await page.evaluate(() => {
    delete window.kept.outcome;
    window.kept.tracks = [];
    void (async () => {
      const { size } = (await window.VerifyCameraV3.capture())?.blob ?? { size: 0 };
      window.kept.outcome = size > 0 ? "a photo" : "cancelled";
    })();
  });
  assert.equal(await outcomeOf(page), "a photo");
  assert.deepEqual(await remains(page), nothing);
}

test(`${captures} captures in a row hold memory within ${growthMaxMb} MB`, { skip: noBrowser || noProc }, async (t) => {
  await withPage(
    { scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }], lifelike: true },
    async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      for (let first = 0; first < warmUps; first++) await capture(page);
      const before = await heldMb(page);
      assert.ok(before > 50, `${before} MB: what the browser holds cannot be read`);
      for (let more = 0; more < captures; more++) await capture(page);
      const after = await heldMb(page);
      t.diagnostic(`${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`);
      assert.ok(after - before < growthMaxMb, `${before} MB became ${after} MB`);
    },
  );
});
