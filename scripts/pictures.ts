/**
 * `npm run docs:pictures`: takes the pictures of docs/pictures/ from a running service with sample data: the hosted page, the camera, the dashboard,
 * and the film of a session at the top of README. The service judges the tests' performer; the pictures show a drawn face instead. Run it when
 * scripts/pictures.test.ts reports that one of these pages changed; `-- dashboard` takes only those of the dashboard, which needs no camera. With `--
 * --unchanged` it only records that no picture shows the change.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { openBrowser } from "../testing/browser/browser.ts";
import { perform, persistUntil, readPictures, takesOf } from "../testing/camera/performer.ts";
import { owner, setupLink } from "../testing/dashboard.ts";
import { startService } from "../testing/service.ts";
import { drawPerson } from "./pictures/drawn-person.ts";
import { type Film, startFilm } from "./pictures/film.ts";
import { dashboardPictures, writeRecord } from "./pictures/record.ts";
import { makeSampleData } from "./pictures/sample-data.ts";

if (process.argv.includes("--unchanged")) {
  writeRecord();
  process.exit(0);
}

const outDir = join(import.meta.dirname, "../docs/pictures");
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };
const wide = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const patienceMs = 90_000;

const dataDir = await mkdtemp(join(tmpdir(), "selfsame-pictures-"));
const service = await startService({ SELFSAME_DATA_DIR: dataDir });
const browser = await openBrowser();
const [picture] = await readPictures("ada");
if (!picture) throw new Error("there is nobody to perform");
const takes = await takesOf(picture);
// Models are warm here, so the recorded times are typical.
await makeSampleData(service, dataDir);

async function open(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ colorScheme: "light", locale: "en-US", ...options });
  context.setDefaultTimeout(patienceMs);
  return context.newPage();
}

async function save(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: "disabled" });
  await sharp(png)
    .webp({ quality: 78, effort: 6 })
    .toFile(join(outDir, `${name}.webp`));
}

async function createSession(): Promise<string> {
  const answer = await fetch(`${service.url}/api/v3/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.privateKey}`, "content-type": "application/json" },
    body: JSON.stringify({ locale: "en" }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { data: { url: string } }).data.url;
}

const state = (page: Page, name: string) => page.locator(`.page[data-state=${name}]`).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Opens a session with a person in front of the camera, at the page's first step. */
async function openSession(options: BrowserContextOptions): Promise<Page> {
  const page = await open(options);
  await page.addInitScript("window.kept = { tracks: [], hints: [], events: [] }");
  await perform(page, { takes });
  await drawPerson(page);
  await page.goto(await createSession());
  await state(page, "welcome");
  return page;
}

const dotShown = (page: Page) => page.locator("[data-selfsame=camera] dialog[data-dot]").waitFor();

/** @returns the film, or undefined if the person needed another attempt, as may happen on a busy machine */
async function takeSessionOnPhone(): Promise<Film | undefined> {
  const page = await openSession(phone);
  await save(page, "session-phone");
  const film = startFilm(page);
  await film.hold(1500);
  await press(page, "Agree and continue");
  await dotShown(page);
  await save(page, "camera-phone");
  const ends = [
    state(page, "done").then(() => true),
    page
      .getByRole("button", { name: "Try again" })
      .waitFor()
      .then(() => false),
  ];
  const passed = await persistUntil(page, Promise.race(ends));
  await film.hold(1500);
  await film.stop();
  if (passed) await save(page, "session-done-phone");
  await page.context().close();
  return passed ? film : undefined;
}

async function takeSessionOnComputer(): Promise<void> {
  const page = await openSession(wide);
  await press(page, "Agree and continue");
  await state(page, "hand_off");
  await save(page, "session-wide");
  await press(page, "Use this computer");
  await dotShown(page);
  await save(page, "camera-wide");
  await page.context().close();
}

async function takeDashboard(browser: Browser): Promise<void> {
  const page = await open(wide);
  const setup = { secret: setupLink(service).split("/").at(-1), ...owner };
  const answer = await page.request.post(`${service.url}/api/dashboard/setup`, {
    data: setup,
    headers: { origin: service.url },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const show = async (at: Page, path: string, name: string, ready: string) => {
    await at.goto(`${service.url}/#/${path}`);
    await at.getByText(ready).first().waitFor();
    await at.waitForLoadState("networkidle");
    await save(at, name);
  };
  await show(page, "", "dashboard-wide", "30 days");
  await show(page, "verifications", "dashboard-sessions-wide", "customer-1201");
  const mobile = await browser.newContext({
    ...phone,
    colorScheme: "light",
    storageState: await page.context().storageState(),
  });
  await show(await mobile.newPage(), "", "dashboard-phone", "30 days");
  await mobile.close();
  await page.context().close();
}

async function takeSessions(): Promise<void> {
  await takeSessionOnComputer();
  let film: Film | undefined;
  for (let tries = 0; film === undefined && tries < 5; tries++) film = await takeSessionOnPhone();
  if (!film) throw new Error("nobody passed the challenge");
  await film.save(join(outDir, "session.webp"));
}

await takeDashboard(browser);
if (process.argv.includes("dashboard")) writeRecord(dashboardPictures);
else {
  await takeSessions();
  writeRecord();
}

await browser.close();
await service.stop();
await rm(dataDir, { recursive: true });
// Ends the process, because the tests' engine would keep it running.
process.exit(0);
