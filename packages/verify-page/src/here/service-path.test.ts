import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const packages = join(import.meta.dirname, "../../..");
/** Finds URLs that begin at the host's root. Under a path prefix they would lead elsewhere. */
const fromRoot = /\b(?:href|src)=\{?["`]\/|\b(?:fetch|assign|replace|import|open)\((?:\/\*.*?\*\/ )?["`]\/(?!\/)/g;

test("the pages name every path of the service by pathTo", () => {
  const files = globSync(["dashboard/src/**/*.{ts,tsx}", "verify-page/src/**/*.{ts,tsx}"], { cwd: packages });
  assert.ok(files.length > 100);
  const found = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(packages, file), "utf8").matchAll(fromRoot)].map(([text]) => `${file}: ${text}`),
    );
  assert.deepEqual(found, []);
});
