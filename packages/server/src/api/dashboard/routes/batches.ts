import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { etaSeconds, findBatch, listBatches } from "../../../batches/batch.ts";
import type { BatchRow } from "../../../batches/batch.ts";
import { writeAudit } from "../../../audit/audit.ts";
import { cancelBatch, deleteBatch } from "../../../batches/end-batch.ts";
import { csvOf } from "../../../batches/results.ts";
import { nameKeys } from "../../../keys/keys.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { id, limitQuery, nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

export function batchRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, batches, batchesKeptDays, now } = deps;

  const told = async (rows: readonly BatchRow[]) => {
    const names = await nameKeys(store.db, [...new Set(rows.map(({ key_id }) => key_id))]);
    return rows.map((row) => ({
      id: row.id,
      keyName: names[row.key_id]?.name ?? null,
      status: row.status,
      cancelReason: row.cancel_reason,
      total: row.total,
      done: row.done,
      failed: row.failed,
      etaSeconds: etaSeconds(row, now()),
      createdAtMs: row.created_at_ms,
      endedAtMs: row.ended_at_ms,
    }));
  };

  app.get(
    "/batches",
    forSignedIn(async (me, request) => {
      const { rows, next } = await listBatches(store.db, me.account.id, parse(limitQuery, request.query));
      return { batches: await told(rows), more: next !== undefined, keptDays: batchesKeptDays };
    }),
  );

  app.post(
    "/batches/:id/cancel",
    forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      const cancelled = await cancelBatch(batches, me.account.id, parse(id, request.params).id, me.by);
      if (cancelled.outcome !== "cancelled") {
        throw new DashboardError(cancelled.outcome === "over" ? "batch_over" : "not_found");
      }
      const [batch] = await told([cancelled.batch]);
      return { batch };
    }),
  );

  app.get(
    "/batches/:id/results.csv",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const batch = await findBatch(store.db, me.account.id, parse(id, request.params).id);
        if (!batch) throw new DashboardError("not_found");
        await writeAudit(store.db, now(), me.by, "batch_exported", me.account.id, batch.id);
        return reply
          .type("text/csv; charset=utf-8")
          .header("content-disposition", `attachment; filename="${batch.id}.csv"`)
          .send(Readable.from(csvOf(store, batch.id)));
      }),
    ),
  );

  app.delete(
    "/batches/:id",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        if (!(await deleteBatch(batches, me.account.id, parse(id, request.params).id, me.by))) {
          throw new DashboardError("not_found");
        }
        return reply.code(204).send();
      }),
    ),
  );
}
