import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { freshStore, onEachStore } from "../testing/each-store.ts";
import { silent } from "../store/log.ts";
import type { StoreKind } from "../store/migrate.ts";
import type { Schema } from "../store/schema.ts";
import { createAccount } from "./accounts/changes.ts";
import { nameFirstAccount } from "./accounts/claim.ts";
import { startSession } from "./accounts/sessions.ts";
import { commandLine, listAudit, writeAudit } from "./audit.ts";
import { cleanStore } from "./clean.ts";
import { createAccess } from "./create-access.ts";
import { addDomain } from "./domains.ts";
import { eraseAccount, eraseKey } from "./erasures.ts";
import { prepareFirstStart } from "./first-start.ts";
import { createKey, listKeys } from "./keys/keys.ts";

const dayMs = 24 * 3600_000;
const email = "zq7person@example.com";

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  let nowMs = Date.UTC(2026, 10, 21);
  const now = () => nowMs;
  await prepareFirstStart(store, undefined, now);
  const owner = (await nameFirstAccount(store, commandLine, "owner@example.com", now())) ?? "";
  const account = { email, role: "member", plan: "free", passwordHash: null } as const;
  const { id = "" } = (await createAccount(store, commandLine, account, now())) ?? {};
  const access = createAccess({ store, now });
  t.after(() => access.stop());
  const keys = { store, now, changed: () => access.callers.forget() };
  const made = await createKey(keys, { actor: id, address: "192.0.2.1" }, id, { name: "shop", kind: "private" });
  const key = { id: made?.key.id ?? "", secret: made?.secret ?? "" };
  const use = async () => {
    const found = await access.identify(`Bearer ${key.secret}`);
    if (found.outcome !== "known") return found.outcome;
    await access.record({ caller: found.caller, endpoint: "v3.verify", outcome: "match", durationMs: 1 });
    return "used";
  };
  const counts = (...tables: (keyof Schema)[]) =>
    Promise.all(tables.map(async (table) => (await store.db.selectFrom(table).selectAll().execute()).length));
  return { store, now, owner, id, keys, key, use, counts, advance: (ms: number) => (nowMs += ms) };
}

onEachStore("erasure", (kind) => {
  test("a deleted key is refused at once; its usage goes, this month's when the month is over", async (t) => {
    const { store, now, id, keys, key, use, counts, advance } = await start(t, kind);
    await use();
    advance(14 * dayMs); // December
    await use();
    assert.deepEqual(await counts("usage"), [2]);
    assert.equal(await eraseKey(keys, commandLine, id, key.id), true);
    assert.equal(await use(), "invalid_key");
    assert.deepEqual(await listKeys(keys, id), []);
    assert.deepEqual(await counts("usage"), [1], "what the month's limit counts stays");
    assert.equal(await eraseKey(keys, commandLine, id, key.id), false);

    advance(28 * dayMs); // January
    await cleanStore(store, now(), silent);
    assert.deepEqual(await counts("usage", "erasures"), [0, 1]);
    advance(4 * dayMs);
    await cleanStore(store, now(), silent);
    assert.deepEqual(await counts("erasures"), [0]);
  });

  test("a deleted account takes everything of it along, and nothing of others", async (t) => {
    const { store, now, owner, id, keys, use, counts } = await start(t, kind);
    const { db } = store;
    await use();
    await startSession(db, id, { address: "192.0.2.1", userAgent: email }, now());
    await addDomain(keys, { actor: id, address: "192.0.2.1" }, id, "photos.example.com");
    await writeAudit(db, now(), { actor: id, address: "192.0.2.1" }, "account_changed", owner);
    const challenge = { id: "chl_1", account_id: id, steps: "[]", attempts: 0 };
    await db
      .insertInto("challenges")
      .values({ ...challenge, created_at_ms: now(), expires_at_ms: now() })
      .execute();
    const frame = { sha256: "00", account_id: id, face_hash: "", seen_at_ms: now() };
    await db.insertInto("challenge_frames").values(frame).execute();

    assert.equal(await eraseAccount(keys, { actor: owner, address: "192.0.2.9" }, id), "erased");
    assert.equal(await use(), "invalid_key");
    const tables = ["accounts", "api_keys", "sessions", "allowed_domains", "usage"] as const;
    assert.deepEqual(await counts(...tables, "challenges", "challenge_frames"), [1, 1, 0, 0, 0, 0, 0]);
    const left = await listAudit(db, owner);
    assert.deepEqual(
      left.map(({ action, actor, target, address }) => [action, actor, target, address]).slice(0, 2),
      [
        ["account_deleted", owner, id, "192.0.2.9"],
        ["account_changed", id, null, null],
      ],
      "the owner's log knows that, but not from where the person came",
    );
    assert.deepEqual(await listAudit(db, id), []);
    assert.equal(await eraseAccount(keys, commandLine, id), "not_found");
  });

  test("usage that comes late, of a node that was cut off, is found by the next cleaning", async (t) => {
    const { store, now, id, key, keys, use, counts } = await start(t, kind);
    await use();
    const late = await store.db.selectFrom("usage").selectAll().executeTakeFirstOrThrow();
    await eraseAccount(keys, commandLine, id);
    await store.db.insertInto("usage").values(late).execute();
    assert.equal(late.key_id, key.id);
    await cleanStore(store, now(), silent);
    assert.deepEqual(await counts("usage"), [0]);
  });

  test("the last owner stays", async (t) => {
    const { owner, keys, use } = await start(t, kind);
    assert.equal(await eraseAccount(keys, commandLine, owner), "last_owner");
    assert.equal(await use(), "used");
  });
});

test("nothing of a deleted account is left in the files of the embedded database", async (t) => {
  const { store, id, keys } = await start(t, "sqlite");
  const filesWith = async (text: string) => {
    const files = (await readdir(store.dataDir)).map((name) => join(store.dataDir, name));
    const contents = await Promise.all(files.map((file) => readFile(file)));
    return files.filter((_, i) => contents[i]?.includes(text));
  };
  assert.notDeepEqual(await filesWith(email), []);
  await eraseAccount(keys, commandLine, id);
  assert.deepEqual(await filesWith(email), []);
});
