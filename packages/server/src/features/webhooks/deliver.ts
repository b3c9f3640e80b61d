import type { Kysely } from "kysely";
import { eventBody } from "@selfsame/platform/events/events";
import type { ClaimedJob } from "@selfsame/platform/queue/queue";
import type { DoJob, JobHandler } from "@selfsame/platform/queue/workers";
import type { Answered } from "@selfsame/platform/queue/targets";
import { deadLetterName } from "@selfsame/platform/queue/kinds";
import type { Log } from "@selfsame/platform/store/log";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { openAddress } from "@selfsame/platform/secrets/sealed-address";
import { carriedTrace, inSpan, setError, SpanKind } from "@selfsame/platform/tracing/spans";
import { type WebhookDeps, openSecret } from "./endpoints.ts";
import { deliveryJob } from "@selfsame/platform/events/outbox";
import { type Pace, createPace } from "./pace.ts";
import { type Post, postHeaders } from "./post.ts";
import type { DeliveryProblem } from "./problems.ts";
import { signatureHeaders } from "./sign.ts";
import { type Attempt, isDelivered, noteAttempt } from "./note-attempt.ts";
import { createTrim } from "./trim.ts";
import { noteVerified, takePost } from "./trust.ts";

export interface DeliverDeps extends Pick<WebhookDeps, "store" | "queue" | "seal" | "now"> {
  readonly post: Post;
  readonly log: Log;
  readonly pace?: Pace;
  readonly random?: () => number;
}

/** Sends due deliveries, and gives up those that used all claims because they crash their node. */
export function deliveryHandlers(deps: DeliverDeps): readonly JobHandler[] {
  return [
    { name: deliveryJob, concurrency: 32, shares: { leavesRoom: true, targetMax: 2 }, run: deliver(deps) },
    { name: deadLetterName(deliveryJob), concurrency: 1, run: giveUp(deps) },
  ];
}

function deliver(deps: DeliverDeps): DoJob {
  const { store, log, pace = createPace() } = deps;
  const trim = createTrim(store, log);
  return async (job) => {
    const delivery = await store.run(() => findDelivery(store.db, job));
    await deliverOnce({ ...deps, pace }, job, delivery);
    if (delivery) await trim.tried(delivery);
  };
}

async function deliverOnce(
  { store, queue, seal, post, pace, log, now, random = Math.random }: DeliverDeps & { readonly pace: Pace },
  job: ClaimedJob,
  delivery: Delivery | undefined,
): Promise<void> {
  const finish = (work: (db: Kysely<Schema>) => Promise<number | undefined>) =>
    store.run(() =>
      store.db.transaction().execute(async (db) => {
        const afterMs = await work(db);
        await queue.settle(db, job, afterMs === undefined ? { outcome: "done" } : { outcome: "retry", afterMs });
      }),
    );
  const fail = (id: string, problem: DeliveryProblem) =>
    finish(async (db) => {
      await markFailed(db, id, problem);
      return undefined;
    });
  // Deleted with its endpoint or event; or already sent, and only its job was lost.
  if (!delivery || delivery.status !== "pending") return finish(async () => undefined);
  const { id, account_id: accountId, attempts } = delivery;
  const isTest = delivery.test === 1;
  if (delivery.disabled_at_ms !== null || delivery.closed_at_ms !== null) return fail(id, "endpoint_disabled");
  const atMs = now();
  const secrets = secretsOf(seal, delivery, atMs);
  const url = openAddress({ seal }, delivery.url);
  // Sealed with another SELFSAME_SECRET_KEY. Receivers would reject an unsigned delivery.
  if (secrets.length === 0 || url === undefined) return fail(id, "secret_lost");
  const waitMs = await pace.take(accountId, isTest);
  if (waitMs > 0) {
    if (isTest) return fail(id, "rate_limited");
    return store.run(() => store.db.transaction().execute((db) => postpone({ queue }, db, job, id, atMs, waitMs)));
  }
  if (!(await store.run(() => takePost(store.db, delivery, atMs)))) {
    // An earlier post to it may be answered any moment.
    if (isTest && attempts > 0) return fail(id, "endpoint_unverified");
    const posted = { outcome: "endpoint_unverified", detail: "" } as const;
    return finish((db) => noteAttempt(db, { delivery, posted, sent: null, atMs, durationMs: 0 }, log, random));
  }
  const body = JSON.stringify(eventBody(delivery));
  const signature = signatureHeaders({ id: delivery.event_id, atMs, body }, secrets);
  let headers: Readonly<Record<string, string>> = signature;
  const posted = await inSpan("webhook", { kind: SpanKind.CLIENT }, async (span) => {
    headers = { ...signature, ...carriedTrace() };
    const answer = await post.send(url, headers, body, accountId);
    if (answer.outcome === "answered") span.setAttribute("http.response.status_code", answer.status);
    else setError(span, answer.outcome);
    return answer;
  });
  const sent = { ...postHeaders, ...headers };
  const attempt = { delivery, posted, sent, atMs, durationMs: now() - atMs };
  return finish(async (db) => {
    if (isDelivered(posted)) await noteVerified(db, delivery, atMs);
    const afterMs = await noteAttempt(db, attempt, log, random);
    await queue.note(db, job, answeredHow(attempt));
    return afterMs;
  });
}

