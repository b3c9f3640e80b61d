import { after } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "./browser.ts";

const opened = new Map<string, Promise<Browser>>();
after(async () => {
  for (const browser of opened.values()) await (await browser).close();
});

/**
 * Options for pages that are closed after seconds: less optimization of hot code, and no parallel garbage collection. WebAssembly is optimized after
 * ten times the usual use, because optimizing it takes longer, 0.7 s a page with the camera's models, than it saves. Functions are validated at their
 * first call, because most are never called.
 */
const shortLived =
  "--js-flags=--no-turbofan,--single-threaded-gc,--wasm-tiering-budget=130000000,--wasm-lazy-validation";

/**
 * The browser with these arguments that all test files of this process share: starting one takes longer than most tests. Only this module closes it,
 * at the end; each test has its own context.
 */
export function sharedBrowser(args: readonly string[] = []): Promise<Browser> {
  const key = JSON.stringify(args);
  const browser = opened.get(key) ?? openBrowser([shortLived, ...args]);
  opened.set(key, browser);
  return browser;
}
