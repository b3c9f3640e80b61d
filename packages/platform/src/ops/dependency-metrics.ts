import { Gauge } from "prom-client";
import type { Registry } from "prom-client";
import type { AccessHealth } from "./health.ts";
import type { Disk } from "../store/disk.ts";

export interface Dependencies {
  readonly health: () => Promise<Pick<AccessHealth, "store">>;
  /** Undefined without Redis: no metric is exported, or an alert would fire forever. */
  readonly redis: { readonly isShared: boolean } | undefined;
  readonly disk: Pick<Disk, "freeBytes" | "leastFreeBytes">;
}

/** Metrics of database, Redis and free disk space, measured when they are scraped. */
export function registerDependencyMetrics(registry: Registry, { health, redis, disk }: Dependencies): void {
  const gauge = (name: string, help: string, measure: () => number | Promise<number>) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await measure());
        },
      }),
    );
  gauge("selfsame_database_up", "1 while the database answers this node, otherwise 0.", async () =>
    Number((await health()).store === "ok"),
  );
  if (redis) {
    gauge("selfsame_redis_up", "1 while this node shares limits through Redis, 0 while it counts alone.", () =>
      Number(redis.isShared),
    );
  }
  gauge("selfsame_disk_free_bytes", "What the service may still use of the disk of the data folder.", () =>
    disk.freeBytes(),
  );
  gauge(
    "selfsame_disk_minimum_free_bytes",
    "With less free, requests are rejected (SELFSAME_MIN_FREE_MB).",
    () => disk.leastFreeBytes,
  );
}
