import type { Kysely } from "kysely";
import { selectRequests } from "../request-log/list-requests.ts";
import { openAddress } from "@selfsame/platform/secrets/sealed-address";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { selectSessions } from "../sessions/session.ts";
import { beginsWith } from "@selfsame/platform/store/queries/begins-with";
import type { Schema } from "@selfsame/platform/store/schema";

/** A search result. */
export interface Hit {
  readonly kind:
    | "request"
    | "session"
    | "batch"
    | "event"
    | "delivery"
    | "endpoint"
    | "key"
    | "member"
    | "person"
    | "account";
  /** For a delivery: its endpoint's id, a slash and its own. */
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** Whether a test key created it; null if that does not apply. */
  readonly test: boolean | null;
}

interface Who {
  readonly accountId: string;
  /** May see people and accounts of the whole service. */
  readonly operator: boolean;
}

/** Results of one kind: lists show more. */
const ofKindMax = 5;
/** With fewer characters, many callers' ids match. */
const requestIdMin = 4;

/**
 * Finds what a text names in an account: any id, the prefix of a request's id or of an external id, part of a key's name or a key's ends
 * (`ss_sk_...x7Qa`), part of a member's e-mail address; for operators also the prefix of a person's address and part of an account's name. At most 5 of
 * each kind, the newest first.
 */
export async function findAnything(db: Kysely<Schema>, seal: Seal, who: Who, text: string): Promise<readonly Hit[]> {
  const byId = await findById(db, seal, who, text);
  if (byId) return [byId];
  const { accountId, operator } = who;
  const found = [
    await findKeys(db, accountId, text),
    text.startsWith("ss_") ? [] : await findSessions(db, accountId, text),
    text.length < requestIdMin ? [] : await findRequests(db, accountId, text),
    await findMembers(db, accountId, text),
    operator && text.includes("@") ? await findPeople(db, text) : [],
    operator ? await findAccounts(db, text) : [],
  ];
  return found.flat();
}

async function findSessions(db: Kysely<Schema>, accountId: string, text: string): Promise<readonly Hit[]> {
  const rows = await selectSessions(db, accountId, { text })
    .orderBy("created_at_ms", "desc")
    .limit(ofKindMax)
    .execute();
  return rows.map(({ id, external_id, status, test }) => ({
    kind: "session",
    id,
    title: external_id ?? id,
    detail: status,
    test: test === 1,
  }));
}

async function findRequests(db: Kysely<Schema>, accountId: string, text: string): Promise<readonly Hit[]> {
  const rows = await selectRequests(db, accountId, { idBegins: text })
    .orderBy("created_at_ms", "desc")
    .limit(ofKindMax)
    .execute();
  return rows.map(({ request_id, route, outcome, code, test }) => ({
    kind: "request",
    id: request_id,
    title: request_id,
    detail: `${route}: ${code ?? outcome}`,
    test: test === 1,
  }));
}

/** `ss_sk_` alone matches every private key; with the last four characters, one. */
const keyEnds = /^(ss_[spt]k_)\W*(\w{4})?$/u;

async function findKeys(db: Kysely<Schema>, accountId: string, text: string): Promise<readonly Hit[]> {
  const [, prefix, lastFour] = keyEnds.exec(text) ?? [];
  const wanted = text.toLowerCase();
  const rows = await db
    .selectFrom("api_keys")
    .select(["id", "name", "prefix", "last_four", "revoked_at_ms", "test"])
    .where("account_id", "=", accountId)
    .where("playground", "=", 0)
    .orderBy("created_at_ms", "desc")
    .execute();
  return rows
    .filter(({ name, ...key }) =>
      prefix === undefined
        ? name.toLowerCase().includes(wanted) || key.last_four === text
        : key.prefix === prefix && (lastFour === undefined || key.last_four === lastFour),
    )
    .slice(0, ofKindMax)
    .map(({ id, name, prefix: begins, last_four, revoked_at_ms, test }) => ({
      kind: "key",
      id,
      title: name,
      detail: `${begins}...${last_four}${revoked_at_ms === null ? "" : ", revoked"}`,
      test: test === 1,
    }));
}

async function findMembers(db: Kysely<Schema>, accountId: string, text: string): Promise<readonly Hit[]> {
  const rows = await db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.id", "users.email", "members.role"])
    .where("members.account_id", "=", accountId)
    .orderBy("users.email")
    .execute();
  const wanted = text.toLowerCase();
  return rows
    .filter(({ email }) => email?.includes(wanted))
    .slice(0, ofKindMax)
    .map(({ id, email, role }) => ({ kind: "member", id, title: email ?? "", detail: role, test: null }));
}

