/** What npm reports behind a proxy that rejects it: one sentence that names the proxy. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { npmPack } from "./npm-pack.ts";

/** @returns the proxy's host and port */
async function proxyAnswering(t: TestContext, status: number): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end());
  server.on("connect", (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Uses these settings of npm and the network, and none of this machine's. */
async function withSettings(t: TestContext, settings: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-proxy-"));
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) if (/proxy|^npm_config_/i.test(name)) delete process.env[name];
  Object.assign(process.env, { npm_config_cache: join(dir, "cache"), npm_config_fetch_retries: "0" }, settings);
  t.after(async () => {
    process.env = before;
    await rm(dir, { recursive: true, force: true });
  });
  return dir;
}

const registry = "https://registry.example.test";
const rejects = async (dir: string, message: RegExp) =>
  assert.rejects(npmPack("tiny@1.0.0", dir), (error: Error) => {
    assert.equal(error.name, "OperatorError");
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /secret|\n/);
    return true;
  });

test("a proxy that asks for a password is named, with its setting", async (t) => {
  const host = await proxyAnswering(t, 407);
  const dir = await withSettings(t, { npm_config_registry: registry, HTTPS_PROXY: `http://ada:secret@${host}` });
  await rejects(dir, new RegExp(`^The proxy ${host} \\(HTTPS_PROXY\\) asks for a user and a password \\(407\\)`));
});

test("a proxy that rejects the registry is named, with the host that it has to allow", async (t) => {
  const host = await proxyAnswering(t, 403);
  const dir = await withSettings(t, { npm_config_registry: registry, npm_config_https_proxy: `http://${host}` });
  await rejects(
    dir,
    new RegExp(
      `^The proxy ${host} \\(npm_config_https_proxy\\), or the npm registry .* allow registry\\.example\\.test`,
    ),
  );
});

test("a proxy of npm's own file is named", async (t) => {
  const host = await proxyAnswering(t, 407);
  const dir = await withSettings(t, { npm_config_registry: registry });
  await writeFile(join(dir, "npmrc"), `https-proxy=http://ada:secret@${host}\n`);
  process.env["npm_config_userconfig"] = join(dir, "npmrc");
  await rejects(dir, new RegExp(`^The proxy ${host} \\(npm's https-proxy\\) asks`));
});

test("a proxy that is not there is named; without one, the registry is", async (t) => {
  const dir = await withSettings(t, { npm_config_registry: registry, https_proxy: "http://127.0.0.1:9" });
  await rejects(dir, /^The npm registry cannot be reached through the proxy 127\.0\.0\.1:9 \(https_proxy\)/);
  delete process.env["https_proxy"];
  process.env["npm_config_registry"] = "http://127.0.0.1:9";
  await rejects(dir, /^The npm registry cannot be reached, and tiny@1\.0\.0 is needed once/);
});
