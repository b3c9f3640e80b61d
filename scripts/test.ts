/**
 * `npm test`: every *.test.ts of the packages, then of e2e/. Arguments narrow it to files:
 * `npm test -- packages/face/src/align.test.ts`.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";

const named = process.argv.slice(2);
const files =
  named.length > 0 ? named : globSync(["packages/*/src/**/*.test.ts", "scripts/*.test.ts", "e2e/*.test.ts"]).toSorted();
const { status } = spawnSync(process.execPath, ["--test", "--test-concurrency=2", ...files], { stdio: "inherit" });
process.exitCode = status ?? 1;
