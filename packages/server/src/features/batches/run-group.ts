import type { Kysely } from "kysely";
import type { Caller } from "../../accounts/access/access.ts";
import { callerOfKey } from "../../accounts/keys/callers.ts";
import type { NotifyMonthReached } from "../../accounts/limits/limit-notice.ts";
import type { CallerLimits } from "../../accounts/limits/caller-limits.ts";
import type { Plan } from "../../accounts/access/plans.ts";
import { addToRows, sortedRows } from "../../accounts/usage/rows.ts";
import type { UsageRow } from "../../accounts/usage/rows.ts";
import { addRows } from "../../accounts/usage/writes.ts";
import { deadLetterName } from "@selfsame/platform/queue/kinds";
import type { ClaimedJob } from "@selfsame/platform/queue/queue";
import type { Answered } from "@selfsame/platform/queue/targets";
import type { DoJob, JobHandler } from "@selfsame/platform/queue/workers";
import { openPhotos } from "@selfsame/platform/secrets/sealed-address";
import type { Schema } from "@selfsame/platform/store/schema";
import type { BatchRow } from "./batch.ts";
import { type CompareDeps, type Postponed, compareItem, compareWithTemplate } from "./compare-item.ts";
import type { ItemResult } from "./item-result.ts";
import { templateOfItem } from "./item-template.ts";
import { type BatchDeps, groupJob, groupsOf } from "./create-batch.ts";
import { endBatch } from "./end-batch.ts";
import { hashing, type ItemProof, photosOf, verdictOfItem } from "./item-verdict.ts";
import type { Receipts } from "../receipts/receipt.ts";

export interface GroupDeps extends BatchDeps {
  readonly compare: CompareDeps;
  readonly receipts: Receipts;
  readonly limits: Pick<CallerLimits, "takeOfMonth" | "refundMonth">;
  readonly planOf: (caller: Caller) => Plan;
  readonly monthReached: NotifyMonthReached;
  /** Concurrent groups on this node. */
  readonly concurrency: number;
}

/** After this time a group postpones its remaining items to another turn. Half of its lease. */
export const groupMs = 60_000;
/** A group that did not finish in its turn is placed this many groups further back. */
const groupsAhead = 10;
/** A slower group marks its account's photos as slow to load. */
const quickMs = 10_000;
/** How often a host may ask to retry later before its photos count as unavailable. */
const triesMax = 5;

export function batchHandlers(deps: GroupDeps): readonly JobHandler[] {
  return [
    { name: groupJob, concurrency: deps.concurrency, shares: { leavesRoom: true }, run: runGroup(deps) },
    { name: deadLetterName(groupJob), concurrency: 1, run: divideOrGiveUp(deps) },
  ];
}

interface Item {
  readonly position: number;
  readonly item_id: string;
  readonly reference_urls: string;
  readonly selfie_url: string;
  readonly tries: number;
}

interface Ready {
  readonly position: number;
  readonly item_id: string;
  readonly result: ItemResult;
  readonly durationMs: number;
  /** For the receipt, if the batch comes with receipts. */
  readonly proof?: ItemProof | undefined;
}

interface WorkedOn {
  readonly batch: BatchRow;
  readonly caller: Caller;
  readonly items: readonly Item[];
  /** One for each item, in their order. */
  readonly outcomes: readonly (Ready | Postponed)[];
  readonly answered: Answered;
}

const runGroup =
  (deps: GroupDeps): DoJob =>
  async (job, stopping) => {
    const { store, now } = deps;
    const found = await store.run(() => findWork(store.db, job));
    if (!found) return settle(deps, job);
    const { batch, items } = found;
    const caller = await store.run(() => callerOfKey(store, batch.key_id, now()));
    if (!caller) return settle(deps, job, (db) => endForRevokedKey(deps, db, batch));
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(groupMs)]);
    const begunMs = performance.now();
    const plan = deps.planOf(caller);
    const { taken, monthUsedUp } = await deps.limits.takeOfMonth(caller, plan, items.length);
    let used = 0;
    try {
      if (monthUsedUp) await deps.monthReached(caller, plan);
      const outcomes = await Promise.all(
        items.map(async (item, index) =>
          index < taken ? runItem(deps, batch, item, caller, signal) : overQuota(item),
        ),
      );
      const answered = performance.now() - begunMs > quickMs ? "slow" : "quick";
      const stored = await keep(deps, job, { batch, caller, items, outcomes, answered });
      if (stored) used = outcomes.slice(0, taken).filter((outcome) => "result" in outcome).length;
    } finally {
      await deps.limits.refundMonth(caller, plan, taken - used);
    }
  };

