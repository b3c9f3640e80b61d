import { deadLetterName, jobKinds } from "@selfsame/platform/queue/kinds";
import type { ClaimedJob, Queue, Settlement } from "@selfsame/platform/queue/queue";
import { backoffMs } from "@selfsame/platform/queue/workers";
import type { DoJob, JobHandler } from "@selfsame/platform/queue/workers";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Log } from "@selfsame/platform/store/log";
import type { Store } from "@selfsame/platform/store/store";
import { compose } from "./compose.ts";
import { mailJob, openMail } from "./mailer.ts";
import { type Smtp, codeOf, isRejected, sendMs } from "./smtp.ts";

export interface SendDeps {
  readonly store: Store;
  readonly queue: Queue;
  readonly seal: Seal;
  /** Undefined if mail is not configured: mails that were enqueued before are dropped. */
  readonly smtp: Smtp | undefined;
  readonly log: Log;
  /** Milliseconds until the next attempt. */
  readonly backoff?: (attempt: number) => number;
}

/** Sends mails that are due. A mail that no server accepts for most of an hour is dropped: its links have expired by then. */
export function mailHandlers(deps: SendDeps): readonly JobHandler[] {
  return [
    { name: mailJob, concurrency: 4, run: (job, signal) => deliver(deps, job, signal) },
    { name: deadLetterName(mailJob), concurrency: 1, run: (job) => drop(deps, job, "it took down its nodes") },
  ];
}

async function deliver(deps: SendDeps, job: ClaimedJob, stopping: AbortSignal): ReturnType<DoJob> {
  const { seal, smtp, backoff = backoffMs } = deps;
  const queued = openMail(seal, String(job.data["sealed"]));
  if (!queued) return drop(deps, job, "SELFSAME_SECRET_KEY is another than when it was written");
  if (!smtp) return drop(deps, job, "SELFSAME_SMTP_URL is not set");
  const { to, language, mail } = queued;
  try {
    await smtp.send(to, await compose(mail, language), AbortSignal.any([stopping, AbortSignal.timeout(sendMs)]));
  } catch (error) {
    if (isRejected(error)) return drop(deps, job, `the server refused it (${codeOf(error)})`);
    if (job.attempt >= jobKinds.mail.attemptsMax) return drop(deps, job, `it could not be sent (${codeOf(error)})`);
    deps.log.warn({ reason: codeOf(error), attempt: job.attempt }, "a mail could not be sent yet");
    return settle(deps, job, { outcome: "retry", afterMs: backoff(job.attempt) });
  }
  return settle(deps, job, { outcome: "done" });
}

async function drop(deps: SendDeps, job: ClaimedJob, reason: string): Promise<void> {
  deps.log.warn({ reason }, "a mail was given up");
  return settle(deps, job, { outcome: "done" });
}

async function settle({ store, queue }: SendDeps, job: ClaimedJob, settlement: Settlement): Promise<void> {
  await store.run(() => store.db.transaction().execute((db) => queue.settle(db, job, settlement)));
}