/** A job of its own: waiting for its turn is no failure, and must not use up attempts. */
async function postpone(
  { queue }: Pick<DeliverDeps, "queue">,
  db: Kysely<Schema>,
  job: ClaimedJob,
  id: string,
  atMs: number,
  afterMs: number,
): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ problem: "rate_limited" satisfies DeliveryProblem, next_attempt_at_ms: atMs + afterMs })
    .where("id", "=", id)
    .execute();
  await queue.settle(db, job, { outcome: "done" });
  const { name, data, account, target, priority } = job;
  await queue.enqueue(db, [{ name, data, account, target, priority, afterMs }]);
}

/** Longest delivery of an endpoint that counts as quick. */
const quickMs = 2000;

const answeredHow = ({ posted, durationMs }: Attempt): Answered =>
  posted.outcome === "timeout" ? "silent" : durationMs > quickMs ? "slow" : "quick";

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

function secretsOf(seal: Seal, { secret, old_secret, old_secret_until_ms }: Delivery, atMs: number): readonly string[] {
  const kept = [secret, ...(old_secret !== null && (old_secret_until_ms ?? 0) > atMs ? [old_secret] : [])];
  return kept.map((text) => openSecret(seal, text)).filter((opened) => opened !== undefined);
}

function findDelivery(db: Kysely<Schema>, job: ClaimedJob) {
  return db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .innerJoin("events as event", "event.id", "delivery.event_id")
    .innerJoin("accounts as account", "account.id", "endpoint.account_id")
    .select(["delivery.id", "delivery.status", "delivery.attempts", "delivery.endpoint_id", "delivery.event_id"])
    .select(["endpoint.account_id", "endpoint.url", "endpoint.secret", "endpoint.old_secret"])
    .select(["endpoint.old_secret_until_ms", "endpoint.disabled_at_ms"])
    .select(["endpoint.test", "endpoint.verified_at_ms"])
    .select(["event.type", "event.data", "event.created_at_ms", "account.closed_at_ms"])
    .where("delivery.id", "=", String(job.data["delivery"]))
    .executeTakeFirst();
}

async function markFailed(db: Kysely<Schema>, id: string, problem: DeliveryProblem): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ status: "failed", problem, next_attempt_at_ms: null })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

const giveUp =
  ({ store, queue }: DeliverDeps): DoJob =>
  (job) =>
    store.run(() =>
      store.db.transaction().execute(async (db) => {
        await markFailed(db, String(job.data["delivery"]), "given_up");
        await queue.settle(db, job, { outcome: "done" });
      }),
    );
