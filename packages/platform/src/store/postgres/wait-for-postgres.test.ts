import assert from "node:assert/strict";
import { test } from "node:test";
import { startCuttableProxy } from "../../../testing/store/cuttable-proxy.ts";
import { freshConfig, noPostgres } from "../../../testing/store/each-store.ts";
import { isOutage } from "../outage.ts";
import { openStore } from "../store.ts";
import type { StoreConfig } from "../store.ts";
import { whenPostgresIsThere } from "./wait-for-postgres.ts";

const where = "PostgreSQL at db:5432 (DATABASE_URL)";

/** Opens the store with patience, and records the log and the number of attempts. */
function opening(config: StoreConfig, more: { patienceMs?: number; now?: () => number; said?: () => void } = {}) {
  const said: string[] = [];
  const say = (_detail: object, text: string) => {
    said.push(text);
    more.said?.();
  };
  let tries = 0;
  const attempt = () => {
    tries++;
    return openStore(config);
  };
  const { patienceMs = 60_000, now = Date.now } = more;
  const opened = whenPostgresIsThere(attempt, { log: { info: say, warn: say, error: say }, where, patienceMs, now });
  return { opened, said, tries: () => tries };
}

test("a start waits for a PostgreSQL that comes later, and says so once", { skip: noPostgres }, async (t) => {
  const config = await freshConfig(t, "postgres");
  const proxy = await startCuttableProxy(t, config.databaseUrl);
  await proxy.cut();
  const mended = Promise.withResolvers<void>();
  const { opened, said, tries } = opening(
    { ...config, databaseUrl: proxy.databaseUrl },
    { said: () => mended.resolve() },
  );
  await mended.promise;
  await proxy.mend();
  const store = await opened;
  t.after(() => store.close());
  assert.ok(tries() > 1);
  assert.deepEqual(said, [`${where} cannot be reached yet: waiting for up to 60 seconds`, `${where} is there`]);
});

test("a wrong user and a database that is not there end the start at once", { skip: noPostgres }, async (t) => {
  const config = await freshConfig(t, "postgres");
  const missing = Object.assign(new URL(config.databaseUrl ?? ""), { pathname: "/there_is_none" });
  const { opened, said, tries } = opening({ ...config, databaseUrl: missing.href });
  await assert.rejects(opened, { code: "3D000" });
  assert.deepEqual([said, tries()], [[], 1]);

  for (const code of ["28P01", "28000", "3D000", "42501"]) {
    let asked = 0;
    const refused = async () => {
      asked++;
      throw Object.assign(new Error("no"), { code });
    };
    const log = { info: assert.fail, warn: assert.fail, error: assert.fail };
    await assert.rejects(whenPostgresIsThere(refused, { log, where, patienceMs: 60_000 }), { code });
    assert.equal(asked, 1, code);
  }
});

test("a temporary failure is retried, and the last one is reported when the time is over", async () => {
  for (const code of ["ECONNREFUSED", "ENOTFOUND", "57P03", "53300", undefined]) {
    let nowMs = 0;
    const failure = code === undefined ? new Error("timeout exceeded when trying to connect") : new Error(code);
    if (code !== undefined) Object.assign(failure, { code });
    assert.ok(isOutage(failure));
    const said: string[] = [];
    const log = { info: assert.fail, warn: (_: object, text: string) => void said.push(text), error: assert.fail };
    const failing = async () => {
      nowMs += 40_000;
      throw failure;
    };
    await assert.rejects(whenPostgresIsThere(failing, { log, where, patienceMs: 60_000, now: () => nowMs }), failure);
    assert.deepEqual([nowMs, said.length], [80_000, 1], String(code));
  }
});
