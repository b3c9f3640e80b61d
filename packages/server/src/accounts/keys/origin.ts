import type { Kysely, Selectable } from "kysely";
import type { KeyBudget } from "../access/access.ts";
import type { ApiKeysTable, Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { boundsOf } from "./bounds.ts";

type Row = Selectable<ApiKeysTable>;

/** Where a key comes from. */
export interface KeyOrigin {
  readonly parentId: string | null;
  /** The first key of its rotations. Null: itself. */
  readonly budgetId: string | null;
  readonly ancestors: readonly string[];
  /** Users. */
  readonly actsFor: readonly string[];
}

/** A key that is so many generations from a person makes none that makes others: each generation is a limit more that a request counts against. */
export const generationsMax = 8;

const ancestorsOf = ({ ancestors }: Pick<Row, "ancestors">): readonly string[] => JSON.parse(ancestors) as string[];

/** Of a key that is made. @param maker the key that makes it @param person who makes it, where no key does */
export async function originOf(
  db: Kysely<Schema>,
  { maker, person }: { readonly maker: Row | undefined; readonly person: string | null },
): Promise<KeyOrigin> {
  if (!maker) return { parentId: null, budgetId: null, ancestors: [], actsFor: person === null ? [] : [person] };
  return {
    parentId: maker.id,
    budgetId: null,
    ancestors: [maker.id, ...ancestorsOf(maker)],
    actsFor: await actsFor(db, maker),
  };
}

/** Of a successor: it counts where the key before it did, and acts as well for who sees it now. */
export async function originOfSuccessor(
  db: Kysely<Schema>,
  before: Row,
  by: { readonly maker: Row | undefined; readonly person: string | null },
): Promise<KeyOrigin> {
  const { ancestors, actsFor: seenBy } = await originOf(db, by);
  const its = ancestorsOf(before);
  const isItself = by.maker?.id === before.id;
  return {
    parentId: before.parent_id,
    budgetId: before.budget_id ?? before.id,
    ancestors: isItself ? its : [...new Set([...its, ...ancestors])].filter((id) => id !== before.id),
    actsFor: [...new Set([...(await actsFor(db, before)), ...seenBy])],
  };
}

export const originRow = ({ parentId, budgetId, ancestors, actsFor: people }: KeyOrigin) => ({
  parent_id: parentId,
  budget_id: budgetId,
  ancestors: JSON.stringify(ancestors),
  acts_for: JSON.stringify(people),
});

export const mayHaveHeirs = (maker: Row): boolean => ancestorsOf(maker).length + 1 < generationsMax;

/** The users a key acts for: who made or rotated it, or a key that it comes of. None: it was made on the command line, or its maker is not known. */
export async function actsFor(db: Kysely<Schema>, row: Row): Promise<readonly string[]> {
  if (row.acts_for !== null) return JSON.parse(row.acts_for) as string[];
  return makersOf(db, row, new Set());
}

/** Of a key that a version made which recorded who made it and no more. */
async function makersOf(db: Kysely<Schema>, row: Row, seen: Set<string>): Promise<readonly string[]> {
  seen.add(row.id);
  const { id, account_id, created_by } = row;
  const maker = created_by ?? (await makersInLog(db, account_id, [row])).get(id) ?? null;
  if (maker === null || seen.has(maker)) return [];
  const key = await db.selectFrom("api_keys").selectAll().where("id", "=", maker).executeTakeFirst();
  if (key?.acts_for != null) return JSON.parse(key.acts_for) as string[];
  if (key) return makersOf(db, key, seen);
  return maker.startsWith("usr_") ? [maker] : [];
}

/** Of keys that a version made which noted it in the log alone. */
export async function makersInLog(
  db: Kysely<Schema>,
  accountId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string | null>> {
  const unknown = rows.filter(({ created_by }) => created_by === null).map(({ id }) => id);
  if (unknown.length === 0) return new Map();
  const entries = await db
    .selectFrom("audit")
    .select(["action", "actor", "target"])
    .where("account_id", "=", accountId)
    .where("action", "in", ["key_created", "key_rotated"])
    .orderBy("id")
    .execute();
  // The target of a rotation is the key and its successor.
  return new Map(entries.map(({ actor, target }) => [(target ?? "").split(" ").at(-1) ?? "", actor]));
}

/** Those that have limits. @param ancestors as the row has them */
export async function budgetsOfAncestors(db: Kysely<Schema>, ancestors: string): Promise<readonly KeyBudget[]> {
  if (ancestors === "[]") return [];
  const rows = await db
    .selectFrom("api_keys")
    .selectAll()
    .where("id", "in", JSON.parse(ancestors) as string[])
    .orderBy("created_at_ms")
    .execute();
  const budgets = rows
    .map((row) => ({ id: row.budget_id ?? row.id, keyId: row.id, limits: boundsOf(row).limits }))
    .filter(({ limits }) => Object.values(limits).some((limit) => limit !== null));
  // A key and its successor are one: the newer one's limits hold.
  return [...new Map(budgets.map((budget) => [budget.id, budget])).values()];
}

/** The keys whose requests a budget counts: its own, those of its successors, and those of all that came of them. */
export async function keysOfBudget({ db }: Pick<Store, "db">, id: string): Promise<readonly string[]> {
  const first = await db.selectFrom("api_keys").select("account_id").where("id", "=", id).executeTakeFirst();
  if (!first) return [id];
  const rows = await db
    .selectFrom("api_keys")
    .select(["id", "budget_id", "ancestors"])
    .where("account_id", "=", first.account_id)
    .execute();
  const own = new Set(rows.filter((row) => row.id === id || row.budget_id === id).map((row) => row.id));
  const counts = rows.filter((row) => own.has(row.id) || ancestorsOf(row).some((ancestor) => own.has(ancestor)));
  return [...new Set([id, ...counts.map((row) => row.id)])];
}
