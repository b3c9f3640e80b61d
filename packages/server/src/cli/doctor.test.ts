import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { clockFinding } from "../doctor/clock.ts";
import { openStore } from "../store/store.ts";
import { freshConfig, onEachStore, tempDir } from "../testing/store/each-store.ts";
import { databaseFile } from "../store/data-folder.ts";

async function doctor(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "selfsame.js"), "doctor"], {
    // On a port where nothing answers, whatever else runs on this machine.
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
    const names = "settings processor memory disk workers database service redis mail models verify".split(" ");
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
