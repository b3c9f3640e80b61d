import { SpanKind } from "@opentelemetry/api";
import type { Kysely } from "kysely";
import { eventBody } from "../events/events.ts";
import type { ClaimedJob } from "../queue/queue.ts";
import type { DoJob, JobHandler } from "../queue/workers.ts";
import { deadLetterName } from "../queue/kinds.ts";
import type { Log } from "../store/log.ts";
import type { Schema } from "../store/schema.ts";
import type { Seal } from "../secrets/seal.ts";
import { carriedTrace, inSpan, setError } from "../tracing/spans.ts";
import { type WebhookDeps, openSecret } from "./endpoints.ts";
import { deliveryJob } from "./outbox.ts";
import type { Post } from "./post.ts";
import { signatureHeaders } from "./sign.ts";
import { noteAttempt } from "./note-attempt.ts";

export interface DeliverDeps extends Pick<WebhookDeps, "store" | "queue" | "seal" | "now"> {
  readonly post: Post;
  readonly log: Log;
  readonly random?: () => number;
}

/** Sends what is due, and gives up what had all its claims: a delivery that takes its node down each time. */
export function deliveryHandlers(deps: DeliverDeps): readonly JobHandler[] {
  return [
    { name: deliveryJob, concurrency: 16, run: deliver(deps) },
    { name: deadLetterName(deliveryJob), concurrency: 1, run: giveUp(deps) },
  ];
}

const deliver =
  ({ store, queue, seal, post, log, now, random = Math.random }: DeliverDeps): DoJob =>
  async (job) => {
    const delivery = await store.run(() => findDelivery(store.db, job));
    const finish = (work: (db: Kysely<Schema>) => Promise<number | undefined>) =>
      store.run(() =>
        store.db.transaction().execute(async (db) => {
          const afterMs = await work(db);
          await queue.settle(db, job, afterMs === undefined ? { outcome: "done" } : { outcome: "retry", afterMs });
        }),
      );
    // Deleted with its endpoint or its event; or sent already, and only its job was lost.
    if (!delivery || delivery.status !== "pending") return finish(async () => undefined);
    if (delivery.disabled_at_ms !== null || delivery.closed_at_ms !== null) {
      return finish(async (db) => {
        await markFailed(db, delivery.id, "endpoint_disabled");
        return undefined;
      });
    }
    const atMs = now();
    const secrets = secretsOf(seal, delivery, atMs);
    if (secrets.length === 0) {
      // SELFSAME_SECRET_KEY is another than the one it was sealed under. Unsigned, nobody would believe it.
      return finish(async (db) => {
        await markFailed(db, delivery.id, "secret_lost");
        return undefined;
      });
    }
    const body = JSON.stringify(eventBody(delivery));
    const headers = signatureHeaders({ id: delivery.event_id, atMs, body }, secrets);
    const posted = await inSpan("webhook", { kind: SpanKind.CLIENT }, async (span) => {
      const answer = await post.send(delivery.url, { ...headers, ...carriedTrace() }, body);
      if (answer.outcome === "answered") span.setAttribute("http.response.status_code", answer.status);
      else setError(span, answer.outcome);
      return answer;
    });
    const attempt = { delivery, posted, atMs, durationMs: now() - atMs };
    return finish((db) => noteAttempt(db, attempt, log, random));
  };

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
    .select(["event.type", "event.data", "event.created_at_ms", "account.closed_at_ms"])
    .where("delivery.id", "=", String(job.data["delivery"]))
    .executeTakeFirst();
}

async function markFailed(db: Kysely<Schema>, id: string, problem: string): Promise<void> {
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
