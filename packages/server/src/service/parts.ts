import type { Logger } from "pino";
import type { drawNext } from "../liveness/challenge/stepwise/draw-next.ts";
import type { Config } from "../config.ts";
import type { RunningEngine } from "../photo/engine/create-engine.ts";
import type { ModelSet } from "../photo/models/model-set.ts";
import type { Metrics } from "../platform/ops/metrics.ts";
import type { Problems } from "../platform/ops/problems.ts";
import type { Resolve } from "../platform/outbound/names/resolve.ts";
import type { Passwords } from "../accounts/people/accounts/passwords.ts";

/** What a service is opened with. Tests give some parts of their own; everything else is wired once, here. */
export interface ServiceParts {
  readonly config: Config;
  /** Under which secrets lie in the store. */
  readonly secretKey: Uint8Array;
  readonly log: Logger;
  readonly models: ModelSet;
  readonly engine: RunningEngine;
  /** Settles when the engine has its models. */
  readonly started: Promise<void>;
  readonly metrics: Metrics;
  /** What went wrong so far. */
  readonly problems: Problems;
  /** At the cost that OWASP asks for, unless given. */
  readonly passwords?: Passwords;
  /** Of hosts that callers name. The hosts file and the system's name servers, unless given. */
  readonly resolve?: Resolve;
  /** The steps of live challenges that come one by one. By chance, unless given. */
  readonly draw?: typeof drawNext;
}

/** Does work that needs the database, and waits for one that is still on its way. */
export type Start = <T>(work: () => Promise<T>) => Promise<T>;
