import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "kysely";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { send } from "../../../testing/service/request.ts";
import { startService } from "../../../testing/service/service.ts";

const paths = ["/api/v3/models", "/api/v2/verify"];

test("usage that can be written nowhere is a 503: no request is answered without being counted", async (t) => {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { db, dataDir } = service.store;
  const init = (path: string): RequestInit => ({ method: path === "/api/v3/models" ? "GET" : "POST" });
  const ask = async (path: string) => {
    const response = await send(service, { path, init: init(path) });
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.text() };
  };
  const working = await Promise.all(paths.map(ask));

  await sql`CREATE TRIGGER no_usage BEFORE INSERT ON usage BEGIN SELECT RAISE(ABORT, 'out of order'); END`.execute(db);
  // A file in its place: the folder that stores usage in the meantime cannot be created either.
  await writeFile(join(dataDir, "usage-to-write"), "");
  for (const path of paths) {
    const { status, retryAfter, body } = await ask(path);
    assert.deepEqual([status, retryAfter], [503, "1"], path);
    assert.doesNotMatch(body, /out of order|ENOTDIR|EEXIST/);
  }

  await rm(join(dataDir, "usage-to-write"));
  await sql`DROP TRIGGER no_usage`.execute(db);
  assert.deepEqual(
    (await Promise.all(paths.map(ask))).map(({ status }) => status),
    working.map(({ status }) => status),
  );
  const rows = await db.selectFrom("usage").select(["endpoint", "count"]).orderBy("endpoint").execute();
  assert.deepEqual(
    rows.map(({ endpoint, count }) => [endpoint, count]),
    [
      ["v2.verify", 2],
      ["v3.models", 2],
    ],
  );
});
