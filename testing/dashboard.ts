/** What the dashboard's browser tests share: a server, people in separate browser contexts, and frequent actions. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { fakeCamera } from "./browser/browser.ts";
import { sharedBrowser } from "./browser/shared-browser.ts";
import { type Service, startService } from "./service.ts";

export const owner = { email: "owner@example.com", password: "correct horse battery" };
export type Credentials = typeof owner;

interface Ending {
  after(fn: () => Promise<void>): void;
}

type ContextOptions = Parameters<Browser["newContext"]>[0];

export interface Dashboard {
  readonly server: Service;
  /** A separate browser context, for another person. Any error in the page's console fails the test. */
  open(t: Ending, options?: ContextOptions): Promise<Page>;
  /** Opens a view as the owner; sets up the service first if that was not done. */
  openAsOwner(t: Ending, path?: string, options?: ContextOptions): Promise<Page>;
  /** Opens a view as another person, who signs in. */
  openAs(t: Ending, person: Credentials, path?: string): Promise<Page>;
  go(page: Page, path: string): Promise<void>;
  /**
   * Posts as the page does. @param path below the dashboard's API, or `api/v3/...`
   * @returns for version 3, the `data` of the answer @throws AssertionError if it fails
   */
  readonly post: <T>(page: Page, path: string, data: object) => Promise<T>;
}

/** For one `describe`: a service that runs from before its tests until after them, and the browser that all tests share. */
export function useDashboard(env: Readonly<Record<string, string>> = {}): Dashboard {
  let server: Service;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startService(env), sharedBrowser(fakeCamera())]);
  });
  after(async () => {
    await server.stop();
  });

  const go = async (page: Page, path: string) => {
    await page.goto(`${server.url}/#/${path}`);
  };
  const open = (t: Ending, options?: ContextOptions) => openPerson(t, browser, options);
  /** Sends the page's request; only the forms' own tests fill in the forms. */
  const ask = (page: Page, path: string, data: object) =>
    page.request.post(server.url + pathOf(path), { data, headers: { origin: server.url } });
  const post = async <T>(page: Page, path: string, data: object): Promise<T> => {
    const answer = await ask(page, path, data);
    const text = await answer.text();
    assert.ok(answer.ok(), `${path}: ${text}`);
    return (pathOf(path).startsWith("/api/v3/") ? JSON.parse(text).data : JSON.parse(text || "null")) as T;
  };
  const enter = async (page: Page, person: Credentials) => {
    const answer = await ask(page, "sign-in", person);
    assert.ok(answer.ok(), await answer.text());
  };
  const show = async (page: Page, path: string) => {
    await go(page, path);
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  const openAs = async (t: Ending, person: Credentials, path = "") => {
    const page = await open(t);
    await enter(page, person);
    await show(page, path);
    return page;
  };
  let isSetUp = false;
  const openAsOwner = async (t: Ending, path = "", options?: ContextOptions) => {
    const page = await open(t, options);
    // A test that runs alone finds a new service; a later test finds one that may already be set up.
    const setup = { secret: setupLink(server).split("/").at(-1), ...owner };
    const isFirst = !isSetUp && (await ask(page, "setup", setup)).ok();
    isSetUp = true;
    if (!isFirst) await enter(page, owner);
    await show(page, path);
    return page;
  };
  return {
    get server() {
      return server;
    },
    open,
    openAs,
    openAsOwner,
    go,
    post,
  };
}

const pathOf = (path: string): string => (path.startsWith("api/v3/") ? `/${path}` : `/api/dashboard/${path}`);

async function openPerson(t: Ending, browser: Browser, options: ContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    permissions: ["camera", "clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
    ...options,
  });
  // Long timeout, because a busy machine is slow.
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Chromium logs every answer of 400 or more as an error; the page handles these.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  t.after(async () => {
    // Removes the test's own answers, in case the page still sends requests.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
    assert.deepEqual(complaints, []);
  });
  return page;
}

/** The setup link that the first start prints. */
export function setupLink(server: Service): string {
  const [link] = /http\S+\/#\/setup\/\S+/.exec(server.output()) ?? [];
  assert.ok(link, "the start printed no setup link");
  return link;
}

export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

export async function signIn(page: Page, server: Service, { email, password }: Credentials): Promise<void> {
  await page.goto(`${server.url}/#/`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await heading(page, "Overview");
}

/** Waits until no dialog is open: it would receive the next key press. */
export async function dialogGone(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Takes the secret from a dialog that shows a key or a link once. @returns the secret */
export async function takeSecret(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: title });
  const secret = await dialog.locator(".secret code").innerText();
  await dialog.getByRole("button", { name: /^Copy the (key|link)$/ }).click();
  assert.equal(await copied(page), secret);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await dialogGone(page);
  return secret;
}

export async function copied(page: Page): Promise<string> {
  return String(await page.evaluate("navigator.clipboard.readText()"));
}

/** Chooses an action from a row's menu. @param action its accessible name: "Revoke Till" */
export async function fromMenu(page: Page, subject: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${subject}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Menu of / }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** Creates a key on the keys' page, which must be open. @returns the key itself */
export async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create a key" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create the key" }).click();
  return takeSecret(page, `${name} is ready`);
}

/** Creates an account on the accounts' page. @returns the link for the new account's person */
export async function addMember(page: Page, server: Service, email: string, plan: string): Promise<string> {
  await page.goto(`${server.url}/#/accounts`);
  await page.getByRole("button", { name: "Create an account" }).click();
  const dialog = page.getByRole("dialog", { name: "Create an account" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Plan").selectOption(plan);
  await dialog.getByRole("button", { name: "Create the account" }).click();
  return takeSecret(page, "The account is ready");
}

/** Opens the link as its recipient, and sets a password. */
export async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await heading(page, "Overview");
}

/** Puts a photo into a field of the playground or the first steps. */
export async function putPhoto(page: Page, slot: string, buffer: Buffer): Promise<void> {
  await page.getByLabel(`${slot}: choose a file`).setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
}

/** Waits for the heading with the result of a request. */
export async function verdict(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 2, name: text, exact: true }).waitFor();
}