async function endForRevokedKey({ events, now }: GroupDeps, db: Kysely<Schema>, { id }: BatchRow): Promise<undefined> {
  await endBatch(db, events, id, { status: "cancelled", reason: "key_revoked" }, now());
}

/** The group's items without a result; undefined if nothing is left to do. */
async function findWork(db: Kysely<Schema>, { data }: ClaimedJob) {
  const id = String(data["batch"]);
  const batch = await db
    .selectFrom("batches")
    .selectAll()
    .where("id", "=", id)
    .where("status", "in", ["queued", "running"])
    .executeTakeFirst();
  if (!batch) return undefined;
  const items = await db
    .selectFrom("batch_items")
    .select(["position", "item_id", "reference_urls", "selfie_url", "tries"])
    .where("batch_id", "=", id)
    .where("position", ">=", Number(data["from"]))
    .where("position", "<", Number(data["to"]))
    .where("result", "is", null)
    .orderBy("position")
    .execute();
  return items.length > 0 ? { batch, items } : undefined;
}

const overQuota = ({ position, item_id }: Item): Ready => ({
  position,
  item_id,
  result: { status: "failed", code: "quota_exceeded", param: null },
  durationMs: 0,
});

async function runItem(
  deps: GroupDeps,
  batch: BatchRow,
  item: Item,
  caller: Caller,
  signal: AbortSignal,
): Promise<Ready | Postponed> {
  const { accountId, allowedDomains } = caller;
  const sinceMs = performance.now();
  const urls = openPhotos(deps.webhooks, item);
  // Sealed with another SELFSAME_SECRET_KEY.
  if (!urls) return readyOf(item, { status: "failed", code: "download_failed", param: null }, sinceMs);
  try {
    const context = { accountId, allowedDomains, priority: "batch", signal } as const;
    const template = await templateOfItem(deps, accountId, urls.references);
    if (template && "code" in template) {
      return readyOf(item, { status: "failed", code: template.code, param: "reference_template" }, sinceMs);
    }
    const brought = new Map<string, string[]>();
    const compare =
      batch.receipt === 1 ? { ...deps.compare, download: hashing(deps.compare.download, brought) } : deps.compare;
    const outcome = template
      ? await compareWithTemplate(compare, template, urls.selfie, batch.threshold, context)
      : await compareItem(compare, urls, batch.threshold, context);
    const model = template?.model ?? deps.compare.comparison.model;
    const proof = batch.receipt === 1 ? { model, photos: photosOf(urls, brought) } : undefined;
    if (outcome.status !== "postponed") return { ...readyOf(item, outcome, sinceMs), proof };
    if (item.tries + 1 < triesMax) return outcome;
    return readyOf(item, { status: "failed", code: "download_failed", param: null }, sinceMs);
  } catch (error) {
    // Time is up, or the service stops: this item gets another turn.
    if (signal.aborted) return { status: "postponed", afterMs: 0 };
    throw error;
  }
}

const readyOf = ({ position, item_id }: Item, result: ItemResult, sinceMs: number): Ready => ({
  position,
  item_id,
  result,
  durationMs: performance.now() - sinceMs,
});

/** Stores results, usage, progress and the end of the job in one transaction: otherwise the group is done again. @returns false if the batch has ended */
async function keep(
  deps: GroupDeps,
  job: ClaimedJob,
  { batch, caller, items, outcomes, answered }: WorkedOn,
): Promise<boolean> {
  const ready = outcomes.filter((outcome) => "result" in outcome);
  const waitsMs = outcomes.flatMap((outcome) => ("afterMs" in outcome ? outcome.afterMs : []));
  const stored = await settle(
    deps,
    job,
    (db) => keepReady(deps, db, batch, caller, ready),
    async (db) => {
      await deps.queue.note(db, job, answered);
      if (waitsMs.length === 0) return undefined;
      const late = items.filter((_, index) => {
        const outcome = outcomes[index];
        return outcome && "afterMs" in outcome && outcome.afterMs > 0;
      });
      await addTries(db, batch.id, late);
      return Math.max(...waitsMs);
    },
  );
  return stored === true;
}

