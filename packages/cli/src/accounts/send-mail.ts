import { createCounters } from "@selfsame/server/accounts/limits/counters";
import type { Config } from "@selfsame/server/config";
import type { Mail } from "@selfsame/server/features/mail/compose";
import { createMailer } from "@selfsame/server/features/mail/mailer";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { silent } from "@selfsame/platform/store/log";
import type { Store } from "@selfsame/platform/store/store";

/** Enqueues a mail, in English, for the running service to send. @returns whether it will be sent; false if mail is not set up */
export async function sendMail(store: Store, config: Config, to: string | null, mail: Mail): Promise<boolean> {
  if (!config.mail) return false;
  const seal = createSeal(await findSecretKey(config, silent));
  const queue = openQueue(store, jobKinds);
  const mailer = createMailer({ store, queue, seal, counters: createCounters("selfsame:mail"), log: silent });
  return mailer.send(to, undefined, mail);
}
