import assert from "node:assert/strict";
import { test } from "node:test";
import { type Compilable, type Kysely, sql } from "kysely";
import { selectRequests } from "../features/request-log/list-requests.ts";
import { selectSessions } from "../features/sessions/session.ts";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { selectDeliveries } from "../features/webhooks/deliveries.ts";
import { beginsWith } from "@selfsame/platform/store/queries/begins-with";
import { lastRowOf, type Order, orderedPage } from "@selfsame/platform/store/queries/ordered-page";
import type { Schema } from "@selfsame/platform/store/schema";

const request = (id: string, requestId: string, durationMs: number, atMs: number) => ({
  id,
  account_id: "acc_1",
  key_id: "key_1",
  request_id: requestId,
  route: "POST /api/v3/verify",
  status: 200,
  outcome: "match",
  code: null,
  issues: "{}",
  stages: "{}",
  duration_ms: durationMs,
  node: "nd_1",
  created_at_ms: atMs,
  test: 0,
});

onEachStore("lists", (kind) => {
  test("pages in either direction hold each row once, whatever comes in meanwhile", async (t) => {
    const { db } = await freshStore(t, kind);
    const rows = Array.from({ length: 9 }, (_, index) => request(`r${index}`, `q${index}`, index % 3, 1000 + index));
    await db.insertInto("requests").values(rows).execute();
    const by = { column: "duration_ms", kind: "number" } as const;
    for (const descending of [true, false]) {
      const seen: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const after = cursor === "" ? undefined : lastRowOf(cursor, by);
        const order: Order = { by, descending };
        const page: Awaited<ReturnType<typeof orderedPage>> = await orderedPage(
          selectRequests(db, "acc_1", { fromMs: 0, toMs: 2000 }),
          { limit: 2, after, order },
        );
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.next;
        const late = request(`z${descending}${seen.length}`, "late", 1, 5000);
        await db.insertInto("requests").values(late).execute();
      }
      const sorted = rows.toSorted((one, other) => one.duration_ms - other.duration_ms || (one.id < other.id ? -1 : 1));
      const expected = sorted.map(({ id }) => id);
      assert.deepEqual(seen, descending ? expected.toReversed() : expected);
    }
  });

  test("a beginning is taken as it is written: no wildcards, upper and lower case apart", async (t) => {
    const { db } = await freshStore(t, kind);
    const ids = ["a_b", "axb", "A_b", "a%", "a-1", "a 1", "ä1", "\u{1F600}z"];
    await db
      .insertInto("requests")
      .values(ids.map((id, index) => request(`r${index}`, id, 1, index)))
      .execute();
    const found = async (text: string) => {
      const query = selectRequests(db, "acc_1", { idBegins: text });
      return (await query.orderBy("id").execute()).map(({ request_id }) => request_id);
    };
    assert.deepEqual(await found("a_"), ["a_b"]);
    assert.deepEqual(await found("a"), ["a_b", "axb", "a%", "a-1", "a 1"]);
    assert.deepEqual(await found("a%"), ["a%"]);
    assert.deepEqual(await found("ä"), ["ä1"]);
    assert.deepEqual(await found("\u{1F600}"), ["\u{1F600}z"]);
    assert.deepEqual(await found("'; --"), []);
  });

  test("what views ask for again and again is found by an index, and not in the whole table", async (t) => {
    const { db } = await freshStore(t, kind);
    const newest = { limit: 50, order: { by: { column: "created_at_ms", kind: "number" }, descending: true } } as const;
    for (const [index, query] of [
      [
        "requests_account",
        selectRequests(db, "acc_1", {}).orderBy("created_at_ms", "desc").orderBy("id", "desc").limit(51),
      ],
      ["requests_request", selectRequests(db, "acc_1", { idBegins: "req-1" })],
      ["requests_request", selectRequests(db, "acc_1", { requestId: "req-1" })],
      ["requests_code", selectRequests(db, "acc_1", { code: "no_face", fromMs: 5 })],
      ["verification_sessions_external", selectSessions(db, "acc_1", { externalId: "c-1" })],
      ["verification_sessions_external", selectSessions(db, "acc_1", { text: "c-1" })],
      ["webhook_deliveries_status", selectDeliveries(db, "we_1", { status: "failed", fromMs: 5 })],
    ] as const) {
      const plan = await planOf(db, kind, query);
      assert.ok(plan.includes(index), `${index}: ${plan}`);
    }
    assert.equal((await orderedPage(selectRequests(db, "acc_1", {}), newest)).next, null);
    assert.equal(
      (
        await db
          .selectFrom("users")
          .where(beginsWith(db, "email", "a"))
          .selectAll()
          .execute()
      ).length,
      0,
    );
  });
});

/** The query plan; PostgreSQL plans as for a table too large to read in full. */
async function planOf(db: Kysely<Schema>, kind: string, query: Compilable): Promise<string> {
  const { sql: text, parameters } = query.compile();
  if (kind === "sqlite") {
    const { rows } = await db.executeQuery<{ detail: string }>({
      ...query.compile(),
      sql: `EXPLAIN QUERY PLAN ${text}`,
    });
    return rows.map(({ detail }) => detail).join("; ");
  }
  return db.transaction().execute(async (transaction) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
    const compiled = { ...query.compile(), sql: `EXPLAIN ${text}`, parameters };
    const { rows } = await transaction.executeQuery<Record<string, string>>(compiled);
    return rows.map((row) => Object.values(row).join()).join("; ");
  });
}
