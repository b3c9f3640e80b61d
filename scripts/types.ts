/**
 * Checks the types of each package with its own settings: face/ may use neither Node nor the DOM, the dashboard is a browser's.
 * Tests run in Node, so where a package may not use that, tsconfig.test.json checks them.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

// By its path: npm puts it into PATH for its own scripts only.
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
