import type { Caller } from "../src/accounts/access/access.ts";
import { usualSwitches } from "../src/accounts/access/key-switches.ts";
import { unbounded } from "../src/accounts/keys/bounds.ts";

/** For tests: a caller with a private live key, without restrictions or limits. */
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
