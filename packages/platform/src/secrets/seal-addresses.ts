import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Log } from "../store/log.ts";
import { StoreUnavailable } from "../store/outage.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import type { Seal } from "./seal.ts";
import { closeAddress, closePhotos } from "./sealed-address.ts";

export interface SealAddressesDeps {
  readonly store: Store;
  readonly seal: Seal;
  readonly log: Log;
  /** Version of this node. */
  readonly version: string;
  readonly now?: () => number;
  readonly everyMs?: number;
}

export interface AddressSealing {
  /** Whether every node of the database can open sealed addresses, so that this one may write them. */
  readonly mayClose: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Nodes report every 15 seconds. */
const silentMs = 120_000;
const atOnce = 200;

/**
 * Seals addresses that were stored before sealing existed, once no node of another version uses the store: an older one could not open them. Resumes at
 * the next start.
 */
export async function sealAddresses(deps: SealAddressesDeps): Promise<AddressSealing> {
  const { log, everyMs = 30_000 } = deps;
  let isAlone = !(await hasOtherVersion(deps));
  let stopped = false;
  const step = async () => {
    try {
      isAlone ||= !(await hasOtherVersion(deps));
      if (isAlone && (await sealAll(deps, () => stopped))) clearInterval(timer);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) log.error({ err: error }, "addresses could not be sealed");
    }
  };
  const timer = setInterval(() => {
    working = working.then(step);
  }, everyMs).unref();
  let working = step();
  return {
    mayClose: () => isAlone,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await working;
    },
  };
}

/** @returns whether the store is used by a node that may not know sealed addresses */
export async function hasOtherVersion({
  store,
  version,
  now = Date.now,
}: Pick<SealAddressesDeps, "store" | "version" | "now">): Promise<boolean> {
  // The embedded database has one node, and the command line has its version.
  if (store.kind === "sqlite") return false;
  const other = await store.run(() =>
    store.db
      .selectFrom("nodes")
      .select("id")
      .where("version", "!=", version)
      .where("seen_at_ms", ">", now() - silentMs)
      .limit(1)
      .executeTakeFirst(),
  );
  return other !== undefined;
}

/** @returns whether it finished */
async function sealAll({ store, seal }: SealAddressesDeps, stopped: () => boolean): Promise<boolean> {
  for (const sealSome of [sealEndpoints, sealItems]) {
    for (let some = atOnce; some === atOnce;) {
      if (stopped()) return false;
      some = await store.run(() => store.db.transaction().execute((db) => sealSome(db, seal)));
    }
  }
  return true;
}

/** Neither sealed nor removed. */
const isPlain = (column: string) => sql<boolean>`${sql.ref(column)} NOT LIKE 'v1.%' AND ${sql.ref(column)} <> ''`;

/** @returns the number of sealed addresses */
async function sealEndpoints(db: Kysely<Schema>, seal: Seal): Promise<number> {
  const plain = await db
    .selectFrom("webhook_endpoints")
    .select(["id", "url"])
    .where(isPlain("url"))
    .limit(atOnce)
    .execute();
  for (const { id, url } of plain) {
    await db
      .updateTable("webhook_endpoints")
      .set({ url: closeAddress({ seal }, url) })
      .where("id", "=", id)
      .where("url", "=", url)
      .execute();
  }
  return plain.length;
}

/** Addresses of running batches: finished ones have none. @returns the number of sealed addresses */
async function sealItems(db: Kysely<Schema>, seal: Seal): Promise<number> {
  const plain = await db
    .selectFrom("batch_items")
    .select(["batch_id", "position", "reference_urls", "selfie_url"])
    .where("batch_id", "in", (open) =>
      open.selectFrom("batches").select("id").where("status", "in", ["queued", "running"]),
    )
    .where(isPlain("selfie_url"))
    .limit(atOnce)
    .execute();
  for (const { batch_id, position, reference_urls, selfie_url } of plain) {
    await db
      .updateTable("batch_items")
      .set(closePhotos({ seal }, { references: JSON.parse(reference_urls) as string[], selfie: selfie_url }))
      .where("batch_id", "=", batch_id)
      .where("position", "=", position)
      // It may have its result by now, and no address any more.
      .where("selfie_url", "=", selfie_url)
      .execute();
  }
  return plain.length;
}
