import type { Admission, Caller, LimitState } from "../access/access.ts";
import type { Limits } from "./limits.ts";
import type { Plan } from "../access/plans.ts";

type Counted = Pick<Caller, "accountId" | "keyId" | "limits" | "test">;

/** The limits that a private or a test key comes up against: its own, if it has any, and those of its account's plan, which it shares. */
export interface CallerLimits {
  /** Reports the closer of the two. `month`: the account's, where it was counted; after its last request none is left. */
  admit(caller: Counted, plan: Plan): Promise<Admission & { readonly month: LimitState | undefined }>;
  /** Takes so many from what is left of the month, for work that goes on after its request. */
  takeOfMonth(
    caller: Counted,
    plan: Plan,
    count: number,
  ): Promise<{ readonly taken: number; readonly monthUsedUp: boolean }>;
  /** Refunds what was taken and not used. */
  refundMonth(caller: Counted, plan: Plan, count: number): Promise<void>;
}

export function createCallerLimits(ofAccounts: Limits, ofKeys: Limits): CallerLimits {
  return {
    admit: async (caller, plan) => {
      const { name, plan: accounts, own } = countedFor(caller, plan);
      const key = await ofKeys.admit(caller.keyId, own);
      if (key.outcome !== "admitted") return { ...key, month: undefined };
      const account = await ofAccounts.admit(name, accounts).catch((error: unknown) => {
        key.release();
        throw error;
      });
      const month = account.limits.find(({ name }) => name === "month");
      if (account.outcome !== "admitted") {
        key.release();
        await ofKeys.refundMonth(caller.keyId, own, 1);
        return { ...account, month };
      }
      const release = () => {
        account.release();
        key.release();
      };
      return { outcome: "admitted", limits: closer(account.limits, key.limits), release, month };
    },
    takeOfMonth: async ({ accountId, keyId, limits }, plan, count) => {
      const ofKey = await ofKeys.takeOfMonth(keyId, limits, count);
      const taken = await ofAccounts.takeOfMonth(accountId, plan, ofKey);
      await ofKeys.refundMonth(keyId, limits, ofKey - taken);
      return { taken, monthUsedUp: taken < ofKey };
    },
    refundMonth: async ({ accountId, keyId, limits }, plan, count) => {
      await ofAccounts.refundMonth(accountId, plan, count);
      await ofKeys.refundMonth(keyId, limits, count);
    },
  };
}

/** Test keys are counted apart, so that a test that runs wild does not stop what is live; and no month is used up. */
function countedFor({ accountId, limits, test }: Counted, plan: Plan) {
  if (!test) return { name: accountId, plan, own: limits };
  const monthless = { requestsPerMonth: null };
  return { name: `test:${accountId}`, plan: { ...plan, ...monthless }, own: { ...limits, ...monthless } };
}

/** Of each window the one with less left. */
function closer(ofAccount: readonly LimitState[], ofKey: readonly LimitState[]): readonly LimitState[] {
  const windows = ["minute", "concurrent", "month"];
  const all = [...ofKey, ...ofAccount].toSorted((a, b) => a.remaining - b.remaining);
  return windows.flatMap((window) => all.find(({ name }) => name === window) ?? []);
}
