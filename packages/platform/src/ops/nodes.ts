import type { Log } from "../store/log.ts";
import { StoreUnavailable } from "../store/outage.ts";
import type { Store } from "../store/store.ts";
import type { EngineStatus } from "./metrics.ts";
import type { Problem } from "./problems.ts";

/** State that a node reports about itself. */
interface NodeState extends EngineStatus {
  /** Memory of the answering process; `memoryBytes` is the workers'. */
  readonly ownMemoryBytes: number;
  readonly problems: readonly Problem[];
}

interface SeenNode extends NodeState {
  readonly id: string;
  /** Host name. */
  readonly host: string;
  readonly version: string;
  readonly startedAtMs: number;
  readonly seenAtMs: number;
  /** The node that answers. */
  readonly current: boolean;
  /** No report for three times the interval. */
  readonly stale: boolean;
}

export interface Nodes {
  /** All nodes of the database, this one first; only this one while the database is away. */
  list(): Promise<readonly SeenNode[]>;
  /** Deletes this node's report. */
  stop(): Promise<void>;
}

export interface NodesDeps {
  readonly store: Store;
  readonly log: Log;
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly state: () => NodeState;
  readonly now?: () => number;
}

const beatMs = 15_000;
const staleMs = 3 * beatMs;
/** A killed node is shown as stale for a day. */
const forgottenMs = 24 * 3600_000;

/** Reports this node in the database, now and every 15 seconds. */
export function joinNodes({ store, log, id, host, version, state, now = Date.now }: NodesDeps): Nodes {
  const startedAtMs = now();
  const beat = () =>
    store.run(writeRow).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) log.error({ err: error }, "this node could not be noted");
    });
  let beating = beat();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, beatMs).unref();

  async function writeRow(): Promise<void> {
    const report = { seen_at_ms: now(), state: JSON.stringify(state()) };
    await store.db
      .insertInto("nodes")
      .values({ id, host, version, started_at_ms: startedAtMs, ...report })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(report))
      .execute();
    await store.db
      .deleteFrom("nodes")
      .where("seen_at_ms", "<", now() - forgottenMs)
      .execute();
  }

  const own = (): SeenNode => {
    const nowMs = now();
    return { id, host, version, startedAtMs, seenAtMs: nowMs, current: true, stale: false, ...state() };
  };
  const others = () =>
    store.run(() => store.db.selectFrom("nodes").selectAll().where("id", "!=", id).orderBy("started_at_ms").execute());

  return {
    list: async () => {
      const rows = await others().catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return [];
        throw error;
      });
      const seen = rows.map((row) => ({
        id: row.id,
        host: row.host,
        version: row.version,
        startedAtMs: row.started_at_ms,
        seenAtMs: row.seen_at_ms,
        current: false,
        stale: row.seen_at_ms < now() - staleMs,
        ...(JSON.parse(row.state) as NodeState),
      }));
      return [own(), ...seen];
    },
    stop: async () => {
      clearInterval(timer);
      await beating;
      await store
        .run(() => store.db.deleteFrom("nodes").where("id", "=", id).execute())
        .catch((error: unknown) => {
          if (!(error instanceof StoreUnavailable)) log.warn({ err: error }, "this node could not take leave");
        });
    },
  };
}
