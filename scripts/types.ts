/**
 * Checks the types of each package with its own settings: face/ may use neither Node nor the DOM, the dashboard is a browser's.
 * Tests run in Node, so where a package may not use that, tsconfig.test.json checks them.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";

const configs = globSync([
  "tsconfig.json",
  "packages/*/tsconfig{,.test}.json",
  "packages/*/src/**/tsconfig.json",
]).filter(
  (config) => globSync(config.replace(/tsconfig[.a-z]*json$/, "{src,static,scripts}/**/*.{ts,tsx,js}")).length > 0,
);
const failed = configs.filter(
  (config) => spawnSync(`tsc -p ${config}`, { stdio: "inherit", shell: true }).status !== 0,
);
process.exitCode = failed.length > 0 ? 1 : 0;
