import type { OpenQueue } from "../queue/queue.ts";
import type { Store } from "../store/store.ts";
import type { ResolveTxt } from "../people/sign-on/domains.ts";
import type { AlertOnce } from "./alert-once.ts";

/** What a look for alerts needs. */
export interface WatchDeps {
  readonly store: Store;
  readonly queue: Pick<OpenQueue, "depths">;
  readonly alertOnce: AlertOnce;
  readonly resolveTxt: ResolveTxt;
  readonly now: () => number;
}
