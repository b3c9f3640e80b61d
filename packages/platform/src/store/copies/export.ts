import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import type { Store } from "../store.ts";

/**
 * Every table with its sort columns, referenced tables first. Sessions and links are included: a move signs no user out. Keys that sign or seal are
 * omitted: they are sealed for this installation, and the other creates its own.
 */
export const tables = {
  accounts: ["id"],
  users: ["id"],
  members: ["account_id", "user_id"],
  invitations: ["id"],
  sign_on_providers: ["account_id"],
  email_domains: ["account_id", "domain"],
  identities: ["account_id", "issuer", "subject"],
  api_keys: ["id"],
  allowed_domains: ["account_id", "domain"],
  sessions: ["id"],
  devices: ["id"],
  links: ["hash"],
  passkeys: ["id"],
  authenticator_apps: ["user_id"],
  recovery_codes: ["hash"],
  usage: ["hour_ms", "key_id", "endpoint", "outcome"],
  usage_batches: ["id"],
  audit: ["id"],
  erasures: ["id"],
  challenges: ["id"],
  challenge_frames: ["sha256"],
  challenge_light: ["day_ms", "result", "passed", "correlation"],
  events: ["id"],
  webhook_endpoints: ["id"],
  brandings: ["account_id"],
  consent_texts: ["account_id", "version"],
  verification_sessions: ["id"],
  session_timeline: ["id"],
  evidence: ["id"],
  review_cases: ["session_id"],
  receipt_keys: ["id"],
  template_keys: ["id"],
  oidc_clients: ["id"],
  oidc_keys: ["id"],
  trust_anchors: ["id"],
  account_trust_anchors: ["account_id", "test", "id"],
  registration_certificates: ["account_id", "id"],
  trust_lists: ["id"],
  trust_list_anchors: ["list_id", "id"],
  revocation_lists: ["issuer"],
  revoked_certificates: ["issuer", "serial"],
  // Together with the sessions that they are references of: a presentation is not accepted again elsewhere.
  presentations_used: ["id"],
} as const satisfies Record<Exclude<keyof Schema, LeftOut>, readonly string[]>;

/**
 * Tokens that no other installation can verify, and their signing keys; and work in progress, which depends on this database: finish it, or have it sent
 * again. The request log concerns this installation's nodes, and is short-lived.
 */
export const leftOut = [
  "challenge_keys",
  "challenge_turns",
  "challenge_tokens_used",
  "wallet_requests",
  "oidc_states",
  "passkey_challenges",
  "sign_in_steps",
  "jobs",
  "job_targets",
  "sign_on_flows",
  "webhook_deliveries",
  "idempotency_keys",
  "batches",
  "batch_items",
  "requests",
  "alerts_told",
  "nodes",
] as const satisfies readonly (keyof Schema)[];
type LeftOut = (typeof leftOut)[number];

export type Table = keyof typeof tables;
export type Row = Readonly<Record<string, string | number | null>>;

export const header = { format: "selfsame-export", version: 1 } as const;

/** Rows; few of those that are megabytes. */
const pageSizeOf = (table: Table): number => (table === "evidence" ? 10 : 1000);

/** Writes the whole store, as of one moment, as lines of JSON: a header, then one row each. @returns the number of rows */
export function exportStore({ db, kind }: Store, write: (line: string) => Promise<void>): Promise<number> {
  if (kind === "postgres") {
    return db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((db) => writeRows(db, write));
  }
  return db.connection().execute(async (db) => {
    // Not the transaction of sqlite.ts, which begins as a writer and would block a running server.
    await sql`BEGIN DEFERRED`.execute(db);
    try {
      return await writeRows(db, write);
    } finally {
      await sql`ROLLBACK`.execute(db);
    }
  });
}

async function writeRows(db: Kysely<Schema>, write: (line: string) => Promise<void>): Promise<number> {
  let count = 0;
  await write(JSON.stringify(header));
  for (const table of Object.keys(tables) as Table[]) {
    for await (const row of rowsOf(db, table)) {
      await write(JSON.stringify({ table, row }));
      count++;
    }
  }
  return count;
}

async function* rowsOf(db: Kysely<Schema>, table: Table): AsyncGenerator<Row> {
  const order = sql.join(tables[table].map((column) => sql.ref(column)));
  const pageSize = pageSizeOf(table);
  for (let offset = 0; ; offset += pageSize) {
    const page = sql<Row>`SELECT * FROM ${sql.table(table)} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${offset}`;
    const { rows } = await page.execute(db);
    yield* rows;
    if (rows.length < pageSize) return;
  }
}
