import { spawnSync } from "node:child_process";
import { prepareBrowser } from "../testing/browser/find-browser.ts";
import { installLanguages } from "../testing/languages.ts";
import { installNginx } from "../testing/nginx.ts";
import { installPython } from "../testing/python.ts";
import { buildAll } from "./build.ts";

/** What the tests must be told, at the end too, where it is not overlooked. `failed`: CI must not pass without it. */
export interface Prepared {
  readonly notes: readonly string[];
  readonly failed: boolean;
}

/** Sees to it that the browser bundles, the models and a browser are there; says what it fetches. Tests for which something is missing skip themselves. */
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
  // Not a reason to fail in CI: it is one test, and a proxy is not the product.
  const failed = notes.length > 0 && process.env["CI"] === "true";
  if (!installNginx(say)) notes.push("No nginx could be installed: the test of three nodes behind it is skipped.");
  if (!installPython(say)) notes.push("No Python that builds packages: the test of the Python client is skipped.");
  return { notes, failed };
}

/** Files that are there and whole are not fetched again. */
function fetchModels(): boolean {
  return spawnSync(process.execPath, ["packages/cli/src/selfsame.js", "models"], { stdio: "inherit" }).status === 0;
}
