/** What the dashboard's browser tests share: a server of their own, people at browsers of their own, and what they do often. */
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
  /** A browser of its own kind, as of another person. Anything the page complains of fails the test. */
  open(t: Ending, options?: ContextOptions): Promise<Page>;
  /** The owner at a view; the service is set up on the way where nobody did that yet. */
  openAsOwner(t: Ending, path?: string, options?: ContextOptions): Promise<Page>;
  /** Another person who signs in. */
  openAs(t: Ending, person: Credentials, path?: string): Promise<Page>;
  go(page: Page, path: string): Promise<void>;
  /**
   * Posts as the page does. @param path below the dashboard's API, or `api/v3/...`
   * @returns of version 3, the `data` of its answer @throws AssertionError unless it succeeds
   */
  readonly post: <T>(page: Page, path: string, data: object) => Promise<T>;
}

/** For one `describe`: a service of its own, started before its tests and ended after them, and the browser that all share. */
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
  /** As the page asks it: to fill the forms in is for the tests that are about them. */
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
    // A test run by itself comes to a new service, the next one to a service that is set up, perhaps by the test before.
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
  // What is waited for comes; on a busy machine not soon.
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Chromium reports every answer of 400 or more as an error; those the page is to handle.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  t.after(async () => {
    // A page that still asks gets no more answers of a test's own.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
    assert.deepEqual(complaints, []);
  });
  return page;
}

/** The link that the first start prints. */
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

/** What is pressed while a dialog is still there goes to the dialog. */
export async function dialogGone(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Of a dialog that shows a key or a link once. @returns what it showed */
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

/** An action of a row that is in its menu. @param action as it is said: "Revoke Till" */
export async function fromMenu(page: Page, subject: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${subject}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Menu of / }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** Through the keys' page, on which the person is. @returns the key itself */
export async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create a key" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create the key" }).click();
  return takeSecret(page, `${name} is ready`);
}

/** Through the accounts' page. @returns the link for the new account's person */
export async function addMember(page: Page, server: Service, email: string, plan: string): Promise<string> {
  await page.goto(`${server.url}/#/accounts`);
  await page.getByRole("button", { name: "Create an account" }).click();
  const dialog = page.getByRole("dialog", { name: "Create an account" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Plan").selectOption(plan);
  await dialog.getByRole("button", { name: "Create the account" }).click();
  return takeSecret(page, "The account is ready");
}

/** As the person who was given the link. */
export async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await heading(page, "Overview");
}

/** Puts a photo into its place in the playground or the first steps. */
export async function putPhoto(page: Page, slot: string, buffer: Buffer): Promise<void> {
  await page.getByLabel(`${slot}: choose a file`).setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
}

/** The heading that says what came of a request. */
export async function verdict(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 2, name: text, exact: true }).waitFor();
}
