import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../../src/store/data-folder.ts";
import type { Store } from "../../src/store/store.ts";

const rows = 3000;

/**
 * For tests: writes some thousand rows each of sessions, requests, events and deliveries of one account, nearly all of live keys, so that the query
 * planner's statistics are as uneven as possible. @returns ids of some rows, by kind
 */
export function fillUnevenly({ dataDir }: Store, accountId: string): Readonly<Record<string, string>> {
  const nowMs = Date.now();
  const db = new DatabaseSync(databaseFile(dataDir), { timeout: 5000 });
  const insert = (into: string, select: string) =>
    db.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO ${into} SELECT ${select} FROM n`,
    );
  const account = `'${accountId}'`;
  const atMs = `${nowMs - 3600_000} + i`;
  const test = "CASE WHEN i % 100 = 0 THEN 1 ELSE 0 END";
  db.exec("BEGIN");
  insert(
    `verification_sessions (id, account_id, status, version, test, external_id, metadata, challenge, attempts, attempts_allowed,
      has_reference, model, created_at_ms, expires_at_ms)`,
    `'vs_' || i, ${account}, 'verified', 1, ${test}, 'customer-1', '{}', 'off', 0, 3, 0, 'm', ${atMs}, ${atMs} + 86400000`,
  );
  insert("session_timeline (session_id, kind, data, at_ms)", `'vs_' || i, 'created', '{}', ${atMs}`);
  insert(
    `requests (id, account_id, key_id, request_id, route, status, outcome, code, issues, stages, duration_ms, node, created_at_ms, test)`,
    `'r' || i, ${account}, 'key_1', 'req-1', 'POST /api/v3/verify', 200, 'match', NULL, '{}', '{}', 80, 'nd_1', ${atMs}, ${test}`,
  );
  insert(
    "events (id, account_id, type, data, created_at_ms, test)",
    `'evt_' || i, ${account}, 'ping', '{}', ${atMs}, ${test}`,
  );
  db.exec(
    `INSERT INTO webhook_endpoints (id, account_id, url, types, only_for, secret, created_at_ms) VALUES ('we_1', ${account}, '', '[]', NULL, '', ${nowMs})`,
  );
  insert(
    "webhook_deliveries (id, endpoint_id, event_id, status, attempts, created_at_ms)",
    `'wd_' || i, 'we_1', 'evt_' || i, 'delivered', 1, ${atMs}`,
  );
  insert(
    "batches (id, account_id, key_id, status, total, done, failed, created_at_ms)",
    `'bt_' || i, ${account}, 'key_1', 'completed', 1, 1, 0, ${atMs}`,
  );
  insert("batch_items (batch_id, position, item_id, reference_urls, selfie_url)", `'bt_' || i, 0, 'item', '[]', ''`);
  insert("audit (at_ms, account_id, actor, action, target)", `${atMs}, ${account}, ${account}, 'key_created', 'key_1'`);
  db.exec("COMMIT");
  db.close();
  return {
    session: "vs_1",
    verification: "vs_1",
    request: "req-1",
    event: "evt_1",
    batche: "bt_1",
    webhook_endpoint: "we_1",
    webhook: "we_1",
    deliverie: "wd_1",
  };
}
