import { DatabaseSync } from "node:sqlite";
import { createKey } from "@selfsame/server/accounts/keys/keys";
import { newId } from "../../packages/platform/src/ids/ids.ts";
import { createAccount } from "@selfsame/server/accounts/people/accounts/changes";
import { prepareFirstStart } from "@selfsame/server/accounts/people/first-start";
import { startSignIn } from "@selfsame/server/accounts/people/accounts/sign-in-sessions";
import { databaseFile } from "../../packages/platform/src/store/data-folder.ts";
import { openStore } from "../../packages/platform/src/store/store.ts";

/**
 * Shares of the rows: a large account with nine tenths, all of live keys; a middle one with a tenth, live and test; a small one with a hundredth, all
 * of test keys.
 */
const shares = { large: 0.89, middle: 0.1, small: 0.01 } as const;
export type Size = keyof typeof shares;

export interface SeededAccount {
  readonly live: string;
  readonly test: string;
  /** The session cookie's secret of a person signed in to the dashboard. */
  readonly cookie: string;
  readonly endpointId: string;
  readonly accountId: string;
}

export interface Seeded {
  readonly accounts: Readonly<Record<Size, SeededAccount>>;
  /** Processor time for each written row in microseconds, by table. */
  readonly writtenUs: Readonly<Record<string, number>>;
}

const dayMs = 24 * 3600_000;

/** Fills a data folder with `count` rows each of sessions, requests, events and deliveries, over 90, 7, 30 and 30 days. */
export async function seed(dataDir: string, count: number): Promise<Seeded> {
  const nowMs = Date.now();
  const store = await openStore({ dataDir });
  await prepareFirstStart(store);
  const by = { actor: "command line", address: null } as const;
  const accounts = {} as Record<Size, SeededAccount>;
  for (const size of Object.keys(shares) as Size[]) {
    const made = await createAccount(store, by, { email: `${size}@example.com`, plan: "unlimited" }, nowMs);
    if (made.outcome !== "made") throw new Error(made.outcome);
    const accountId = made.account.id;
    const keys = { store, now: () => nowMs, changed: () => {} };
    const keyOf = async (kind: "private" | "test") => {
      const key = await createKey(keys, by, accountId, { name: kind, kind });
      if (key.outcome !== "created") throw new Error(key.outcome);
      return key.secret;
    };
    const { user_id: userId } = await store.db
      .selectFrom("members")
      .select("user_id")
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    const who = { userId, accountId, signedInBy: "password" } as const;
    const { secret: cookie } = await startSignIn(store.db, who, { address: "127.0.0.1", userAgent: "bench" }, nowMs);
    const endpointId = newId("we");
    const endpoint = { id: endpointId, account_id: accountId, url: "", types: "[]", only_for: null, secret: "" };
    await store.db
      .insertInto("webhook_endpoints")
      .values({ ...endpoint, created_at_ms: nowMs, verified_at_ms: nowMs })
      .execute();
    accounts[size] = { accountId, live: await keyOf("private"), test: await keyOf("test"), cookie, endpointId };
  }
  await store.close();
  return { accounts, writtenUs: fill(databaseFile(dataDir), accounts, count, nowMs) };
}

const result = JSON.stringify({
  match: true,
  similarity: 0.83,
  threshold: 0.7,
  false_match_rate: 0.0001,
  challenge: "passed",
  light: null,
  passive_liveness: null,
  reasons: [],
  model: "m",
  reviewed_by: null,
  review_reason: null,
});
const stages = JSON.stringify({ upload: 12.4, queue: 1.2, decode: 14.9, detect: 21.3, landmarks: 9.8, embed: 38.1 });
const headers = JSON.stringify({
  "content-type": "application/json",
  "webhook-id": "evt_1aS4dF7gH0jK3lQ6",
  "webhook-timestamp": "1795686067",
  "webhook-signature": `v1,${"x".repeat(44)}`,
});

/** The random part of an id: rows are not in the order of their ids, as in production. */
const random = "lower(hex(randomblob(8)))";

const numbers = (last: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})`;

function fill(file: string, accounts: Readonly<Record<Size, SeededAccount>>, count: number, nowMs: number) {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON");
  const { large, middle, small } = accounts;
  const of = (column: "accountId" | "endpointId") =>
    `CASE WHEN n % 100 < 89 THEN '${large[column]}' WHEN n % 100 < 99 THEN '${middle[column]}' ELSE '${small[column]}' END`;
  const test = "CASE WHEN n % 100 < 94 THEN 0 ELSE 1 END";
  // Slightly out of order, with several rows in one millisecond.
  const atMs = (days: number) => `${nowMs} - (${count} - n) * ${days * dayMs} / ${count} - (n % 7)`;
  const statements = {
    verification_sessions: `INSERT INTO verification_sessions (id, account_id, status, version, test, external_id, metadata,
        challenge, attempts, attempts_allowed, has_reference, model, result, created_at_ms, opened_at_ms, ended_at_ms,
        expires_at_ms)
      SELECT 'vs_' || n || ${random}, ${of("accountId")}, CASE WHEN n % 10 < 8 THEN 'verified' ELSE 'failed' END, 4, ${test},
        'customer-' || (n / 3), '{"order":"4711","channel":"app"}', 'required', 1, 3, 1,
        'm', '${result}', ${atMs(85)},
        ${atMs(85)} + 5, ${atMs(85)} + 60000, ${atMs(85)} + 3600000 FROM numbers`,
    requests: `INSERT INTO requests (id, account_id, key_id, request_id, route, status, outcome, code, issues, stages, duration_ms,
        node, created_at_ms, test)
      SELECT n || ${random}, ${of("accountId")}, 'key_' || (n % 50), 'req-' || n || ${random}, 'POST /api/v3/verify', 200,
        CASE WHEN n % 20 = 0 THEN 'error' ELSE 'match' END, CASE WHEN n % 20 = 0 THEN 'no_face' END, '{}', '${stages}',
        80 + n % 400, 'nd_1', ${atMs(6)}, ${test} FROM numbers`,
    events: `INSERT INTO events (id, account_id, type, data, created_at_ms, test)
      SELECT 'evt_' || n, ${of("accountId")}, CASE WHEN n % 2 = 0 THEN 'session.verified' ELSE 'session.started' END,
        '{"id":"vs_1","status":"verified","external_id":null}', ${atMs(28)}, ${test} FROM numbers`,
    webhook_deliveries: `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, status, attempts, created_at_ms,
        attempted_at_ms, response_status, response_head, duration_ms, request_headers)
      SELECT 'wd_' || n || ${random}, ${of("endpointId")}, 'evt_' || n, 'delivered', 1, ${atMs(28)}, ${atMs(28)}, 200, '${"ok ".repeat(60)}', 20,
        '${headers}' FROM numbers`,
  };
  const writtenUs: Record<string, number> = {};
  for (const [table, statement] of Object.entries(statements)) {
    const before = process.cpuUsage();
    db.exec(`BEGIN; ${statement.replace("INSERT", `${numbers(count)} INSERT`)}; COMMIT`);
    const { user, system } = process.cpuUsage(before);
    writtenUs[table] = (user + system) / count;
  }
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return writtenUs;
}
