import type { Admission, Caller, KeyBudget, LimitState } from "../access/access.ts";
import type { Limits } from "./limits.ts";
import type { Plan } from "../access/plans.ts";

type Counted = Pick<Caller, "accountId" | "keyId" | "plan" | "budgets" | "test">;

/** The limits of a private or test key: its own and those of the keys it was made with, if any, and its account's plan, which all keys share. */
export interface CallerLimits {
  /** Reports for each window the limit with less left. `months`: of the account and of keys, if counted; after the last request none is left. */
  admit(caller: Counted, plan: Plan): Promise<Admission & { readonly months: readonly LimitState[] }>;
  /** Takes part of the month's quota, for work that continues after its request. */
  takeOfMonth(caller: Counted, plan: Plan, count: number): Promise<Taken>;
  /** Returns what was taken and not used. */
  refundMonth(caller: Counted, plan: Plan, count: number): Promise<void>;
}

export interface Taken {
  readonly taken: number;
  /** Of the account. */
  readonly monthUsedUp: boolean;
  /** Of keys that had less than requested. */
  readonly months: readonly LimitState[];
}

export function createCallerLimits(ofAccounts: Limits, ofKeys: Limits): CallerLimits {
  const admitKey = async ({ id, keyId, limits }: KeyBudget): Promise<Admission> => {
    const admission = await ofKeys.admit(id, limits);
    const named = admission.limits.map((state) => ({ ...state, keyId }));
    return admission.outcome === "admitted"
      ? { ...admission, limits: named }
      : { ...admission, limits: named, reached: { ...admission.reached, keyId } };
  };

  return {
    admit: async (caller, plan) => {
      const { name, plan: accounts, budgets } = countedFor(caller, plan);
      const held: { readonly release: () => void; readonly refund: () => Promise<void> }[] = [];
      const release = () => held.forEach((one) => one.release());
      const states: LimitState[] = [];
      const askers = [
        ...budgets.map((budget) => ({
          ask: () => admitKey(budget),
          refund: () => ofKeys.refundMonth(budget.id, budget.limits, 1),
        })),
        { ask: () => ofAccounts.admit(name, accounts), refund: () => ofAccounts.refundMonth(name, accounts, 1) },
      ];
      try {
        for (const { ask, refund } of askers) {
          const admission = await ask();
          if (admission.outcome !== "admitted") {
            release();
            for (const one of held) await one.refund();
            return { ...admission, months: monthsOf(admission.limits) };
          }
          held.push({ release: () => admission.release(), refund });
          states.push(...admission.limits);
        }
      } catch (error) {
        release();
        throw error;
      }
      return { outcome: "admitted", limits: closest(states), release, months: monthsOf(states) };
    },
    takeOfMonth: async ({ accountId, budgets }, plan, count) => {
      let left = count;
      const months: LimitState[] = [];
      const taken: { readonly budget: KeyBudget; readonly count: number }[] = [];
      for (const budget of budgets) {
        const ofKey = await ofKeys.takeOfMonth(budget.id, budget.limits, left);
        if (ofKey < left)
          months.push(
            ...monthsOf(await ofKeys.state(budget.id, budget.limits)).map((state) => ({
              ...state,
              keyId: budget.keyId,
            })),
          );
        taken.push({ budget, count: ofKey });
        left = ofKey;
      }
      const ofAccount = await ofAccounts.takeOfMonth(accountId, plan, left);
      for (const { budget, count: ofKey } of taken)
        await ofKeys.refundMonth(budget.id, budget.limits, ofKey - ofAccount);
      return { taken: ofAccount, monthUsedUp: ofAccount < left, months };
    },
    refundMonth: async ({ accountId, budgets }, plan, count) => {
      await ofAccounts.refundMonth(accountId, plan, count);
      for (const { id, limits } of budgets) await ofKeys.refundMonth(id, limits, count);
    },
  };
}

const monthsOf = (states: readonly LimitState[]) => states.filter(({ name }) => name === "month");

/** Test keys are counted separately, so that a runaway test does not stop live requests; they use up no month. */
function countedFor({ accountId, budgets, test }: Counted, plan: Plan) {
  if (!test) return { name: accountId, plan, budgets };
  const monthless = { requestsPerMonth: null };
  return {
    name: `test:${accountId}`,
    plan: { ...plan, ...monthless },
    budgets: budgets.map((budget) => ({ ...budget, limits: { ...budget.limits, ...monthless } })),
  };
}

/** For each window, the limit with less left. */
function closest(states: readonly LimitState[]): readonly LimitState[] {
  const windows = ["minute", "concurrent", "month"];
  const all = states.toSorted((a, b) => a.remaining - b.remaining);
  return windows.flatMap((window) => all.find(({ name }) => name === window) ?? []);
}
