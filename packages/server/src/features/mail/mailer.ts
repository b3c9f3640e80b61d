import { createHash } from "node:crypto";
import type { Counters } from "../../accounts/limits/counters.ts";
import { isAddressTaken } from "../../accounts/people/accounts/address-proof.ts";
import type { Queue } from "@selfsame/platform/queue/queue";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Log } from "@selfsame/platform/store/log";
import type { Store } from "@selfsame/platform/store/store";
import { carriedTrace } from "@selfsame/platform/tracing/spans";
import { isMailAddress } from "./address.ts";
import type { Mail } from "./compose.ts";
import { acceptedLanguage } from "./accept-language.ts";

export const mailJob = "mail";
const purpose = "mail";

/** Mails of one kind to one address: repeated requests for links must not flood a mailbox. */
export const perHourMax = 10;

export interface MailerDeps {
  readonly store: Store;
  readonly queue: Queue;
  readonly seal: Seal;
  readonly counters: Counters;
  readonly log: Log;
}

export interface Mailer {
  /** Whether mail is configured. */
  readonly on: boolean;
  /**
   * Enqueues a mail, in a language preferred by the Accept-Language header. Never throws: the event that it reports has already happened.
   * @param to null: a user without an address, who gets no mail
   * @param account whose turn it uses in the queue; default: its recipient's
   * @returns whether it will be sent
   */
  send(to: string | null, acceptLanguage: string | undefined, mail: Mail, account?: string): Promise<boolean>;
}

export const noMailer: Mailer = { on: false, send: async () => false };

export function createMailer({ store, queue, seal, counters, log }: MailerDeps): Mailer {
  const put = async (queued: QueuedMail, account: string) => {
    const job = { name: mailJob, data: { sealed: sealMail(seal, queued), ...carriedTrace() }, account };
    await store.run(() => store.db.transaction().execute((db) => queue.enqueue(db, [job])));
  };
  return {
    on: true,
    send: async (to, acceptLanguage, mail, account) => {
      if (to === null || !isMailAddress(to) || isAddressTaken(to)) return false;
      try {
        // Hashed: the counters may be in Redis.
        const whom = createHash("sha256").update(to).digest("base64url");
        if ((await counters.add(`${mail.kind}:${whom}`, 1, 3600)).value > perHourMax) return false;
        await put({ to, language: acceptedLanguage(acceptLanguage), mail }, account ?? whom);
        return true;
      } catch (error) {
        log.error({ err: error }, "a mail could not be put into the queue");
        return false;
      }
    },
  };
}

/** A job's data, sealed: links are secrets. */
export interface QueuedMail {
  readonly to: string;
  readonly language: string;
  readonly mail: Mail;
}

const sealMail = (seal: Seal, queued: QueuedMail): string => seal.close(purpose, Buffer.from(JSON.stringify(queued)));

/** @returns undefined if sealed with another key */
export function openMail(seal: Seal, sealed: string): QueuedMail | undefined {
  const opened = seal.open(purpose, sealed);
  return opened && (JSON.parse(opened.toString("utf8")) as QueuedMail);
}
