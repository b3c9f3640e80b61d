/**
 * What the browser tests of the hosted page share: a server with an account that has test keys, people in separate browser contexts, and the check of
 * each step.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { State } from "../packages/verify-page/src/state/states.ts";
import { violations } from "./browser/axe.ts";
import { patienceMs } from "./camera/camera-page.ts";
import { type Service, startService } from "./service.ts";

export const phone: BrowserContextOptions = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
export const laptop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** A website with its own origin. */
interface Site {
  readonly origin: string;
  close(): void;
}

/** @param html content of all its pages */
async function startSite(html: string): Promise<Site> {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    answer.end(html);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

interface MadeSession {
  readonly id: string;
  readonly url: string;
}

export interface SessionServer {
  readonly running: () => Service;
  readonly dataDir: string;
  /** A site whose origin is one of the account's. */
  readonly shop: Site;
  /** Uses a test key by default, so that no photo is analyzed and the page needs no camera. */
  create(settings?: object, key?: string): Promise<MadeSession>;
  cancel(id: string, key?: string): Promise<void>;
  /** Reads a session as the customer's backend does, with a key of the same kind as the creating one. */
  read(
    id: string,
    key?: string,
  ): Promise<{
    readonly status: string;
    readonly declined_at: string | null;
    readonly result: {
      readonly reasons: string[];
      readonly challenge: "passed" | "failed" | null;
      readonly challenge_details: { readonly mode: string } | null;
      readonly passive_liveness: { readonly result: string } | null;
    } | null;
  }>;
  /** Ends the process and starts another on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSessionServer(
  shopHtml = "<!doctype html><title>Shop</title><h1>Shop</h1>",
  settings: Readonly<Record<string, string>> = {},
): Promise<SessionServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "selfsame-page-"));
  const env = { ...settings, SELFSAME_DATA_DIR: dataDir };
  const [shop, first] = await Promise.all([startSite(shopHtml), startService(env)]);
  let server = first;
  const { port } = new URL(server.url);
  const command = async (args: readonly string[]) => {
    const printed = await server.command(args);
    return /ss_[pst]k_\w+/.exec(printed)?.[0] ?? assert.fail(printed);
  };
  await command(["keys", "create", "Shop", "--kind", "public", "--origin", shop.origin]);
  const key = await command(["keys", "create", "Tests", "--kind", "test"]);
  const ask = async (method: string, path: string, body?: object, by = key) => {
    const response = await fetch(`${server.url}/api/v3${path}`, {
      method,
      headers: { authorization: `Bearer ${by}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, error } = (await response.json()) as { data: never; error: unknown };
    assert.ok(response.ok, JSON.stringify(error));
    return data;
  };
  return {
    running: () => server,
    dataDir,
    shop,
    create: (settings = {}, by = key) =>
      ask("POST", "/sessions", { return_url: `${shop.origin}/welcome`, locale: "en", ...settings }, by),
    cancel: async (id, by = key) => ask("POST", `/sessions/${id}/cancel`, {}, by),
    read: (id, by = key) => ask("GET", `/sessions/${id}`, undefined, by),
    restart: async () => {
      await server.stop();
      server = await startService({ ...env, PORT: port });
    },
    stop: async () => {
      shop.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A separate browser context for each person. Errors in the page's console are recorded. */
export async function openPerson(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    // Chromium logs every answer of 400 or more, and every lost connection, as an error; the page handles these.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  return { page, complaints };
}

/** Waits for a step. It must have no axe violations, nothing outside the screen, and an announcement for screen readers. */
export async function reached(page: Page, state: State): Promise<void> {
  await page.locator(`.page[data-state=${state}]`).waitFor();
  const found = await page.evaluate(() => ({
    said: document.querySelector("p[role=status].visually-hidden")?.textContent ?? "",
    beside: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    heading: document.querySelector("h1")?.textContent ?? "",
  }));
  assert.notEqual(found.said.trim(), "", `${state} is not said`);
  assert.notEqual(found.heading.trim(), "", `${state} has no heading`);
  assert.equal(found.beside, 0, `${state} is wider than the screen`);
  assert.deepEqual(await violations(page), [], state);
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

/** In a test session: chooses the attempt's outcome. */
export const choose = (page: Page, outcome: string): Promise<void> => press(page, outcome);
