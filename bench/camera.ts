/** `node bench/camera.ts`: how long the camera takes in a browser on this machine, and how much it downloads. */
import { fakeCamera, openBrowser } from "../testing/browser/browser.ts";
import { ana, fakeStream } from "../testing/camera/fake-stream.ts";
import { startServer } from "../testing/server.ts";
import { buildAll } from "../scripts/build.ts";
import { median } from "./measuring/measure.ts";
import type { VerifyCameraV3 } from "../packages/camera/camera-v3.d.ts";

/** The measurements of one capture. */
interface Visit {
  readonly previewMs: number;
  readonly firstHintMs: number;
  /** From the first hint to the photo, with a well-placed face from the start; includes 600 ms of holding still and 700 ms of confirmation. */
  readonly captureMs: number;
  readonly framesPerSecond: number;
  /** The longest task on the page's main thread; 0 if none took 50 ms. */
  readonly longestTaskMs: number;
  readonly loadedBytes: number;
}

const visits = 3;
const watchMs = 4000;

/** Shows a face that is too far away for a while, to measure the frame rate, then a well-placed one. */
async function visit(url: string, stream: string): Promise<Visit> {
  const browser = await openBrowser(fakeCamera(stream));
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  let loadedBytes = 0;
  page.on("requestfinished", async (request) => {
    if (request.url().includes("/camera")) loadedBytes += (await request.sizes()).responseBodySize;
  });
  await page.goto(`${url}/demo/camera-v3`);
  const times = await page.evaluate(async (watchMs) => {
    let longestTaskMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
    }).observe({ type: "longtask" });
    let frames = 0;
    window.Worker = class extends Worker {
      override postMessage(message: { readonly ask: string }, transfer: never): void {
        if (message.ask === "look") frames++;
        super.postMessage(message, transfer);
      }
    };
    const Camera: typeof VerifyCameraV3 = window.VerifyCameraV3;
    const camera = new Camera();
    const atMs: Record<string, number> = {};
    const startedMs = performance.now();
    for (const type of ["open", "hint", "capture"]) {
      camera.addEventListener(type, () => (atMs[type] ??= performance.now() - startedMs));
    }
    const done = camera.start();
    while (atMs["hint"] === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
    const before = frames;
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, watchMs))]);
    const framesPerSecond = (frames - before) / (watchMs / 1000);
    await done;
    const { open = 0, hint = 0, capture = 0 } = atMs;
    return { previewMs: open, firstHintMs: hint, captureMs: capture - hint, framesPerSecond, longestTaskMs };
  }, watchMs);
  await browser.close();
  return { ...times, loadedBytes };
}

await buildAll({ small: false });
const server = await startServer();
const far = { people: [{ person: ana, faceHeight: 140 }], frames: 300 };
const right = { people: [{ person: ana, faceHeight: 260 }], frames: 300 };
const [stream, good] = [await fakeStream([far, right]), await fakeStream([{ ...right, frames: 3 }])];
for (const [name, file] of [
  ["far first, then right", stream],
  ["right from the start", good],
] as const) {
  const all: Visit[] = [];
  for (let i = 0; i < visits; i++) all.push(await visit(server.url, file));
  const middle = (key: keyof Visit) => median(all.map((one) => one[key]));
  console.log(`${name}, medians of ${visits} first visits:`);
  for (const key of Object.keys(all[0] ?? {}) as (keyof Visit)[]) console.log(`  ${key}: ${Math.round(middle(key))}`);
}
await server.stop();
