import type { FastifyInstance } from "fastify";
import type { JobsHealth } from "./jobs-health.ts";
import type { EngineStatus } from "./metrics.ts";

/** What requests with a key need. */
export interface AccessHealth {
  readonly store: "ok" | "unavailable";
  /** `alone`: no Redis is configured. `local`: it is, and it is away. */
  readonly limits: "alone" | "shared" | "local";
  /** `full`: requests are refused. `low`: there is as little room, and with PostgreSQL it is needed only when that is away. */
  readonly disk: "ok" | "low" | "full";
}

/** `starting`: it listens, and the first key may not be there yet. */
export type Phase = "starting" | "serving" | "stopping";

/** What is asked before a node says that it is ready. */
export interface HealthDeps {
  /** Which of several it is, as the dashboard and the log name it. */
  readonly node: string;
  engine(): EngineStatus & { readonly phase: Phase };
  access(): Promise<AccessHealth>;
  jobs(): Promise<JobsHealth>;
  /** Milliseconds, from any start. */
  now?(): number;
}

export interface Readiness {
  /** `degraded`: serving, but an operator should investigate. */
  readonly status: "ready" | "degraded" | "not_ready";
  readonly checks: {
    readonly engine: "ok" | "starting" | "stopping" | "no_workers";
    /** The workers load and check them before they count as workers. */
    readonly models: "ok" | "not_loaded";
    readonly store: AccessHealth["store"];
    readonly redis: AccessHealth["limits"];
    /** Webhooks, batches, sweeps. */
    readonly jobs: JobsHealth;
    readonly disk: AccessHealth["disk"];
  };
}

/** A connection that breaks and is back is no reason to take a node out of its balancer; a database that takes no writes is. */
const storeGraceMs = 2_000;

/** The one thing to remember from check to check is since when the store is away. */
export function createReadiness(deps: Omit<HealthDeps, "node">): () => Promise<Readiness> {
  let storeAwaySinceMs: number | undefined;
  return async () => {
    const [{ store, limits, disk }, jobs] = await Promise.all([deps.access(), deps.jobs()]);
    const { workers, phase } = deps.engine();
    const nowMs = deps.now?.() ?? performance.now();
    storeAwaySinceMs = store === "ok" ? undefined : (storeAwaySinceMs ?? nowMs);
    const storeLost = storeAwaySinceMs !== undefined && nowMs - storeAwaySinceMs >= storeGraceMs;
    const loaded = workers > 0;
    const serving = loaded && phase === "serving" && !storeLost && disk !== "full";
    const well = store === "ok" && limits !== "local" && jobs === "ok" && disk === "ok";
    return {
      status: serving ? (well ? "ready" : "degraded") : "not_ready",
      checks: {
        engine: phase !== "serving" ? phase : loaded ? "ok" : "no_workers",
        models: loaded ? "ok" : "not_loaded",
        store,
        redis: limits,
        jobs,
        disk,
      },
    };
  };
}

/** GET /health/live: the process answers. GET /health/ready: send it requests, or not. Neither needs a key. */
export function registerHealth(app: FastifyInstance, deps: HealthDeps): void {
  const readiness = createReadiness(deps);
  app.get("/health/live", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "live", node: deps.node }),
  );
  app.get("/health/ready", async (_request, reply) => {
    const answer = await readiness();
    reply.header("cache-control", "no-store");
    return reply.code(answer.status === "not_ready" ? 503 : 200).send({ node: deps.node, ...answer });
  });
}
