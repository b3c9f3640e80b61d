/**
 * `node bench/challenge.ts`: how long the service takes to judge a live challenge, and how long a person takes who performs each step half a second
 * after it is shown, in a browser on this machine. The frames are warped sample photos, as in the tests.
 */
import sharp from "sharp";
import { openBrowser } from "../testing/browser/browser.ts";
import { doing, perform, readPictures } from "../testing/camera/performer.ts";
import { type RunningServer, startServer } from "../testing/server.ts";
import type { VerifyCameraV3 } from "../packages/camera/camera-v3.d.ts";
import type { Step } from "../packages/face/src/assess/gestures.ts";
import { neutralFrame, type Picture, stepFrame } from "../packages/server/testing/challenge/perform.ts";
import { buildAll } from "../scripts/build.ts";
import { median } from "./measuring/measure.ts";

const completions = 21;
const captures = 5;

let accounts = 0;
/** The key of a new account: the service detects frames that an account has sent before. */
async function publicKey(server: RunningServer): Promise<string> {
  const email = `bench-${++accounts}@shop.example`;
  await server.command(["accounts", "create", email, "--plan", "unlimited"]);
  const origin = ["--public", "--challenge-mode", "any", "--origin", server.url];
  return /ss_pk_\w+/.exec(await server.command(["keys", "create", "Bench", ...origin, "--account", email]))?.[0] ?? "";
}

/** At the size that the camera sends. */
const sent = (frame: Buffer, width: number): Promise<Buffer> =>
  sharp(frame).resize(width).jpeg({ quality: 90 }).toBuffer();

async function completion(server: RunningServer, picture: Picture): Promise<{ ms: number; passed: boolean }> {
  const headers = { authorization: `Bearer ${await publicKey(server)}`, origin: server.url };
  const started = await fetch(`${server.url}/api/v3/challenges`, { method: "POST", headers });
  const { id, steps } = ((await started.json()) as { data: { id: string; steps: Step[] } }).data;
  const form = new FormData();
  const add = (name: string, jpeg: Buffer) => form.set(name, new Blob([new Uint8Array(jpeg)]), `${name}.jpg`);
  // Never the same file twice, since the service rejects repeats across accounts.
  const moment = (accounts % 5) + accounts / 100;
  add("selfie", await sent(await neutralFrame(picture, moment), 1280));
  for (const [i, step] of steps.entries()) {
    add(`frame_${i + 1}`, await sent(await stepFrame(picture, step, moment, 1.15), 960));
  }
  // The service rejects a faster sequence: no person could perform it.
  await new Promise((resolve) => setTimeout(resolve, 1300));
  const startedMs = performance.now();
  const answer = await fetch(`${server.url}/api/v3/challenges/${id}/complete`, { method: "POST", headers, body: form });
  const { success } = (await answer.json()) as { success: boolean };
  return { ms: performance.now() - startedMs, passed: success };
}

async function capture(server: RunningServer, picture: Picture): Promise<{ ms: number; bytes: number }> {
  const key = await publicKey(server);
  const browser = await openBrowser([]);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await page.addInitScript(() => {
    Object.assign(window, { kept: { tracks: [] } });
  });
  await perform(page, { takes: [await doing(picture)] });
  await page.goto(`${server.url}/demo/camera-v3`);
  const measured = await page.evaluate(async (publicKey) => {
    let bytes = 0;
    const ask = window.fetch.bind(window);
    window.fetch = (url, init) => {
      if (init?.body instanceof FormData) for (const file of init.body.values()) bytes += (file as File).size;
      return ask(url, init);
    };
    const Camera: typeof VerifyCameraV3 = window.VerifyCameraV3;
    const startedMs = performance.now();
    const taken = await Camera.capture({ challenge: true, publicKey });
    if (!taken?.challengeToken) throw new Error("no token");
    return { ms: performance.now() - startedMs, bytes };
  }, key);
  await browser.close();
  return measured;
}

await buildAll({ small: false });
const server = await startServer({ LOG_LEVEL: "error" });
const [picture] = (await readPictures("ada")) as [Picture];
await completion(server, picture);
const all: Awaited<ReturnType<typeof completion>>[] = [];
for (let i = 0; i < completions; i++) all.push(await completion(server, picture));
const times = all.map(({ ms }) => ms);
console.log(`complete, ${completions} times, ${all.filter(({ passed }) => passed).length} passed:`);
console.log(`  median ${Math.round(median(times))} ms, slowest ${Math.round(Math.max(...times))} ms`);
const visits: Awaited<ReturnType<typeof capture>>[] = [];
for (let i = 0; i < captures; i++) visits.push(await capture(server, picture));
console.log(`capture with a challenge, ${captures} first visits, from the call to the token:`);
console.log(`  median ${Math.round(median(visits.map(({ ms }) => ms)))} ms`);
console.log(`  selfie and frames: at most ${Math.round(Math.max(...visits.map(({ bytes }) => bytes)) / 1000)} KB`);
await server.stop();
