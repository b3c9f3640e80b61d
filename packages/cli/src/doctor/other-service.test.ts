import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdir, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Config, readConfig } from "@selfsame/server/config";
import { prepareFirstStart } from "@selfsame/server/accounts/people/first-start";
import { joinNodes } from "@selfsame/platform/ops/nodes";
import { databaseFile } from "@selfsame/platform/store/data-folder";
import { silent } from "@selfsame/platform/store/log";
import { openStore } from "@selfsame/platform/store/store";
import { selfsame } from "@selfsame/server/testing/selfsame";
import { bareConfig, freshConfig, onEachStore, tempDir } from "@selfsame/platform/testing/store/each-store";
import { installedService } from "./installed-service.ts";
import { serviceElsewhere, unitElsewhere } from "./other-service.ts";
import { checkService } from "./service.ts";

function configOf(env: Readonly<Record<string, string | undefined>>): Config {
  const read = readConfig({ PORT: "1", ...env }, "linux", "/home/u");
  assert.ok(read.outcome === "valid", JSON.stringify(read));
  return read.config;
}

/** A folder for units that contains a selfsame unit. */
async function unitFolder(t: TestContext, envFile?: string): Promise<string> {
  const folder = await tempDir(t);
  const lines = [
    "[Service]",
    "Environment=SELFSAME_DATA_DIR=%S/selfsame HOME=%S/selfsame",
    `EnvironmentFile=-${envFile ?? "/nonexistent"}`,
  ];
  await writeFile(join(folder, "selfsame.service"), lines.join("\n"));
  return folder;
}

/** A server that answers every request as a node answers GET /health/live. @returns its port */
async function answering(t: TestContext, body: unknown): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify(body))).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return String((server.address() as AddressInfo).port);
}

test("the unit of systemd, its drop-ins and its env file say which database is the service's", async (t) => {
  const envFile = join(await tempDir(t), "selfsame.env");
  const folder = await unitFolder(t, envFile);
  const found = () => installedService(["/nonexistent", folder]);
  assert.deepEqual(await found(), {
    unit: join(folder, "selfsame.service"),
    envFile,
    isHidden: false,
    dataDir: "/var/lib/selfsame",
    databaseUrl: undefined,
  });
  const own = configOf({ SELFSAME_DATA_DIR: "/home/u/faces" });
  assert.match(
    unitElsewhere(own, await found()) ?? "",
    /another database: \/var\/lib\/selfsame\/selfsame\.db\. .*sudo selfsame/,
  );
  assert.equal(unitElsewhere(configOf({ SELFSAME_DATA_DIR: "/var/lib/selfsame/" }), await found()), undefined);

  await mkdir(join(folder, "selfsame.service.d"));
  await writeFile(
    join(folder, "selfsame.service.d/folder.conf"),
    '[Service]\nEnvironment="SELFSAME_DATA_DIR=/srv/faces"',
  );
  assert.equal((await found())?.dataDir, "/srv/faces");
  await writeFile(envFile, "DATABASE_URL=postgres://u:secret@db.example/faces");
  const elsewhere = unitElsewhere(own, await found()) ?? "";
  assert.match(elsewhere, /PostgreSQL at db\.example:5432, database faces\. .*--env-file/);
  assert.doesNotMatch(elsewhere, /secret/);
  assert.equal(
    unitElsewhere(configOf({ DATABASE_URL: "postgres://other@db.example/faces" }), await found()),
    undefined,
  );
  assert.equal(await installedService(["/nonexistent"]), undefined);
});

test("a node that answers and is not of this database is found, anything else that answers is not", async (t) => {
  const PORT = await answering(t, { status: "live", node: "nd_other" });
  assert.match((await serviceElsewhere(configOf({ PORT }), [])) ?? "", /node nd_other\) with another database/);
  for (const body of [{ status: "live" }, "hello", null]) {
    assert.equal(await serviceElsewhere(configOf({ PORT: await answering(t, body) }), []), undefined);
  }
  assert.equal(await serviceElsewhere(configOf({}), []), undefined, "nothing listens");
});

onEachStore("doctor's service", (kind) => {
  test("says whether the node that answers uses this database", async (t) => {
    const stored = await freshConfig(t, kind);
    const store = await openStore(stored);
    const state = () => ({ workers: 1, idle: 1, queued: 0, memoryBytes: 0, ownMemoryBytes: 0, problems: [] });
    const nodes = joinNodes({ store, log: silent, id: "nd_here", host: "h", version: "1", state });
    t.after(async () => {
      await nodes.stop();
      await store.close();
    });
    await nodes.list();
    const settings = { SELFSAME_DATA_DIR: stored.dataDir, DATABASE_URL: stored.databaseUrl };
    const check = async (node: string) =>
      checkService(configOf({ ...settings, PORT: await answering(t, { status: "live", node }) }), []);
    assert.deepEqual([(await check("nd_here")).state, (await check("nd_else")).state], ["ok", "problem"]);
    assert.match((await check("nd_else")).says, /nd_else answers .* another database/);
    assert.equal((await checkService(configOf(settings), [])).state, "ok", "nothing answers");
    assert.equal((await checkService(configOf(settings), [await unitFolder(t)])).state, "problem");
  });
});

test("a command that only reads makes no database; one that may make it says where", async (t) => {
  const config = await bareConfig(t, "sqlite");
  const listed = await selfsame(config, "keys", "list");
  assert.equal(listed.code, 1);
  assert.match(
    listed.problems,
    new RegExp(`^Database: ${databaseFile(config.dataDir)}\nThere is no database in ${config.dataDir}\\.`),
  );
  await assert.rejects(stat(databaseFile(config.dataDir)), { code: "ENOENT" });
  const made = await selfsame(config, "accounts", "create", "owner@example.com");
  assert.deepEqual([made.code, made.problems], [0, `Database: ${databaseFile(config.dataDir)}`]);
  const store = await openStore(config);
  t.after(() => store.close());
  assert.equal((await prepareFirstStart(store)).apiKey, undefined, "the service finds that one");
});

test("beside a running service no second database is made in a default folder", async (t) => {
  const home = await tempDir(t);
  const file = join(home, "settings.env");
  const PORT = await answering(t, { status: "live", node: "nd_other" });
  await writeFile(file, `PORT=${PORT}\nXDG_DATA_HOME=${home}\nSELFSAME_DATA_DIR=\n`);
  for (const args of [["accounts", "create", "owner@example.com"], ["import", "all.jsonl"], ["serve"]]) {
    const refused = await selfsame({ dataDir: "" }, ...args, "--env-file", file);
    assert.equal(refused.code, 1, args.join(" "));
    assert.match(
      refused.problems,
      /would create a second database in .*\/selfsame\. A service answers .* \(node nd_other\)/,
    );
  }
  await assert.rejects(stat(join(home, "selfsame")), { code: "ENOENT" });
});
