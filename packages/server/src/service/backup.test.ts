import assert from "node:assert/strict";
import { chmod, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { prepareFirstStart } from "../accounts/people/first-start.ts";
import { OperatorError } from "@selfsame/platform/operator-error";
import { tempDir } from "@selfsame/platform/testing/store/each-store";
import { backUp, restore } from "@selfsame/platform/store/copies/backup";
import { openStore } from "@selfsame/platform/store/store";

const saying = (pattern: RegExp) => (error: unknown) => error instanceof OperatorError && pattern.test(error.message);
const now = () => Date.UTC(2026, 10, 22);

test("a backup of a database that is written to meanwhile is whole, and restores what was there", async (t) => {
  const dataDir = await tempDir(t);
  const store = await openStore({ dataDir });
  await prepareFirstStart(store);
  const file = join(dataDir, "backup.db");
  const writing = { goesOn: true };
  const writes = (async () => {
    for (let i = 0; writing.goesOn; i++) {
      await store.db
        .updateTable("users")
        .set({ email: `a${i}@example.com` })
        .execute();
      await setImmediate();
    }
  })();
  const made = await backUp(dataDir, file);
  writing.goesOn = false;
  await writes;
  assert.equal(made.accounts, 1);
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  await store.db.updateTable("users").set({ email: "later@example.com" }).execute();
  await assert.rejects(restore(dataDir, file, now), saying(/stop it first/));
  await store.close();
  await chmod(file, 0o644);
  const { before } = await restore(dataDir, file, now);
  assert.equal((await stat(join(dataDir, "selfsame.db"))).mode & 0o777, 0o600);
  assert.match(before ?? "", /selfsame\.db\.before-2026-11-22T000000\.000Z$/);
  const restored = await openStore({ dataDir });
  const { email } = await restored.db.selectFrom("users").select("email").executeTakeFirstOrThrow();
  assert.notEqual(email, "later@example.com");
  await restored.close();
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => /part|restored/.test(name)),
    [],
  );
});

test("what is no whole backup is refused, and nothing is touched", async (t) => {
  const dataDir = await tempDir(t);
  const store = await openStore({ dataDir });
  await store.close();
  const file = join(dataDir, "backup.db");
  await backUp(dataDir, file);
  await assert.rejects(backUp(dataDir, file), saying(/there already/));
  await assert.rejects(backUp(dataDir, join(dataDir, "nowhere", "backup.db")), saying(/backup\.db cannot be written/));
  await assert.rejects(restore(dataDir, dataDir, now), saying(/cannot be read/));

  const bytes = await readFile(file);
  bytes.fill(0xff, 4096, 16_384);
  await writeFile(join(dataDir, "damaged.db"), bytes);
  await assert.rejects(restore(dataDir, join(dataDir, "damaged.db"), now), saying(/damaged/));
  await writeFile(join(dataDir, "text.db"), "no database");
  await assert.rejects(restore(dataDir, join(dataDir, "text.db"), now), saying(/no database/));
  await assert.rejects(restore(dataDir, join(dataDir, "none.db"), now), saying(/cannot be read/));
  const again = await openStore({ dataDir });
  await again.close();
});