/** @returns whether the batch still accepts results */
async function keepReady(
  deps: GroupDeps,
  db: Kysely<Schema>,
  { id }: BatchRow,
  caller: Caller,
  ready: readonly Ready[],
): Promise<boolean> {
  const failed = ready.filter(({ result }) => result.status === "failed").length;
  // The start of the first item, not its end: the estimate is computed from it.
  const begunMs = Math.floor(deps.now() - Math.max(0, ...ready.map(({ durationMs }) => durationMs)));
  // Locks the batch: nodes store results one after the other, and none after its end.
  const batch = await db
    .updateTable("batches")
    .set((eb) => ({
      status: "running",
      done: eb("done", "+", ready.length - failed),
      failed: eb("failed", "+", failed),
      started_at_ms: eb.fn.coalesce("started_at_ms", eb.val(begunMs)),
    }))
    .where("id", "=", id)
    .where("status", "in", ["queued", "running"])
    .returningAll()
    .executeTakeFirst();
  if (!batch) return false;
  const rows = new Map<string, UsageRow>();
  for (const item of ready) {
    const { position, result, durationMs } = item;
    await db
      .updateTable("batch_items")
      .set({ result: JSON.stringify(await withReceipt(deps, db, batch, item)), reference_urls: "[]", selfie_url: "" })
      .where("batch_id", "=", id)
      .where("position", "=", position)
      .execute();
    const outcome = result.status === "failed" ? result.code : result.match ? "match" : "no_match";
    addToRows(rows, { caller, endpoint: "v3.batch_item", outcome, durationMs }, deps.now());
  }
  if (rows.size > 0) await addRows(db, sortedRows(rows));
  if (batch.done + batch.failed === batch.total) {
    await endBatch(db, deps.events, id, { status: "completed" }, deps.now());
  }
  return true;
}

async function withReceipt(
  { receipts }: GroupDeps,
  db: Kysely<Schema>,
  batch: BatchRow,
  item: Ready,
): Promise<ItemResult> {
  const { result, proof } = item;
  if (!proof || result.status !== "done") return result;
  return { ...result, receipt: await receipts.sign(db, verdictOfItem(batch, item, result, proof)) };
}

async function addTries(db: Kysely<Schema>, batchId: string, items: readonly Item[]): Promise<void> {
  for (const { position, tries } of items) {
    await db
      .updateTable("batch_items")
      .set({ tries: tries + 1 })
      .where("batch_id", "=", batchId)
      .where("position", "=", position)
      .execute();
  }
}

/** @param again delay of the rest of the job, or undefined if nothing is left @returns the result of `work` */
function settle<T>(
  { store, queue }: GroupDeps,
  job: ClaimedJob,
  work: (db: Kysely<Schema>) => Promise<T | undefined> = async () => undefined,
  again: (db: Kysely<Schema>) => Promise<number | undefined> = async () => undefined,
): Promise<T | undefined> {
  return store.run(() =>
    store.db.transaction().execute(async (db) => {
      const done = await work(db);
      const afterMs = await again(db);
      await queue.settle(db, job, { outcome: "done" });
      // A job of its own: waiting for a host is no failure, and must not use up attempts.
      if (afterMs !== undefined) {
        const { name, data, account, target, priority } = job;
        // After the account's next groups: their photos may load quickly.
        await queue.enqueue(db, [{ name, data, account, target, priority: priority - groupsAhead, afterMs }]);
      }
      return done;
    }),
  );
}

/** For a group that crashed its node each time: tries its items one by one to find the cause, which is then given up. */
const divideOrGiveUp =
  (deps: GroupDeps): DoJob =>
  async (job) => {
    const { store, queue, now } = deps;
    const [from, to] = [Number(job.data["from"]), Number(job.data["to"])];
    const found = await store.run(() => findWork(store.db, job));
    const caller = found && (await store.run(() => callerOfKey(store, found.batch.key_id, now())));
    await settle(deps, job, async (db) => {
      if (!found) return undefined;
      if (!caller) return endForRevokedKey(deps, db, found.batch);
      if (to - from > 1) return queue.enqueue(db, groupsOf(found.batch, from, to, 1));
      const result = { status: "failed", code: "internal_error", param: null } as const;
      await keepReady(deps, db, found.batch, caller, [{ position: from, item_id: "", result, durationMs: 0 }]);
      return undefined;
    });
  };
