import type { Kysely, Selectable } from "kysely";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { newId } from "@selfsame/platform/ids/ids";
import type { EventType } from "@selfsame/platform/events/event-types";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema, WebhookEndpointsTable } from "@selfsame/platform/store/schema";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { type Addresses, closeAddress, openAddress } from "@selfsame/platform/secrets/sealed-address";
import type { Store } from "@selfsame/platform/store/store";
import type { Queue } from "@selfsame/platform/queue/queue";
import type { Post } from "./post.ts";
import { newWebhookSecret } from "./sign.ts";

const purpose = "webhook endpoint";

const sealed = (seal: Seal, secret: string): string => seal.close(purpose, Buffer.from(secret));

/** @returns undefined if sealed with another key */
export const openSecret = (seal: Seal, text: string): string | undefined => seal.open(purpose, text)?.toString();

const endpointsMax = 20;
/** Live endpoints and test endpoints are counted separately. */
const perHostMax = 5;

/** An endpoint without its secret. */
export interface WebhookEndpoint {
  readonly id: string;
  /** Empty if sealed with another key. */
  readonly url: string;
  /** Empty: all types, including those of later versions. */
  readonly types: readonly EventType[];
  /** Receives events of test keys only. */
  readonly test: boolean;
  readonly status: "active" | "disabled";
  /** `gone`: it answered 410. `failing`: every attempt of five days failed. Null if a user disabled it. */
  readonly disabledReason: "gone" | "failing" | null;
  readonly failingSinceMs: number | null;
  /** First 2xx answer; before that it gets only a few deliveries. */
  readonly verifiedAtMs: number | null;
  readonly createdAtMs: number;
}

export interface MadeEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/** `seal` also seals secrets: they are needed for signing, so they cannot be stored as hashes. */
export interface WebhookDeps extends Addresses {
  readonly store: Store;
  readonly queue: Queue;
  readonly post: Pick<Post, "mayTell">;
  readonly now: () => number;
}

export interface NewEndpoint {
  readonly url: string;
  readonly types: readonly EventType[];
  readonly test?: boolean;
}

