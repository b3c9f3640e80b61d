import { chromium, type Browser } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

/** Without a browser the browser tests skip themselves: `test("...", { skip: noBrowser }, ...)`. `npm test` sees to one beforehand. */
export const noBrowser: string | false = findBrowser() === undefined ? "no Chromium or Chrome: see npm test" : false;

/** Each window else loads two pages for an address bar that nobody sees: half a second of processor time. */
const addressBar = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** The next page's process, started beforehand: another one mostly takes its place. */
const spareProcess = "SpareRendererForSitePerProcess";

/** Arguments that keep a test browser from calling home, and let it run as root in a container. */
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
  // A page goes on in the process it began in, where it may: two are started for each else.
  "--renderer-process-limit=1",
  `--disable-features=${["OptimizationHints", "MediaRouter", "Translate", "AutofillServerCommunication", ...addressBar, spareProcess].join()}`,
];

/** A camera that needs no permission and shows Chromium's test picture, or the given Y4M or MJPEG file in a loop. */
export function fakeCamera(file?: string): string[] {
  const source = file === undefined ? [] : [`--use-file-for-fake-video-capture=${file}`];
  return ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", ...source];
}

/** A camera that is there, and a person who does not allow it. The shell of Chromium without windows knows no `--deny-permission-prompts`. */
export const deniedCamera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream=deny"];

/** @param args further arguments of Chromium, such as `fakeCamera()` */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error("no Chromium or Chrome: set CHROME_PATH, or run npm test, which installs one");
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, headless: true, args: [...quiet, ...root, ...args] });
}
