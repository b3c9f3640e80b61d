import { createCounters } from "../../accounts/limits/counters.ts";
import type { Config } from "../../config.ts";
import type { Mail } from "../../features/mail/compose.ts";
import { createMailer } from "../../features/mail/mailer.ts";
import { jobKinds } from "../../platform/queue/kinds.ts";
import { openQueue } from "../../platform/queue/open-queue.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import { findSecretKey } from "../../platform/secrets/secret-key.ts";
import { silent } from "../../platform/store/log.ts";
import type { Store } from "../../platform/store/store.ts";

/** Leaves a mail, in English, for the running service to send. @returns whether it will be, where mail is set up */
export async function sendMail(store: Store, config: Config, to: string | null, mail: Mail): Promise<boolean> {
  if (!config.mail) return false;
  const seal = createSeal(await findSecretKey(config, silent));
  const queue = openQueue(store, jobKinds);
  const mailer = createMailer({ store, queue, seal, counters: createCounters("selfsame:mail"), log: silent });
  return mailer.send(to, undefined, mail);
}
