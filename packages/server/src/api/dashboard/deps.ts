import type { AccessControl } from "../../access/create-access.ts";
import type { Counters } from "../../access/counters.ts";
import type { Passwords } from "../../access/passwords.ts";
import type { Plans } from "../../access/plans.ts";
import type { Store } from "../../store/store.ts";

/** What the dashboard's routes work with. */
export interface DashboardDeps {
  readonly store: Store;
  readonly access: AccessControl;
  readonly passwords: Passwords;
  /** Failed sign-ins. */
  readonly attempts: Counters;
  readonly plans: Plans;
  /** Hosts that photos may be downloaded from for every account. */
  readonly globalDomains: readonly string[];
  /** The models in use, as /api/v3/models tells them. */
  readonly models: () => unknown;
  /** Without a trailing slash. A function: with port 0 it is known only after listening. */
  readonly publicUrl: () => string;
  readonly now: () => number;
}
