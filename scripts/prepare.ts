import { spawnSync } from "node:child_process";
import { prepareBrowser } from "../testing/browser/find-browser.ts";
import { installLanguages } from "../testing/languages.ts";
import { installNginx } from "../testing/nginx.ts";
import { installPython } from "../testing/python.ts";
import { buildAll } from "./build.ts";

/** Notes for the tester, also printed at the end, where they are not overlooked. `failed`: CI must not pass. */
export interface Prepared {
  readonly notes: readonly string[];
  readonly failed: boolean;
}

/** Provides the browser bundles, the models and a browser; logs its downloads. Tests that lack something skip themselves. */
export async function prepare(say: (line: string) => void): Promise<Prepared> {
  const notes: string[] = [];
  await buildAll({ small: false });
  if (!fetchModels()) notes.push("The models could not be fetched (see above): tests that need them fail.");
  const browser = prepareBrowser(say);
  if (browser === undefined) {
    notes.push("No Chromium or Chrome could be installed: browser tests are skipped. Install one, or set CHROME_PATH.");
  } else {
    say(`Browser tests use ${browser}`);
    process.env["CHROME_PATH"] = browser;
  }
  const languages = installLanguages(say);
  if (languages.length > 0) notes.push(`Examples are skipped for want of their language: ${languages.join(", ")}.`);
  // A missing nginx does not fail CI: it affects one test, and the proxy is not part of the product.
  const failed = notes.length > 0 && process.env["CI"] === "true";
  if (!installNginx(say)) notes.push("No nginx could be installed: the test of three nodes behind it is skipped.");
  if (!installPython(say)) notes.push("No Python that builds packages: the test of the Python client is skipped.");
  return { notes, failed };
}

/** Downloads only files that are missing or incomplete. */
function fetchModels(): boolean {
  return spawnSync(process.execPath, ["packages/cli/src/selfsame.js", "models"], { stdio: "inherit" }).status === 0;
}
