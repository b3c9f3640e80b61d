import type { Log } from "@selfsame/platform/store/log";
import type { Store } from "@selfsame/platform/store/store";
import type { KeyEnd } from "../access/access.ts";
import { networkOf } from "../limits/network.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Counters } from "../limits/counters.ts";

const hourSeconds = 3600;
/** Rows of one key in an hour: who has an old key and many addresses shall not fill the table. */
const rowsMax = 10;

interface RejectedKey {
  readonly keyId: string;
  readonly accountId: string;
  /** `foreign`: it may not be used from there. */
  readonly why: KeyEnd | "foreign";
}

export interface Rejections {
  /** Alerts the account once an hour for each network. Unknown keys belong to no account: /metrics counts them. */
  note(key: RejectedKey, address: string): Promise<void>;
}

interface RefusalDeps {
  readonly store: Store;
  /** Shared by the nodes where they share anything. */
  readonly counters: Counters;
  readonly log: Log;
  readonly now: () => number;
}

/** Notes in the audit log that a key which opens nothing (any more, or from there) is in use, by a forgotten server or by a thief. */
export function createRejections({ store, counters, log, now }: RefusalDeps): Rejections {
  return {
    note: async ({ keyId, accountId, why }, address) => {
      const ofNetwork = `${keyId}:${why}:${networkOf(address)}`;
      const written = await counters.get(keyId);
      if (written !== undefined && written.value >= rowsMax) return;
      if ((await counters.add(ofNetwork, 1, hourSeconds)).value > 1) return;
      if ((await counters.add(keyId, 1, hourSeconds)).value > rowsMax) return;
      const by = { actor: null, address: address || null };
      try {
        await store.run(() => writeAudit(store.db, now(), by, `${why}_key_refused`, accountId, keyId));
      } catch (error) {
        // The key is refused all the same, and the next time is noted.
        log.warn({ err: error, keyId, why }, "a refused key could not be noted in the audit log");
        await counters.clear(ofNetwork);
        await counters.add(keyId, -1, hourSeconds);
      }
    },
  };
}
