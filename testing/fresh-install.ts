/** For tests that install the product as a user would. */
import assert from "node:assert/strict";
import { type ChildProcess, execFile } from "node:child_process";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * The environment of a user who has only npm. Keeps the settings for its registry, and its cache. All other settings are removed: one such as
 * `nodedir` lets node-gyp compile here what it cannot elsewhere.
 */
export async function emptyHome(home: string): Promise<NodeJS.ProcessEnv> {
  await mkdir(home);
  await writeFile(join(home, ".npmrc"), await wayToTheRegistry());
  // NODE_EXTRA_CA_CERTS stays: it belongs to the way to the registry.
  const ours =
    /^(npm_|node_(?!extra_ca_certs$)|onnxruntime_|selfsame_|xdg_|database_url|redis_url|log_level|host$|port$)/i;
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
  const PATH = (kept["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return {
    ...kept,
    PATH: PATH.join(delimiter),
    HOME: home,
    npm_config_cache: await npmConfig("cache"),
    // Replaces the machine's global settings.
    npm_config_globalconfig: join(home, "no-such-npmrc"),
  };
}

/** Settings of the registry's address, credentials and certificates. */
const ways = /^(\/\/|@[^:]+:registry|registry|ca|cafile|strict-ssl|proxy|https-proxy|noproxy)\b/;

async function wayToTheRegistry(): Promise<string> {
  const texts = ["globalconfig", "userconfig"].map(async (name) =>
    readFile(await npmConfig(name), "utf8").catch(() => ""),
  );
  const lines = (await Promise.all(texts)).flatMap((text) => text.split("\n")).filter((line) => ways.test(line));
  return [...lines, `registry=${await npmConfig("registry")}`, ""].join("\n");
}

export async function npmConfig(name: string): Promise<string> {
  // Without the update check: this call is the test's own, and must not appear as a request that leaves the machine.
  return (await run("npm", ["config", "get", name, "--no-update-notifier"])).stdout.trim();
}

/** Size in bytes, counted as `du` does: a file with two hard links once. */
export async function sizeOf(folder: string): Promise<number> {
  const sizes = new Map<number, number>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { ino, size } = await stat(join(entry.parentPath, entry.name));
    sizes.set(ino, size);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** The output up to and including a match of `last`. Rejects if the process ends before. */
export async function printed({ stdout }: ChildProcess, last: RegExp): Promise<string> {
  assert.ok(stdout !== null);
  let output = "";
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (last.test(output)) {
      stdout.resume();
      return output;
    }
  }
  throw new Error("it ended");
}
