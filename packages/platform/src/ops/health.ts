import type { FastifyInstance } from "fastify";
import type { JobsHealth } from "./jobs-health.ts";
import type { EngineStatus } from "./metrics.ts";

/** Dependencies of requests with a key. */
export interface AccessHealth {
  readonly store: "ok" | "unavailable";
  /** `alone`: no Redis is configured. `local`: Redis is configured but unreachable. */
  readonly limits: "alone" | "shared" | "local";
  /** `full`: requests are refused. `low`: equally little space, which PostgreSQL installations need only while the database is away. */
  readonly disk: "ok" | "low" | "full";
}

/** `starting`: it listens, but the first key may not exist yet. */
export type Phase = "starting" | "serving" | "stopping";

/** Inputs of the readiness check. */
export interface HealthDeps {
  /** The node's name in dashboard and log. */
  readonly node: string;
  engine(): EngineStatus & { readonly phase: Phase };
  access(): Promise<AccessHealth>;
  jobs(): Promise<JobsHealth>;
  /** Monotonic milliseconds. */
  now?(): number;
}

export interface Readiness {
  /** `degraded`: serving, but an operator should investigate. */
  readonly status: "ready" | "degraded" | "not_ready";
  readonly checks: {
    readonly engine: "ok" | "starting" | "stopping" | "no_workers";
    /** A worker counts only after it has loaded and checked the models. */
    readonly models: "ok" | "not_loaded";
    readonly store: AccessHealth["store"];
    readonly redis: AccessHealth["limits"];
    /** Webhooks, batches, sweeps. */
    readonly jobs: JobsHealth;
    readonly disk: AccessHealth["disk"];
  };
}

/** A connection that breaks briefly does not take a node out of its balancer; a database that rejects writes does. */
const storeGraceMs = 2_000;

/** Keeps one state between checks: since when the store has been away. */
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

/** GET /health/live: the process answers. GET /health/ready: whether to send requests here. Neither needs a key. */
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
