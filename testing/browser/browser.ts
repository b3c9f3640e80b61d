import { chromium, type Browser } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

/** Without a browser, browser tests skip themselves: `test("...", { skip: noBrowser }, ...)`. `npm test` installs one beforehand. */
export const noBrowser: string | false = findBrowser() === undefined ? "no Chromium or Chrome: see npm test" : false;

/** Otherwise each window loads two pages for an address bar that is never shown: half a second of processor time. */
const addressBar = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** A process that Chromium starts in advance for the next page, which usually gets another process. */
const spareProcess = "SpareRendererForSitePerProcess";

/** Arguments that stop a test browser's requests to its vendor, and let it run as root in a container. */
const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--metrics-recording-only",
  "--no-default-browser-check",
  "--no-first-run",
  "--disable-dev-shm-usage",
  // Pages reuse the process of earlier pages where possible; otherwise Chromium starts two for each page.
  "--renderer-process-limit=1",
  `--disable-features=${["OptimizationHints", "MediaRouter", "Translate", "AutofillServerCommunication", ...addressBar, spareProcess].join()}`,
];

/** A camera that needs no permission and shows Chromium's test picture, or the given Y4M or MJPEG file in a loop. */
export function fakeCamera(file?: string): string[] {
  const source = file === undefined ? [] : [`--use-file-for-fake-video-capture=${file}`];
  return ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", ...source];
}

/** A camera whose permission is denied. Chromium's headless shell does not support `--deny-permission-prompts`. */
export const deniedCamera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream=deny"];

/** @param args further arguments of Chromium, such as `fakeCamera()` */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error("no Chromium or Chrome: set CHROME_PATH, or run npm test, which installs one");
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, headless: true, args: [...quiet, ...root, ...args] });
}
