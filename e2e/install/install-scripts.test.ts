import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { installScripts } from "../../testing/install-scripts.ts";

test("each way in which npm runs something of a package is found", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-tree-"));
  t.after(() => rm(folder, { recursive: true }));
  const write = async (path: string, content: object | string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  };
  const lock = { packages: { "": {}, "node_modules/optional": { hasInstallScript: true, optional: true } } };
  await write("package-lock.json", lock);
  await write("node_modules/.package-lock.json", { packages: {} });
  // These scripts run only when the package is published.
  await write("node_modules/plain/package.json", { scripts: { test: "node --test", prepare: "tsc" } });
  // Not a package: an example inside one.
  await write("node_modules/plain/example/package.json", { scripts: { install: "never" } });
  await write("node_modules/plain/node_modules/@nested/one/package.json", { scripts: { postinstall: "node fetch" } });
  await write("node_modules/native/package.json", {});
  await write("node_modules/native/binding.gyp", "{}");
  await write("node_modules/built/package.json", { gypfile: false });
  await write("node_modules/built/binding.gyp", "{}");
  assert.deepEqual(installScripts(folder).toSorted(), [
    "native: binding.gyp",
    "optional: named by package-lock.json",
    "plain/node_modules/@nested/one: postinstall: node fetch",
  ]);
});
