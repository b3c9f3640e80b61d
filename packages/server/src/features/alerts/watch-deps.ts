import type { Mailer } from "../mail/mailer.ts";
import type { MeasuredQueue } from "@selfsame/platform/queue/queue";
import type { Store } from "@selfsame/platform/store/store";
import type { ResolveTxt } from "../../accounts/people/sign-on/domains.ts";
import type { AlertOnce } from "./alert-once.ts";

/** Dependencies of the checks for alerts. */
export interface WatchDeps {
  readonly store: Store;
  readonly queue: Pick<MeasuredQueue, "depths">;
  readonly alertOnce: AlertOnce;
  readonly resolveTxt: ResolveTxt;
  readonly mailer: Pick<Mailer, "on" | "send">;
  /** URL of the service, for links. */
  readonly publicUrl: () => string;
  readonly now: () => number;
}
