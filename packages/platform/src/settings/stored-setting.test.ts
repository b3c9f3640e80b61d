import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { z } from "zod";
import { beforeMigration } from "../../testing/store/before-migration.ts";
import { freshStore, onEachStore } from "../../testing/store/each-store.ts";
import { commandLine } from "../audit/audit.ts";
import type { StoreKind } from "../store/migrate.ts";
import { storedSettings } from "../store/migrations/stored-settings.ts";
import { changeSetting, readSetting } from "./setting.ts";
import { storedSetting } from "./stored-setting.ts";

const paint = storedSetting({ name: "paint", value: z.enum(["red", "blue"]), usual: "red" });
const loud = storedSetting({ name: "loud", value: z.boolean(), usual: false });
const pace = storedSetting({ name: "pace", value: z.enum(["slow", "fast"]).nullable(), usual: null });
const light = storedSetting({
  name: "light",
  value: z.enum(["off", "require"]).nullable(),
  usual: null,
  formerly: "light_use",
});

async function startTeam(t: TestContext, kind: StoreKind) {
  const { db } = await freshStore(t, kind);
  await db.insertInto("accounts").values({ id: "acc_1", plan: "free", created_at_ms: 0 }).execute();
  const store = async (settings: object) => {
    await db
      .updateTable("accounts")
      .set({ settings: JSON.stringify(settings) })
      .execute();
  };
  const stored = async (): Promise<unknown> =>
    JSON.parse((await db.selectFrom("accounts").select("settings").executeTakeFirstOrThrow()).settings);
  return { db, store, stored };
}

onEachStore("a setting without a column of its own", (kind) => {
  test("a team has the usual value if none is stored, or one that is not known", async (t) => {
    const { db, store } = await startTeam(t, kind);
    assert.equal(await readSetting(db, "acc_none", paint), "red");
    assert.equal(await readSetting(db, "acc_1", paint), "red");
    await store({ paint: "blue" });
    assert.equal(await readSetting(db, "acc_1", paint), "blue");
    for (const unknown of ["green", null, 1, { paint: "blue" }]) {
      await store({ paint: unknown });
      assert.equal(await readSetting(db, "acc_1", paint), "red", JSON.stringify(unknown));
    }
  });

  test("a change writes its own member, and leaves those of others and of newer versions", async (t) => {
    const { db, store, stored } = await startTeam(t, kind);
    const newer = { level: { of: ["a newer version"] } };
    await store({ ...newer, paint: "green" });
    await db.transaction().execute(async (transaction) => {
      await changeSetting(transaction, commandLine, "acc_1", loud, true, 1);
      await changeSetting(transaction, commandLine, "acc_1", pace, "fast", 1);
    });
    assert.deepEqual(await stored(), { ...newer, paint: "green", loud: true, pace: "fast" });
    const alongside = [
      (transaction: typeof db) => changeSetting(transaction, commandLine, "acc_1", paint, "blue", 2),
      (transaction: typeof db) => changeSetting(transaction, commandLine, "acc_1", loud, false, 2),
      (transaction: typeof db) => changeSetting(transaction, commandLine, "acc_1", pace, null, 2),
    ];
    await Promise.all(alongside.map((change) => db.transaction().execute(change)));
    assert.deepEqual(await stored(), { ...newer, paint: "blue", loud: false, pace: null });
  });

  test("each change is audited with the setting's name and its value", async (t) => {
    const { db } = await startTeam(t, kind);
    await changeSetting(db, commandLine, "acc_1", loud, true, 1);
    await changeSetting(db, commandLine, "acc_1", loud, false, 2);
    await changeSetting(db, commandLine, "acc_1", pace, "slow", 3);
    await changeSetting(db, commandLine, "acc_1", pace, null, 4);
    const entries = await db.selectFrom("audit").select(["action", "target"]).orderBy("id").execute();
    assert.deepEqual(
      entries.map(({ target }) => target),
      ["loud: true", "loud: false", "pace: slow", "pace: default"],
    );
    assert.ok(entries.every(({ action }) => action === "team_setting_changed"));
  });
});

onEachStore("a setting that had a column of its own", (kind) => {
  test("its value from before the migration stays, nodes of the previous version share it, and a change goes to both", async (t) => {
    const { db, write, upgrade } = await beforeMigration(t, kind, storedSettings);
    const insert = (id: string, use: string) =>
      write(`INSERT INTO accounts (id, plan, created_at_ms, light_use) VALUES ('${id}', 'free', 0, ${use})`);
    await insert("chosen", "'require'");
    await insert("none", "NULL");
    await upgrade();
    // By a node of the previous version, or from its export.
    await insert("later", "'off'");
    const values = () => Promise.all(["chosen", "none", "later"].map((id) => readSetting(db, id, light)));
    assert.deepEqual(await values(), ["require", null, "off"]);
    await write(`UPDATE accounts SET light_use = 'require' WHERE id = 'later'`);
    assert.deepEqual(await values(), ["require", null, "require"]);

    await changeSetting(db, commandLine, "chosen", light, null, 1);
    await changeSetting(db, commandLine, "none", light, "off", 1);
    assert.deepEqual(await values(), [null, "off", "require"]);
    const former = await db.selectFrom("accounts").select(["id", "light_use"]).orderBy("id").execute();
    assert.deepEqual(
      former.map(({ id, light_use }) => [id, light_use]),
      [
        ["chosen", null],
        ["later", "require"],
        ["none", "off"],
      ],
    );
  });
});
