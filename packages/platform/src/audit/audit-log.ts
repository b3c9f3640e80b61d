import type { Kysely } from "kysely";
import { sql } from "kysely";
import { csvQuoted, csvText } from "../csv.ts";
import type { Schema } from "../store/schema.ts";
import { accessActions, type AuditKind } from "./audit-kinds.ts";
import type { AuditEntry } from "./audit.ts";

/** Conditions on entries; all that are set must hold. */
export interface AuditFilter {
  /** Absent: the whole service. */
  readonly accountId?: string | undefined;
  /** The person's id or e-mail, or `command line`. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** Changes, or sign-ins and the like. */
  readonly kind?: AuditKind | undefined;
  /** The object of the action, such as a key's id; for a rotation either key. */
  readonly target?: string | undefined;
  /** The full network address. */
  readonly address?: string | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive end. */
  readonly toMs?: number | undefined;
}

const pageSize = 50;
/** Rows of an export in memory at a time. */
const exportedAtOnce = 500;

export interface AuditPage {
  /** Entry id: only older entries. */
  readonly before?: number | undefined;
  /** Entry id: only newer entries. */
  readonly after?: number | undefined;
  readonly oldestFirst?: boolean;
  readonly limit?: number;
}

/** The newest first, by default at most 50. */
export async function listAudit(
  db: Kysely<Schema>,
  filter: AuditFilter,
  { before, after, oldestFirst = false, limit = pageSize }: AuditPage = {},
): Promise<AuditEntry[]> {
  const { accountId, actor, action, kind, target, address, fromMs, toMs } = filter;
  const rows = await db
    .selectFrom("audit")
    .leftJoin("users", "users.id", "audit.actor")
    .leftJoin("accounts", "accounts.id", "audit.account_id")
    .leftJoin("members", (join) =>
      join.onRef("members.account_id", "=", "audit.account_id").onRef("members.user_id", "=", "audit.actor"),
    )
    .select(["audit.id", "at_ms as atMs", "audit.account_id as accountId", "action", "actor", "target", "address"])
    .select(["signed_in_by as signedInBy", "users.email", "users.operator", "members.user_id as memberId"])
    .select(["accounts.name as accountName"])
    .$if(accountId !== undefined, (query) => query.where("audit.account_id", "=", accountId ?? ""))
    .$if(actor !== undefined, (query) =>
      query.where((where) =>
        where.or([where("actor", "=", actor ?? ""), where("users.email", "=", (actor ?? "").toLowerCase())]),
      ),
    )
    .$if(action !== undefined, (query) => query.where("action", "=", action ?? ""))
    .$if(kind !== undefined, (query) => query.where("action", kind === "access" ? "in" : "not in", accessActions))
    .$if(target !== undefined, (query) => query.where(isTarget(target ?? "")))
    .$if(address !== undefined, (query) => query.where("address", "=", address ?? ""))
    .$if(fromMs !== undefined, (query) => query.where("at_ms", ">=", fromMs ?? 0))
    .$if(toMs !== undefined, (query) => query.where("at_ms", "<", toMs ?? 0))
    .$if(before !== undefined, (query) => query.where("audit.id", "<", before ?? 0))
    .$if(after !== undefined, (query) => query.where("audit.id", ">", after ?? 0))
    .orderBy("audit.id", oldestFirst ? "asc" : "desc")
    .limit(limit)
    .execute();
  // A team sees its members' e-mail addresses, but not that of an operator.
  return rows.map(({ email, operator, memberId, ...entry }) => ({
    ...entry,
    byOperator: operator === 1 && memberId === null,
    actorEmail: accountId === undefined || memberId !== null ? email : null,
  }));
}

/** Matches either part of "ID more" or "ID ID". Not LIKE, where an underscore matches any character. */
function isTarget(target: string) {
  const { length } = target;
  return sql<boolean>`(target = ${target} OR substr(target, 1, ${sql.lit(length + 1)}) = ${`${target} `}
    OR substr(target, length(target) - ${sql.lit(length)}) = ${` ${target}`})`;
}

export type AuditFormat = "csv" | "ndjson";

/** All of them, the newest first, as text generated while it is sent. */
export async function* exportAudit(
  read: <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>,
  filter: AuditFilter,
  format: AuditFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield `${columns.join(",")}\r\n`;
  for (let before: number | undefined; ;) {
    const page = { before, limit: exportedAtOnce };
    const entries = await read((db) => listAudit(db, filter, page));
    if (entries.length > 0) yield entries.map(format === "csv" ? csvLine : jsonLine).join("");
    if (entries.length < exportedAtOnce) return;
    before = entries.at(-1)?.id;
  }
}

const columns = ["time", "account", "action", "target", "actor", "actor_email", "address", "signed_in_by"] as const;

function fieldsOf(entry: AuditEntry): Readonly<Record<(typeof columns)[number], string | null>> {
  return {
    time: new Date(entry.atMs).toISOString(),
    account: entry.accountId,
    action: entry.action,
    target: entry.target,
    actor: entry.actor,
    actor_email: entry.actorEmail,
    address: entry.address,
    signed_in_by: entry.signedInBy,
  };
}

const jsonLine = (entry: AuditEntry): string => `${JSON.stringify(fieldsOf(entry))}\n`;

function csvLine(entry: AuditEntry): string {
  const fields = fieldsOf(entry);
  return `${columns.map((column) => cell(fields[column] ?? "")).join(",")}\r\n`;
}

const cell = (text: string): string => csvQuoted(csvText(text));
