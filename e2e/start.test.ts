import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { TestContext } from "node:test";
import { startServer, testKey } from "../testing/server.ts";

async function dataDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-start-"));
  t.after(async () => rm(dir, { recursive: true, force: true }));
  return dir;
}

describe("starting", () => {
  test("the first start prints address and key, each alone on a line after its label; later ones no key", async (t) => {
    const env = { SELFSAME_DATA_DIR: await dataDir(t), SELFSAME_API_KEY: "" };
    const first = await startServer(env);
    assert.match(first.output(), /URL:\nhttp:\/\/127\.0\.0\.1:\d+\n/);
    const [, key = ""] = /API key .*:\n(ss_sk_[0-9A-Za-z]{38})\n/.exec(first.output()) ?? [];
    assert.match(first.output(), /set up the owner's account:\nhttp:\/\/127\.0\.0\.1:\d+\/#\/setup\/\S+\n/);
    assert.equal(await first.stop(), 0);

    const second = await startServer(env);
    assert.ok(!second.output().includes("ss_sk_"));
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${second.url}/api/v3/models`, { headers });
    assert.equal(answer.status, 200);
    assert.equal(await second.stop(), 0);
  });

  test("a start that fails ends with its reason, and leaves the first key to the next", async (t) => {
    const other = await startServer();
    const env = { SELFSAME_DATA_DIR: await dataDir(t) };
    await assert.rejects(startServer({ ...env, PORT: new URL(other.url).port, LOG_LEVEL: "silent" }), /ended \(1\)/);
    const next = await startServer(env);
    assert.ok(next.output().includes(`:\n${testKey}\n`));
    assert.deepEqual([await next.stop(), await other.stop()], [0, 0]);
  });
});
