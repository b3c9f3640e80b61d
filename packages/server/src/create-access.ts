import type { WatchMonth } from "./features/alerts/limit-near.ts";
import { silent } from "@selfsame/platform/store/log";
import type { Log } from "@selfsame/platform/store/log";
import type { Disk } from "@selfsame/platform/store/disk";
import { checkStore } from "@selfsame/platform/store/check-store";
import type { SharedRedis } from "@selfsame/platform/store/redis";
import type { Store } from "@selfsame/platform/store/store";
import type { Access, Identification, LimitOwner } from "./accounts/access/access.ts";
import type { AccessHealth } from "@selfsame/platform/ops/health";
import { type Retention, defaultRetention } from "./features/retention/periods.ts";
import { sweepHourly } from "./features/retention/retention.ts";
import { isWithin } from "./accounts/keys/address-ranges.ts";
import { createCallers } from "./accounts/keys/callers.ts";
import type { Callers } from "./accounts/keys/callers.ts";
import { createRejections } from "./accounts/keys/rejections.ts";
import { createCounters } from "./accounts/limits/counters.ts";
import type { NotifyMonthReached } from "./accounts/limits/limit-notice.ts";
import { createCallerLimits } from "./accounts/limits/caller-limits.ts";
import type { CallerLimits } from "./accounts/limits/caller-limits.ts";
import { createLimits } from "./accounts/limits/limits.ts";
import type { Limits } from "./accounts/limits/limits.ts";
import { createMonthCounter } from "./accounts/limits/month-counter.ts";
import { defaultPlans, planNamed } from "./accounts/access/plans.ts";
import type { Plans } from "./accounts/access/plans.ts";
import { createPublicLimits } from "./accounts/limits/public-limits.ts";
import { isAllowedOrigin } from "./accounts/keys/public-origins.ts";
import { createSlots } from "./accounts/limits/slots.ts";
import { createUsageRecorder } from "./accounts/usage/recorder.ts";
import type { UsageRecorder } from "./accounts/usage/recorder.ts";
import { usedOfBudget } from "./accounts/usage/of-budget.ts";
import { usedSince } from "./accounts/usage/report.ts";

export interface AccessDeps {
  readonly store: Store;
  /** Shares the limits between nodes; without it they are this node's own. */
  readonly redis?: SharedRedis | undefined;
  readonly plans?: Plans | undefined;
  /** Without it there is always room. */
  readonly disk?: Pick<Disk, "isFull"> | undefined;
  readonly log?: Log | undefined;
  readonly now?: (() => number) | undefined;
  readonly kept?: Retention | undefined;
  readonly monthReached?: NotifyMonthReached | undefined;
  readonly watchMonth?: WatchMonth | undefined;
}

/** What the server itself needs beyond what the APIs do. */
export interface AccessControl extends Access {
  readonly callers: Callers;
  readonly limits: Limits;
  readonly callerLimits: CallerLimits;
  /** Of keys, by what they are counted by. */
  readonly keyLimits: Pick<Limits, "usedOfMonth">;
  readonly usage: UsageRecorder;
  health(): Promise<AccessHealth>;
  /** Writes what is still to be written. The store and Redis are closed by who opened them. */
  stop(): Promise<void>;
}

export function createAccess(deps: AccessDeps): AccessControl {
  const { store, redis, plans = defaultPlans, disk, log = silent, now = Date.now, kept = defaultRetention } = deps;
  const callers = createCallers(store, now);
  const refusals = createRejections({ store, counters: createCounters("selfsame:refused-key", redis), log, now });
  const usage = createUsageRecorder(store, log, now);
  const limitsOf = (of: LimitOwner, prefix: string, used: (id: string, sinceMs: number) => Promise<number>) =>
    createLimits({
      minutes: createCounters(`${prefix}minute`, redis),
      months: createMonthCounter(createCounters(`${prefix}month`, redis), used),
      slots: createSlots(),
      of,
      now,
    });
  const limits = limitsOf("plan", "selfsame:", (id, sinceMs) =>
    usedSince(store, { column: "account_id", ids: [id] }, sinceMs),
  );
  const ofKeys = limitsOf("key", "selfsame:key-", (id, sinceMs) => usedOfBudget(store, id, sinceMs));
  const callerLimits = noticing(createCallerLimits(limits, ofKeys), deps.watchMonth);

  const publicLimits = createPublicLimits(limits, createCounters("selfsame:public-minute", redis));

  const stopCleaning = sweepHourly(store, log, now, kept);

  const identified = async (found: Awaited<ReturnType<Callers["find"]>>, address: string): Promise<Identification> => {
    if (!found) return { outcome: "invalid_key" };
    if ("why" in found) {
      await refusals.note(found, address);
      return { outcome: "invalid_key", ended: found.why };
    }
    const { caller, addressRanges } = found;
    if (isWithin(address, addressRanges)) return { outcome: "known", caller };
    await refusals.note({ keyId: caller.keyId, accountId: caller.accountId, why: "foreign" }, address);
    return { outcome: "address_not_allowed" };
  };

  return {
    callers,
    limits,
    callerLimits,
    keyLimits: ofKeys,
    usage,
    identify: async (authorization, address = "") => {
      const key = /^Bearer +(\S.*)$/i.exec(authorization ?? "")?.[1]?.trimEnd();
      if (key === undefined) return { outcome: "missing_key" };
      return identified(await callers.find(key), address);
    },
    identifyById: async (keyId, address = "") => identified(await callers.findById(keyId), address),
    isAllowedOrigin: (origin) => store.run(() => isAllowedOrigin(store.db, origin)),
    hasRoom: async () => store.kind === "postgres" || !(await disk?.isFull()),
    admit: async (caller, address = "", of = {}) => {
      const plan = planNamed(plans, caller.plan);
      if (caller.kind === "public") {
        return publicLimits.admit(caller, of.continues ? { ...plan, requestsPerMinute: null } : plan, address);
      }
      const { months, ...admission } = await callerLimits.admit(caller, plan);
      try {
        for (const month of months) await deps.watchMonth?.(caller, month);
        const isUsedUp = months.some(({ of, remaining }) => of === "plan" && remaining === 0);
        if (isUsedUp) await deps.monthReached?.(caller, plan);
      } catch (error) {
        // Nobody else will: what is thrown has no slot to release.
        if (admission.outcome === "admitted") admission.release();
        throw error;
      }
      return admission;
    },
    record: (record) => usage.record(record),
    health: async () => ({
      store: await checkStore(store).then(
        () => "ok",
        () => "unavailable",
      ),
      limits: redis ? (redis.isShared ? "shared" : "local") : "alone",
      disk: (await disk?.isFull()) ? (store.kind === "sqlite" ? "full" : "low") : "ok",
    }),
    stop: async () => {
      await stopCleaning();
      await usage.stop();
    },
  };
}

/** What a batch finds used up of a key's month is reported as what a request finds is. */
function noticing(limits: CallerLimits, watchMonth: WatchMonth | undefined): CallerLimits {
  return {
    ...limits,
    takeOfMonth: async (caller, plan, count) => {
      const taken = await limits.takeOfMonth(caller, plan, count);
      for (const month of taken.months) await watchMonth?.(caller, month);
      return taken;
    },
  };
}
