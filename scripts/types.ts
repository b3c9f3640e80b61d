/**
 * Checks the types of each package with its own settings: face/ may use neither Node nor the DOM, and the dashboard runs in a browser. Tests run in
 * Node, so for packages that may not use Node, tsconfig.test.json checks them.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

// By its path, because npm adds it to PATH only for its own scripts.
const tsc = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");
if (!existsSync(tsc)) {
  console.error("TypeScript is not installed, so no types were checked. Run: npm ci");
  process.exit(1);
}
process.chdir(join(import.meta.dirname, ".."));

const configs = globSync([
  "tsconfig.json",
  "packages/*/tsconfig{,.test}.json",
  "packages/*/src/**/tsconfig.json",
]).filter(
  (config) => globSync(config.replace(/tsconfig[.a-z]*json$/, "{src,static,scripts}/**/*.{ts,tsx,js}")).length > 0,
);
const failed = configs.filter(
  (config) => spawnSync(process.execPath, [tsc, "-p", config], { stdio: "inherit" }).status !== 0,
);
process.exitCode = failed.length > 0 ? 1 : 0;
