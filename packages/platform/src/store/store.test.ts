import assert from "node:assert/strict";
import { chmodSync, chownSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "kysely";
import { Client } from "pg";
import { bareConfig, noPostgres, onEachStore, tempDir } from "../../testing/store/each-store.ts";
import { findSecretKey } from "../secrets/secret-key.ts";
import { silent } from "./log.ts";
import type { Log } from "./log.ts";
import { underLock } from "./migrate.ts";
import { openStore } from "./store.ts";
import type { Store, StoreConfig } from "./store.ts";
import { databaseFile } from "./data-folder.ts";

onEachStore("store", (kind) => {
  test("processes that start together all find the schema, made once", async (t) => {
    const config = await bareConfig(t, kind);
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(config)));
    for (const { db } of stores) assert.deepEqual(await db.selectFrom("accounts").selectAll().execute(), []);
    await Promise.all(stores.map(({ close }) => close()));
  });

  test("a store of a newer version is left alone", async (t) => {
    const config = await bareConfig(t, kind);
    const { db, close } = await openStore(config);
    await sql`INSERT INTO migrations (name) VALUES ('999_future')`.execute(db);
    await close();
    await assert.rejects(openStore(config), /newer version: it has 999_future/);
  });

  test("of those that read and then write under the lock, none overwrites another", async (t) => {
    const config = await bareConfig(t, kind);
    const stores = await Promise.all([openStore(config), openStore(config)]);
    t.after(() => Promise.all(stores.map(({ close }) => close())));
    const addOne = ({ db }: Store) =>
      underLock(db, kind, async (db) => {
        const rows = await db.selectFrom("usage_batches").select("written_at_ms").execute();
        await db
          .insertInto("usage_batches")
          .values({ id: `batch ${rows.length}`, written_at_ms: 0 })
          .execute();
      });
    await Promise.all([...stores, ...stores].map(addOne));
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM usage_batches`.execute(stores[0].db);
    assert.equal(Number(rows[0]?.count), 4);
  });

  test("text with a NUL can be searched, stored and updated", async (t) => {
    const { db, close } = await openStore(await bareConfig(t, kind));
    t.after(close);
    const byId = (id: string) => db.selectFrom("usage_batches").select("id").where("id", "=", id).execute();
    assert.deepEqual(await byId("a\0b"), []);
    await db.insertInto("usage_batches").values({ id: "a\0b", written_at_ms: 0 }).execute();
    assert.equal((await byId("a\0b")).length, 1);
  });

  test("counts and times come as numbers", async (t) => {
    const { db, close } = await openStore(await bareConfig(t, kind));
    t.after(close);
    const written_at_ms = Date.UTC(2100, 0);
    await db.insertInto("usage_batches").values({ id: "x", written_at_ms }).execute();
    const row = await db.selectFrom("usage_batches").selectAll().executeTakeFirst();
    assert.deepEqual({ ...row }, { id: "x", written_at_ms });
  });
});

test("the data folder is its owner's alone", async (t) => {
  const config: StoreConfig = { dataDir: join(await tempDir(t), "made", "on", "start") };
  const { close } = await openStore(config);
  t.after(close);
  assert.equal(statSync(config.dataDir).mode & 0o777, 0o700);
  assert.equal(statSync(databaseFile(config.dataDir)).mode & 0o777, 0o600);
});

test("a data folder that all users may write to is rejected; one that its group may write to is logged", async (t) => {
  const dataDir = await tempDir(t);
  const said: string[] = [];
  const log: Log = { ...silent, warn: (_detail, text) => void said.push(text) };
  // Only root is in root's group, so a group that may write is not logged there.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(dataDir, 0, 4711);
  for (const mode of [0o700, 0o755, 0o770]) {
    chmodSync(dataDir, mode);
    await (await openStore({ dataDir }, log)).close();
  }
  assert.equal(said.length, 1);
  assert.match(said[0] ?? "", /its group may write to the data folder/);
  if (isRoot) {
    chownSync(dataDir, 0, 0);
    chmodSync(dataDir, 0o2770);
    await (await openStore({ dataDir }, log)).close();
    assert.equal(said.length, 1);
  }
  for (const mode of [0o777, 0o1777, 0o702]) {
    chmodSync(dataDir, mode);
    await assert.rejects(openStore({ dataDir }), { name: "OperatorError", message: /chmod o-w '.+'$/ });
    await assert.rejects(findSecretKey({ secretKey: undefined, dataDir }, silent), { name: "OperatorError" });
  }
});

test("on a volume that all may write to, as Kubernetes' emptyDir is, a folder in it is made for the service alone", async (t) => {
  const volume = await tempDir(t);
  chmodSync(volume, 0o2777);
  await assert.rejects(openStore({ dataDir: volume }), {
    message: /set SELFSAME_DATA_DIR to a folder in it, such as \S+\/selfsame:/,
  });
  const dataDir = join(volume, "selfsame");
  await (await openStore({ dataDir })).close();
  assert.equal(statSync(dataDir).mode & 0o777, 0o700);
});

test(
  "no migration runs under a time limit: an index over millions of rows takes its time",
  { skip: noPostgres },
  async (t) => {
    const config = await bareConfig(t, "postgres");
    const client = new Client({ connectionString: config.databaseUrl });
    await client.connect();
    await client.query(`CREATE FUNCTION refuse_limits() RETURNS event_trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('statement_timeout') <> '0' THEN RAISE EXCEPTION 'there is a limit'; END IF;
    END $$`);
    await client.query("CREATE EVENT TRIGGER refuse_limits ON ddl_command_start EXECUTE FUNCTION refuse_limits()");
    await client.end();
    await (await openStore(config)).close();
  },
);

test("a database that cannot be reached is said at start", async (t) => {
  const dataDir = await tempDir(t);
  await assert.rejects(openStore({ dataDir, databaseUrl: "postgres://postgres@127.0.0.1:1/test" }), /ECONNREFUSED/);
});
