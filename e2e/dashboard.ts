import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import type { RunningServer } from "./server.ts";

export const owner = { email: "owner@example.com", password: "correct horse battery" };

interface Ending {
  after(fn: () => Promise<void>): void;
}

/** A browser of its own kind, as of another person. Anything the page complains of fails the test. */
export async function openPerson(
  t: Ending,
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Page> {
  const context = await browser.newContext({
    permissions: ["camera", "clipboard-read", "clipboard-write"],
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Chromium reports every answer of 400 or more as an error; those the page is to handle.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  });
  return page;
}

/** The link that the first start prints. */
export function setupLink(server: RunningServer): string {
  const [link] = /http\S+\/#\/setup\/\S+/.exec(server.output()) ?? [];
  assert.ok(link, "the start printed no setup link");
  return link;
}

export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

/** Through the setup page where nobody did that yet, otherwise by signing in. */
export async function enterAsOwner(page: Page, server: RunningServer): Promise<void> {
  await page.goto(setupLink(server));
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Create the account" }).click();
  const used = page.getByRole("alert").filter({ hasText: "This link was used" });
  const overview = page.getByRole("heading", { level: 1, name: "Overview" });
  await used.or(overview).waitFor();
  if (await used.isVisible()) await signIn(page, server, owner);
}

export async function signIn(page: Page, server: RunningServer, { email, password }: typeof owner): Promise<void> {
  await page.goto(`${server.url}/#/`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await heading(page, "Overview");
}

/** Through the accounts' page. @returns the link for the new account's person */
export async function addMember(page: Page, server: RunningServer, email: string, plan: string): Promise<string> {
  await page.goto(`${server.url}/#/accounts`);
  await page.getByRole("button", { name: "Create an account" }).click();
  const dialog = page.getByRole("dialog", { name: "Create an account" });
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Plan").selectOption(plan);
  await dialog.getByRole("button", { name: "Create the account" }).click();
  const link = await page.getByRole("dialog", { name: "The account is made" }).locator(".secret code").innerText();
  await page.getByRole("button", { name: "I have copied it" }).click();
  return link;
}
