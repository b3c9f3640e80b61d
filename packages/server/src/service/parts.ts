import type { Logger } from "pino";
import type { drawNext } from "../liveness/challenge/stepwise/draw-next.ts";
import type { Config } from "../config.ts";
import type { RunningEngine } from "@selfsame/photo/engine/create-engine";
import type { ModelSet } from "@selfsame/photo/models/model-set";
import type { Metrics } from "@selfsame/platform/ops/metrics";
import type { Problems } from "@selfsame/platform/ops/problems";
import type { Resolve } from "@selfsame/platform/outbound/names/resolve";
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
