import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { readBundled } from "../build-bundled.ts";
import { bundledDependencies, bundleDependencies } from "./bundle-dependencies.ts";

type Exports = Readonly<Record<string, unknown>>;

/** Imports of each bundle that are installed separately. */
const imports: Readonly<Record<string, readonly string[]>> = {
  "@owf/mdoc": ["zod"],
};

test("a bundle exports what its package does, under the same names of classes, and imports nothing that is not installed", async (t) => {
  // Vite sets NODE_ENV.
  const before = process.env["NODE_ENV"];
  t.after(() => (before === undefined ? delete process.env["NODE_ENV"] : (process.env["NODE_ENV"] = before)));
  // Inside node_modules, so that its import of zod resolves.
  const cache = join(import.meta.dirname, "../../node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, "bundled-"));
  t.after(() => rm(outDir, { recursive: true }));
  await bundleDependencies(outDir, ["zod"]);
  for (const [name, file] of Object.entries(bundledDependencies)) {
    const path = join(outDir, file);
    const [bundled, original] = (await Promise.all([import(pathToFileURL(path).href), import(name)])) as [
      Exports,
      Exports,
    ];
    assert.deepEqual(Object.keys(bundled), Object.keys(original));
    for (const [key, value] of Object.entries(original)) {
      if (typeof value === "function") assert.equal((bundled[key] as { name: string }).name, value.name, key);
    }
    const text = await readFile(path, "utf8");
    const imported = Array.from(text.matchAll(/^import .* from "(.*)";$/gm), ([, from = ""]) => from);
    assert.deepEqual(
      imported.filter((one) => !isBuiltin(one)),
      imports[name],
    );
    assert.doesNotMatch(text, /cbor-extract/);
  }
  const inside = readBundled(join(outDir, "packages/server/bundled")).map((one) => one.name);
  for (const name of ["@owf/mdoc", "cbor-x", "zod-validation-error"])
    assert.ok(inside.includes(name), `${name} is not in the list: ${inside.join()}`);
});
