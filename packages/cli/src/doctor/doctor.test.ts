import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { clockFinding } from "./clock.ts";
import { Client } from "pg";
import { readConfig } from "@selfsame/server/config";
import { checkDatabase } from "./database.ts";
import { checkPublicUrl } from "./public-url.ts";
import { openStore } from "@selfsame/platform/store/store";
import { bareConfig, freshConfig, noPostgres, onEachStore, tempDir } from "@selfsame/platform/testing/store/each-store";
import { databaseFile } from "@selfsame/platform/store/data-folder";

async function doctor(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../selfsame.js"), "doctor"], {
    // A port where nothing listens, whatever else runs on this machine.
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: "1", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const lines = (await text(child.stdout)).trimEnd().split("\n");
  const found = new Map(lines.map((line) => [line.slice(9, 19).trim(), line]));
  return { code: await code, found };
}

onEachStore("selfsame doctor", (kind) => {
  test("checks everything, and finds a store up to date", async (t) => {
    const config = await freshConfig(t, kind);
    await (await openStore(config)).close();
    const { code, found } = await doctor({ SELFSAME_DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? "" });
    const first = ["settings", "processor", "memory", "disk", "workers", "database", "service", "public URL"];
    const names = [...first, "redis", "mail", "models", "verify"];
    assert.deepEqual([...found.keys()], names);
    assert.match(found.get("database") ?? "", /^ok .*up to date$/);
    assert.match(found.get("verify") ?? "", /^ok /);
    assert.equal(code, 0);
  });
});

test("selfsame doctor says what is broken, and goes on", async (t) => {
  const dataDir = await tempDir(t);
  await writeFile(databaseFile(dataDir), "this is no database, and longer than a header of one would be");
  const models = join(dataDir, "models");
  await mkdir(models);
  const { code, found } = await doctor({
    SELFSAME_DATA_DIR: dataDir,
    SELFSAME_MODELS_DIR: models,
    REDIS_URL: "redis://127.0.0.1:9",
    SELFSAME_PUBLIC_URL: "https://faces.example.com",
  });
  assert.equal(code, 1);
  assert.match(found.get("database") ?? "", /^PROBLEM .*damaged/);
  assert.match(found.get("redis") ?? "", /^PROBLEM .*127\.0\.0\.1:9/);
  assert.match(found.get("models") ?? "", /^warning .*are missing/);
  assert.match(found.get("settings") ?? "", /^warning .*SELFSAME_TRUSTED_PROXIES/);
  assert.match(found.get("verify") ?? "", /not tried/);
});

test("clocks may be seconds apart, not minutes", () => {
  assert.equal(clockFinding(1000, 9000, "Redis").state, "ok");
  assert.match(clockFinding(1000, 61_000, "Redis").says, /60\.0 s ahead of that of Redis: set them by NTP/);
  assert.equal(clockFinding(61_000, 1000, "Redis").state, "problem");
});

test("selfsame doctor finds a data folder that everybody may write to, and connections that end before a balancer's", async (t) => {
  const dataDir = await tempDir(t);
  await chmod(dataDir, 0o777);
  const { code, found } = await doctor({ SELFSAME_DATA_DIR: dataDir, SELFSAME_KEEP_ALIVE_SECONDS: "5" });
  assert.equal(code, 1);
  assert.match(found.get("disk") ?? "", /^PROBLEM .*Everybody on this machine may write to .*chmod o-w/);
  assert.match(found.get("settings") ?? "", /^warning .*SELFSAME_KEEP_ALIVE_SECONDS is 5: balancers .* 60/);
});

/**
 * A proxy that forwards a prefix to a node and answers health itself, as the shipped proxies do. Here it also stands for the node's own port.
 * @returns the port
 */
async function proxyWith(t: TestContext, prefix: string): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url === "/health/live") return response.end(JSON.stringify({ status: "live", node: "nd_here" }));
    if (request.url !== `${prefix}/api/v3/models`) return response.writeHead(404).end();
    const missing = { success: false, data: null, error: { code: "missing_api_key" }, meta: { version: "3" } };
    return response.writeHead(401).end(JSON.stringify(missing));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test("selfsame doctor finds a public address that does not lead to the service", async (t) => {
  const port = await proxyWith(t, "/faces");
  const check = async (publicUrl: string) => {
    const read = readConfig({ PORT: String(port), SELFSAME_PUBLIC_URL: publicUrl }, "linux", "/home/u");
    assert.ok(read.outcome === "valid");
    return checkPublicUrl(read.config);
  };
  assert.equal((await check(`http://127.0.0.1:${port}/faces/`)).state, "ok");
  const wrong = await check(`http://127.0.0.1:${port}/other`);
  assert.equal(wrong.state, "problem");
  assert.match(wrong.says, /other\/api\/v3\/models is answered with 404 .*pass \/other on/);
  const gone = await check("http://127.0.0.1:9");
  assert.equal(gone.state, "warning");
  assert.match(gone.says, /cannot be reached from this machine \(\w+\)/);
});

test("selfsame doctor names the grant that a user of PostgreSQL lacks", { skip: noPostgres }, async (t) => {
  const { databaseUrl = "" } = await bareConfig(t, "postgres");
  const admin = new Client({ connectionString: databaseUrl });
  await admin.connect();
  const { database = "" } = admin;
  const user = `doctor_${process.pid}`;
  await admin.query(`CREATE ROLE ${user} LOGIN PASSWORD 'p'`);
  try {
    await admin.query(
      `REVOKE CREATE ON DATABASE "${database}" FROM PUBLIC; REVOKE CREATE ON SCHEMA public FROM PUBLIC`,
    );
    const url = new URL(databaseUrl);
    Object.assign(url, { username: user, password: "p" });
    const says = async () => {
      const read = readConfig({ DATABASE_URL: url.href }, "linux", "/home/u");
      assert.ok(read.outcome === "valid");
      return (await checkDatabase(read.config)).says;
    };
    assert.match(await says(), /may not create tables: GRANT CREATE ON SCHEMA "public"/);
    await admin.query(`GRANT CREATE ON SCHEMA public TO ${user}`);
    assert.match(await says(), /the first start makes the tables/);
  } finally {
    await admin.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`);
    await admin.end();
  }
});
