import { after } from "node:test";
import type { Browser } from "playwright-core";
import { openBrowser } from "./browser.ts";

const opened = new Map<string, Promise<Browser>>();
after(async () => {
  for (const browser of opened.values()) await (await browser).close();
});

/**
 * For pages that are closed after seconds: what runs often is optimised less, and nothing is collected beside it. WebAssembly is optimised after ten
 * times as much use as usual: else to optimise it takes longer, 0.7 s a page with the camera's models, than it saves. Functions are validated when
 * they are first called, as most never are.
 */
const shortLived =
  "--js-flags=--no-turbofan,--single-threaded-gc,--wasm-tiering-budget=130000000,--wasm-lazy-validation";

/**
 * The browser with these arguments that the test files of this process share: to start one takes longer than most tests. Nobody closes it but
 * this module, at the end; each test has a context of its own.
 */
export function sharedBrowser(args: readonly string[] = []): Promise<Browser> {
  const key = JSON.stringify(args);
  const browser = opened.get(key) ?? openBrowser([shortLived, ...args]);
  opened.set(key, browser);
  return browser;
}
