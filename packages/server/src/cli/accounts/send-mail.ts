import { createCounters } from "../../limits/counters.ts";
import type { Config } from "../../config.ts";
import type { Mail } from "../../mail/compose.ts";
import { createMailer } from "../../mail/mailer.ts";
import { jobKinds } from "../../queue/kinds.ts";
import { openQueue } from "../../queue/open-queue.ts";
import { createSeal } from "../../secrets/seal.ts";
import { findSecretKey } from "../../secrets/secret-key.ts";
import { silent } from "../../store/log.ts";
import type { Store } from "../../store/store.ts";

/** Leaves a mail, in English, for the running service to send. @returns whether it will be, where mail is set up */
export async function sendMail(store: Store, config: Config, to: string | null, mail: Mail): Promise<boolean> {
  if (!config.mail) return false;
  const seal = createSeal(await findSecretKey(config, silent));
  const queue = await openQueue(store, { kinds: jobKinds, databaseUrl: config.databaseUrl, log: silent });
  try {
    const mailer = createMailer({ store, queue, seal, counters: createCounters("selfsame:mail"), log: silent });
    return await mailer.send(to, undefined, mail);
  } finally {
    await queue.close();
  }
}