async function findPeople(db: Kysely<Schema>, text: string): Promise<readonly Hit[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "email"])
    .where(beginsWith(db, "email", text.toLowerCase()))
    .orderBy("email")
    .limit(ofKindMax)
    .execute();
  return rows.map(({ id, email }) => ({
    kind: "person",
    id,
    title: email ?? "",
    detail: "of the service",
    test: null,
  }));
}

/** By any part of their name: no index helps, but there are few accounts. Compared in JavaScript, since SQLite lower-cases only ASCII. */
async function findAccounts(db: Kysely<Schema>, text: string): Promise<readonly Hit[]> {
  const rows = await db
    .selectFrom("accounts")
    .select(["id", "name", "closed_at_ms"])
    .orderBy("created_at_ms", "desc")
    .execute();
  const wanted = text.toLowerCase();
  return rows
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, ofKindMax)
    .map(({ id, name, closed_at_ms }) => ({
      kind: "account",
      id,
      title: name,
      detail: closed_at_ms === null ? id : `${id}, closed`,
      test: null,
    }));
}

/** Finds by id; its prefix says what kind of thing it names. */
async function findById(
  db: Kysely<Schema>,
  seal: Seal,
  { accountId, operator }: Who,
  id: string,
): Promise<Hit | undefined> {
  const [prefix] = /^(vs|bt|evt|wd|we|key|usr|acc)_(?=\w{16,22}$)/.exec(id) ?? [];
  switch (prefix) {
    case "vs_": {
      const [session] = await findSessions(db, accountId, id);
      return session;
    }
    case "bt_": {
      const row = await db
        .selectFrom("batches")
        .select("status")
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      return row && { kind: "batch", id, title: id, detail: row.status, test: null };
    }
    case "evt_": {
      const row = await db
        .selectFrom("events")
        .select(["type", "test"])
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      return row && { kind: "event", id, title: id, detail: row.type, test: row.test === 1 };
    }
    case "wd_":
      return findDelivery(db, accountId, id);
    case "we_": {
      const row = await db
        .selectFrom("webhook_endpoints")
        .select(["url", "test"])
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .where("only_for", "is", null)
        .executeTakeFirst();
      const address = row && (openAddress({ seal }, row.url) ?? "");
      return row && { kind: "endpoint", id, title: id, detail: address ?? "", test: row.test === 1 };
    }
    case "key_": {
      const row = await db
        .selectFrom("api_keys")
        .select(["name", "test"])
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      return row && { kind: "key", id, title: row.name, detail: id, test: row.test === 1 };
    }
    case "usr_":
      return findPerson(db, accountId, operator, id);
    case "acc_": {
      if (!operator) return undefined;
      const row = await db.selectFrom("accounts").select("name").where("id", "=", id).executeTakeFirst();
      return row && { kind: "account", id, title: row.name || id, detail: id, test: null };
    }
    case undefined:
      return undefined;
  }
}

async function findDelivery(db: Kysely<Schema>, accountId: string, id: string): Promise<Hit | undefined> {
  const row = await db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .innerJoin("events as event", "event.id", "delivery.event_id")
    .select(["delivery.endpoint_id", "delivery.status", "event.type", "endpoint.test"])
    .where("delivery.id", "=", id)
    .where("endpoint.account_id", "=", accountId)
    .where("endpoint.only_for", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { endpoint_id, type, status, test } = row;
  return { kind: "delivery", id: `${endpoint_id}/${id}`, title: id, detail: `${type}, ${status}`, test: test === 1 };
}

async function findPerson(
  db: Kysely<Schema>,
  accountId: string,
  operator: boolean,
  id: string,
): Promise<Hit | undefined> {
  const row = await db
    .selectFrom("users")
    .leftJoin("members", (join) =>
      join.onRef("members.user_id", "=", "users.id").on("members.account_id", "=", accountId),
    )
    .select(["users.email", "members.role"])
    .where("users.id", "=", id)
    .executeTakeFirst();
  if (!row || row.email === null) return undefined;
  if (row.role !== null) return { kind: "member", id, title: row.email, detail: row.role, test: null };
  return operator ? { kind: "person", id, title: row.email, detail: "of the service", test: null } : undefined;
}
