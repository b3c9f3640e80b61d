import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { NowMs } from "./clock.ts";
import type { QueueDepth } from "./queue.ts";
import { doesRest } from "./targets.ts";

interface Depth extends Omit<QueueDepth, "oldestSeconds"> {
  readonly waited_ms: number | null;
}

export async function queueDepths(db: Kysely<Schema>, nowMs: NowMs): Promise<readonly QueueDepth[]> {
  const { rows } = await sql<Depth>`
    SELECT name,
      sum(CASE WHEN rests THEN 0 ELSE due END) AS ready,
      sum(CASE WHEN rests THEN due + later ELSE later END) AS delayed,
      sum(active) AS active,
      ${nowMs()} - min(CASE WHEN rests THEN NULL ELSE since END) AS waited_ms
    FROM (
      SELECT lane.*, ${doesRest(sql`s`)} AS rests
      FROM (
        SELECT name, account, target,
          count(*) FILTER (WHERE run_at_ms <= ${nowMs()}) AS due,
          count(*) FILTER (WHERE run_at_ms > ${nowMs()} AND lease_until_ms IS NULL) AS later,
          count(*) FILTER (WHERE run_at_ms > ${nowMs()} AND lease_until_ms IS NOT NULL) AS active,
          min(CASE WHEN run_at_ms > created_at_ms THEN run_at_ms ELSE created_at_ms END)
            FILTER (WHERE run_at_ms <= ${nowMs()}) AS since
        FROM jobs GROUP BY name, account, target
      ) lane LEFT JOIN job_targets s ON s.account = lane.account AND s.target = lane.target
    ) lanes GROUP BY name`.execute(db);
  return rows.map(({ waited_ms, ...depth }) => ({ ...depth, oldestSeconds: Math.max(0, (waited_ms ?? 0) / 1000) }));
}
