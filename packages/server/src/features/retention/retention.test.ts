import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { sql } from "kysely";
import type { KyselyPlugin } from "kysely";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { chunkRows, sliceRows } from "@selfsame/platform/store/queries/delete-in-chunks";
import { silent } from "@selfsame/platform/store/log";
import type { Log } from "@selfsame/platform/store/log";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { frameRetentionDays } from "../../liveness/challenge/frame-retention.ts";
import { writeAudit, commandLine } from "@selfsame/platform/audit/audit";
import { defaultRetention } from "./periods.ts";
import { sweepStore } from "./retention.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { startSignIn } from "../../accounts/people/accounts/sign-in-sessions.ts";

const dayMs = 24 * 3600_000;
const nowMs = Date.UTC(2026, 10, 21);

const countsOf = ({ db }: Store, tables: readonly (keyof Schema)[]) =>
  Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));

/** Inserts, for each kind that ends, a row that has ended and one that has not. */
async function fill({ db }: Store): Promise<void> {
  const { id } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const { id: userId } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  for (const agoMs of [0, dayMs]) {
    await startSignIn(
      db,
      { userId, accountId: id, signedInBy: "password" },
      { address: "", userAgent: String(agoMs) },
      nowMs - agoMs,
    );
    await writeAudit(db, nowMs - agoMs * 400, commandLine, "sign_in", id);
    const written_at_ms = nowMs - agoMs * 40;
    await db
      .insertInto("usage_batches")
      .values({ id: `${agoMs}`, written_at_ms })
      .execute();
    const frame = { sha256: `${agoMs}`, account_id: id, face_hash: "", seen_at_ms: nowMs - agoMs * 31 };
    await db.insertInto("challenge_frames").values(frame).execute();
  }
}

onEachStore("cleaning", (kind) => {
  test("what has ended goes, the rest stays", async (t) => {
    const store = await freshStore(t, kind);
    await prepareFirstStart(store, undefined, () => nowMs);
    await fill(store);
    const counts = () =>
      countsOf(store, ["links", "sessions", "audit", "usage_batches", "challenge_frames", "api_keys", "accounts"]);
    assert.deepEqual(await counts(), [1, 2, 2, 2, 2, 1, 1]);
    await sweepStore(store, nowMs, silent);
    assert.deepEqual(await counts(), [1, 1, 1, 1, 1, 1, 1]);
    await sweepStore(store, nowMs + dayMs, silent);
    assert.deepEqual(await counts(), [0, 0, 1, 1, 1, 1, 1], "the setup link has expired");
  });

  test("fingerprints of frames stay for as long as the hosted page and docs/privacy.md say", async (t) => {
    const store = await freshStore(t, kind);
    await prepareFirstStart(store, undefined, () => nowMs);
    const { id: account_id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    const frame = { sha256: "0", account_id, face_hash: "", seen_at_ms: nowMs };
    await store.db.insertInto("challenge_frames").values(frame).execute();
    await sweepStore(store, nowMs + frameRetentionDays * dayMs, silent);
    assert.deepEqual(await countsOf(store, ["challenge_frames"]), [1]);
    await sweepStore(store, nowMs + frameRetentionDays * dayMs + 1, silent);
    assert.deepEqual(await countsOf(store, ["challenge_frames"]), [0]);
    const privacy = await readFile(new URL("../../../../../docs/privacy.md", import.meta.url), "utf8");
    assert.match(privacy, new RegExp(`fingerprints in the database for ${frameRetentionDays} days`));
  });

  test("a batch goes with its results and its callback so many days after its end, one that runs stays", async (t) => {
    const store = await freshStore(t, kind);
    await prepareFirstStart(store, undefined, () => nowMs);
    const { id: account_id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    for (const [id, ended_at_ms] of [
      ["old", nowMs - 8 * dayMs],
      ["ended", nowMs - 6 * dayMs],
      ["running", null],
    ] as const) {
      const counts = { total: 1, done: 0, failed: 0, created_at_ms: nowMs - 40 * dayMs };
      await store.db
        .insertInto("batches")
        .values({
          id,
          account_id,
          key_id: "k",
          status: ended_at_ms === null ? "running" : "completed",
          ...counts,
          ended_at_ms,
        })
        .execute();
      const item = { batch_id: id, position: 0, item_id: "x", reference_urls: "[]", selfie_url: "" };
      await store.db.insertInto("batch_items").values(item).execute();
      const endpoint = { account_id, url: "https://a.example", types: "[]", secret: "", created_at_ms: nowMs };
      await store.db
        .insertInto("webhook_endpoints")
        .values({ id: `we_${id}`, only_for: id, ...endpoint })
        .execute();
    }
    const left = async () => [
      (await store.db.selectFrom("batches").select("id").orderBy("id").execute()).map(({ id }) => id),
      ...(await countsOf(store, ["batch_items", "webhook_endpoints"])),
    ];
    await sweepStore(store, nowMs, silent, { ...defaultRetention, batchResultsDays: 9 });
    assert.deepEqual(await left(), [["ended", "old", "running"], 3, 3]);
    await sweepStore(store, nowMs, silent, { ...defaultRetention, batchResultsDays: 7 });
    assert.deepEqual(await left(), [["ended", "running"], 2, 2]);
    await sweepStore(store, nowMs + 90 * dayMs, silent);
    assert.deepEqual(await left(), [["running"], 1, 1]);
  });

  test("where one kind cannot be removed, the others are, and the log names it", async (t) => {
    const store = await freshStore(t, kind);
    await prepareFirstStart(store, undefined, () => nowMs);
    await fill(store);
    await sql`ALTER TABLE usage_batches RENAME TO usage_batches_away`.execute(store.db);
    await sql`ALTER TABLE links RENAME TO links_away`.execute(store.db);
    const said: unknown[] = [];
    const log: Log = { ...silent, warn: (detail) => void said.push("table" in detail && detail.table) };
    await sweepStore(store, nowMs, log);
    assert.deepEqual(said, ["links", "usage_batches"]);
    assert.deepEqual(await countsOf(store, ["sessions", "audit", "challenge_frames"]), [1, 1, 1]);
  });

  test("many rows go in statements that each do little", async (t) => {
    const store = await freshStore(t, kind);
    const many = 2 * chunkRows + 3;
    await sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${sql.lit(many)})
      INSERT INTO usage_batches (id, written_at_ms) SELECT 'batch ' || i, i FROM n`.execute(store.db);
    const deleted: number[] = [];
    const watch: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.numAffectedRows) deleted.push(Number(result.numAffectedRows));
        return result;
      },
    };
    await sweepStore({ ...store, db: store.db.withPlugin(watch) }, nowMs, silent);
    const most = kind === "sqlite" ? sliceRows : chunkRows;
    assert.deepEqual(deleted, [...Array.from({ length: Math.floor(many / most) }, () => most), many % most]);
    assert.deepEqual(await countsOf(store, ["usage_batches"]), [0]);
  });
});
