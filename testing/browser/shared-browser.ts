import { after } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "./browser.ts";

const opened = new Map<string, Promise<Browser>>();
after(async () => {
  for (const browser of opened.values()) await (await browser).close();
});

/**
 * The browser with these arguments that the test files of this process share: to start one takes longer than most tests. Nobody closes it but
 * this module, at the end; each test has a context of its own.
 */
export function sharedBrowser(args: readonly string[] = []): Promise<Browser> {
  const key = JSON.stringify(args);
  const browser = opened.get(key) ?? openBrowser(args);
  opened.set(key, browser);
  return browser;
}
