import type { Caller } from "../accounts/access/access.ts";
import { usualSwitches } from "../accounts/access/key-switches.ts";
import { unbounded } from "../accounts/keys/bounds.ts";

/** For tests: who calls with a private live key that nothing is asked of and that nothing bounds. */
export const testCaller = (more: Partial<Caller> & Pick<Caller, "keyId" | "accountId">): Caller => ({
  kind: "private",
  test: false,
  plan: "unlimited",
  allowedOrigins: [],
  allowedDomains: [],
  ...usualSwitches,
  challengeMode: "any",
  threshold: null,
  scopes: null,
  budgets: [{ id: more.keyId, keyId: more.keyId, limits: unbounded.limits }],
  ...more,
});