/** @param onlyFor the batch whose callback it is */
export async function insertEndpoint(
  db: Kysely<Schema>,
  deps: Pick<WebhookDeps, "seal" | "mayClose" | "now">,
  accountId: string,
  { url, types, test = false }: NewEndpoint,
  onlyFor: string | null = null,
): Promise<MadeEndpoint> {
  const { seal, now } = deps;
  const secret = newWebhookSecret();
  const row = await db
    .insertInto("webhook_endpoints")
    .values({
      id: newId("we"),
      account_id: accountId,
      url: closeAddress(deps, url),
      types: JSON.stringify(types),
      only_for: onlyFor,
      test: Number(test),
      secret: sealed(seal, secret),
      created_at_ms: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { endpoint: toEndpoint(seal, row), secret };
}

/** @param also further work in this transaction @returns undefined if the account has too many, in total or on this host */
export function createEndpoint(
  deps: Omit<WebhookDeps, "queue">,
  by: Actor,
  accountId: string,
  endpoint: NewEndpoint,
  also: (db: Kysely<Schema>, made: MadeEndpoint) => Promise<void> = async () => {},
): Promise<MadeEndpoint | undefined> {
  const { store, now } = deps;
  return underLock(store.db, store.kind, async (db) => {
    const others = await listEndpoints(db, deps.seal, accountId);
    if (others.length >= endpointsMax) return undefined;
    if (others.filter((other) => isBeside(endpoint, other)).length >= perHostMax) return undefined;
    const made = await insertEndpoint(db, deps, accountId, endpoint);
    await writeAudit(db, now(), by, "webhook_endpoint_created", accountId, made.endpoint.id);
    await also(db, made);
    return made;
  });
}

const isBeside = ({ url, test = false }: NewEndpoint, other: WebhookEndpoint): boolean =>
  other.test === test && URL.parse(other.url)?.hostname === URL.parse(url)?.hostname;

export async function listEndpoints(db: Kysely<Schema>, seal: Seal, accountId: string): Promise<WebhookEndpoint[]> {
  const rows = await ownRows(db, accountId).orderBy("created_at_ms").orderBy("id").execute();
  return rows.map((row) => toEndpoint(seal, row));
}

/** @returns undefined also for another account's endpoint */
export async function findEndpoint(
  db: Kysely<Schema>,
  seal: Seal,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const row = await findRow(db, accountId, id);
  return row && toEndpoint(seal, row);
}

/** The stored row. @returns undefined also for another account's endpoint */
export function findRow(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
): Promise<Selectable<WebhookEndpointsTable> | undefined> {
  return ownRows(db, accountId).where("id", "=", id).executeTakeFirst();
}

function ownRows(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("only_for", "is", null);
}

/** For repeating the answer to the request that created it. */
export async function readEndpointSecrets(
  { store, seal }: Pick<WebhookDeps, "store" | "seal">,
  id: string,
): Promise<{ readonly url: string; readonly secret: string } | undefined> {
  const row = await store.db
    .selectFrom("webhook_endpoints")
    .select(["url", "secret"])
    .where("id", "=", id)
    .executeTakeFirst();
  const url = row && openAddress({ seal }, row.url);
  const secret = row && openSecret(seal, row.secret);
  return url === undefined || secret === undefined ? undefined : { url, secret };
}

/** Creates a new secret; for a while the old one also signs, so that receivers can change over. */
export function rotateEndpoint(
  { store, seal, now }: Pick<WebhookDeps, "store" | "seal" | "now">,
  by: Actor,
  accountId: string,
  id: string,
  overlapSeconds: number,
): Promise<MadeEndpoint | undefined> {
  return underLock(store.db, store.kind, async (db) => {
    const before = await findRow(db, accountId, id);
    if (!before) return undefined;
    const secret = newWebhookSecret();
    const row = await db
      .updateTable("webhook_endpoints")
      .set({
        secret: sealed(seal, secret),
        old_secret: overlapSeconds > 0 ? before.secret : null,
        old_secret_until_ms: overlapSeconds > 0 ? now() + overlapSeconds * 1000 : null,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(db, now(), by, "webhook_endpoint_rotated", accountId, id);
    return { endpoint: toEndpoint(seal, row), secret };
  });
}

export interface EndpointChange {
  readonly url?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
}

export type ChangedEndpoint =
  | { readonly outcome: "changed"; readonly endpoint: WebhookEndpoint }
  | { readonly outcome: "not_found" | "too_many" };

/** Another address is another receiver: it must answer 2xx before it is trusted, and counts for its host. */
export function changeEndpoint(
  deps: Omit<WebhookDeps, "queue">,
  by: Actor,
  accountId: string,
  id: string,
  { url, types }: EndpointChange,
): Promise<ChangedEndpoint> {
  const { store, seal, now } = deps;
  return underLock(store.db, store.kind, async (db) => {
    const all = await listEndpoints(db, seal, accountId);
    const before = all.find((endpoint) => endpoint.id === id);
    if (!before) return { outcome: "not_found" };
    const isMoved = url !== undefined && url !== before.url;
    const beside = isMoved ? all.filter((one) => one.id !== id && isBeside({ ...before, url }, one)) : [];
    if (beside.length >= perHostMax) return { outcome: "too_many" };
    const changes = {
      ...(types && { types: JSON.stringify(types) }),
      ...(isMoved && {
        url: closeAddress(deps, url),
        verified_at_ms: null,
        posts_unverified: 0,
        posted_at_ms: null,
        failing_since_ms: null,
      }),
    };
    if (Object.keys(changes).length === 0) return { outcome: "changed", endpoint: before };
    const row = await db
      .updateTable("webhook_endpoints")
      .set(changes)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(db, now(), by, "webhook_endpoint_changed", accountId, id);
    return { outcome: "changed", endpoint: toEndpoint(seal, row) };
  });
}

/** Stops all deliveries, pending ones included, until it is enabled again. @returns undefined also for another account's endpoint */
export const disableEndpoint = (deps: SwitchDeps, by: Actor, accountId: string, id: string) =>
  switchEndpoint(deps, by, accountId, id, "disabled");

/** Enables a disabled endpoint; what failed meanwhile is not sent. @returns undefined also for another account's endpoint */
export const enableEndpoint = (deps: SwitchDeps, by: Actor, accountId: string, id: string) =>
  switchEndpoint(deps, by, accountId, id, "active");

type SwitchDeps = Pick<WebhookDeps, "store" | "seal" | "now">;

function switchEndpoint(
  { store, seal, now }: SwitchDeps,
  by: Actor,
  accountId: string,
  id: string,
  to: WebhookEndpoint["status"],
): Promise<WebhookEndpoint | undefined> {
  return underLock(store.db, store.kind, async (db) => {
    const before = await findEndpoint(db, seal, accountId, id);
    if (!before || before.status === to) return before;
    const row = await db
      .updateTable("webhook_endpoints")
      .set(
        to === "disabled"
          ? { disabled_at_ms: now(), disabled_reason: null }
          : { disabled_at_ms: null, disabled_reason: null, failing_since_ms: null },
      )
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const action = to === "disabled" ? "webhook_endpoint_disabled" : "webhook_endpoint_enabled";
    await writeAudit(db, now(), by, action, accountId, id);
    return toEndpoint(seal, row);
  });
}

/** Deletes it with its deliveries. @returns whether it existed */
export function removeEndpoint(
  { store, now }: Pick<WebhookDeps, "store" | "now">,
  by: Actor,
  accountId: string,
  id: string,
): Promise<boolean> {
  return underLock(store.db, store.kind, async (db) => {
    if (!(await findRow(db, accountId, id))) return false;
    await db.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
    await writeAudit(db, now(), by, "webhook_endpoint_removed", accountId, id);
    return true;
  });
}

function toEndpoint(seal: Seal, row: Selectable<WebhookEndpointsTable>): WebhookEndpoint {
  return {
    id: row.id,
    url: openAddress({ seal }, row.url) ?? "",
    types: JSON.parse(row.types) as EventType[],
    test: row.test === 1,
    status: row.disabled_at_ms === null ? "active" : "disabled",
    disabledReason: row.disabled_reason,
    failingSinceMs: row.failing_since_ms,
    verifiedAtMs: row.verified_at_ms,
    createdAtMs: row.created_at_ms,
  };
}
