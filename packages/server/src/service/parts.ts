import type { Logger } from "pino";
import type { drawNext } from "../liveness/challenge/stepwise/draw-next.ts";
import type { Config } from "../config.ts";
import type { RunningEngine } from "../photo/engine/create-engine.ts";
import type { ModelSet } from "../photo/models/model-set.ts";
import type { Metrics } from "../platform/ops/metrics.ts";
import type { Problems } from "../platform/ops/problems.ts";
import type { Resolve } from "../platform/outbound/names/resolve.ts";
import type { Passwords } from "../accounts/people/accounts/passwords.ts";

/** Inputs of a service. Tests replace some parts; everything else is wired once, here. */
export interface ServiceParts {
  readonly config: Config;
  /** Key that seals secrets in the store. */
  readonly secretKey: Uint8Array;
  readonly log: Logger;
  readonly models: ModelSet;
  readonly engine: RunningEngine;
  /** Settles when the engine has its models. */
  readonly started: Promise<void>;
  readonly metrics: Metrics;
  /** Problems so far. */
  readonly problems: Problems;
  /** Default: OWASP's cost. */
  readonly passwords?: Passwords;
  /** Resolves hosts that callers name. Default: the hosts file and the system's name servers. */
  readonly resolve?: Resolve;
  /** Steps of stepwise challenges. Default: random. */
  readonly draw?: typeof drawNext;
}

/** Runs work that needs the database, waiting for one that is still starting. */
export type Start = <T>(work: () => Promise<T>) => Promise<T>;
