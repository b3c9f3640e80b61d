import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { z } from "zod";
import { hasScope } from "../../../accounts/access/scopes.ts";
import { etaSeconds, findBatch, selectBatches } from "../../../features/batches/batch.ts";
import type { BatchRow } from "../../../features/batches/batch.ts";
import { writeAudit } from "../../../platform/audit/audit.ts";
import { cancelBatch, deleteBatch } from "../../../features/batches/end-batch.ts";
import { createBatch } from "../../../features/batches/create-batch.ts";
import { itemCodes } from "../../../features/batches/item-result.ts";
import { retentionOf } from "../../../features/retention/own-retention.ts";
import { csvOf, itemOutcomes, resultRow, selectItems } from "../../../features/batches/results.ts";
import { callerOfKey } from "../../../accounts/keys/callers.ts";
import { nameKeys } from "../../../accounts/keys/keys.ts";
import { jsonNumber } from "../../../platform/store/json-number.ts";
import type { StoreKind } from "../../../platform/store/migrate.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import { orderedPage } from "../../../platform/store/ordered-page.ts";
import { batchBytesMax, batchSettings, lineTypes, readBatch } from "../../v3/batch-body.ts";
import type { Rejection } from "../../v3/endpoint.ts";
import { errorCatalog } from "../../v3/errors.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { between, createdAt, parseList, type ReadList, searched, type Sorts } from "../lists.ts";
import type { Reports } from "../reports.ts";
import { id, nothing, parse } from "../parse.ts";
import type { Guards, Me } from "../signed-in.ts";

const sorts = {
  created: createdAt,
  total: { column: "total", kind: "number" },
  failed: { column: "failed", kind: "number" },
} as const satisfies Sorts;
const filters = {
  status: z.enum(["queued", "running", "completed", "cancelled"]).optional(),
  keyId: searched.optional(),
  /** Prefix of the batch's id. */
  id: searched.optional(),
  ...between,
} as const;

const itemSorts = (kind: StoreKind) =>
  ({
    position: { column: "position", kind: "number" },
    item: { column: "item_id", kind: "text" },
    // Below every similarity: it is null without a match.
    similarity: { column: jsonNumber(kind, "result", "similarity"), kind: "number", missing: -1 },
  }) as const satisfies Sorts;
const itemFilters = {
  outcome: z.enum(itemOutcomes).optional(),
  code: z.enum(itemCodes).optional(),
  /** Prefix of the item's id. */
  item: searched.optional(),
} as const;

const newBatchQuery = z.strictObject({ keyId: searched, threshold: batchSettings.threshold });

export function batchRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  guards: Guards,
  readList: ReadList,
  exporting: Reports["exporting"],
): void {
  wholeRoutes(app, deps, guards, readList);
  resultRoutes(app, deps, guards, readList, exporting);
}

function wholeRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  { forSignedIn, confirmed }: Guards,
  readList: ReadList,
): void {
  const { store, batches, retention, now } = deps;

  const keptDaysOf = async (me: Me) => (await retentionOf(store.db, me.account.id, retention)).batchResultsDays;

  const describe = (rows: readonly BatchRow[]) => describeBatches(store.db, rows, now());

  newBatchRoute(app, deps, { forSignedIn });

  app.get(
    "/batches",
    forSignedIn(async (me, request) => {
      const asked = parseList(request.query, sorts, filters, ["fromMs", "toMs"]);
      const { id: idBegins, ...rest } = asked.filter;
      const { rows, next } = await readList(me, request, asked, (db) =>
        orderedPage(selectBatches(db, me.account.id, { ...rest, idBegins }), asked.page),
      );
      return { batches: await describe(rows), next, keptDays: await keptDaysOf(me) };
    }),
  );

  app.get(
    "/batches/:id",
    forSignedIn(async (me, request) => {
      const found = await findBatch(store.db, me.account.id, parse(id, request.params).id);
      if (!found) throw new DashboardError("not_found");
      const [batch] = await describe([found]);
      return { batch, keptDays: await keptDaysOf(me) };
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
      const [batch] = await describe([cancelled.batch]);
      return { batch };
    }),
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

/** Newline-delimited JSON, one item per line, parsed while it arrives. */
function newBatchRoute(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Pick<Guards, "forSignedIn">): void {
  const { store, batches, uploads, now } = deps;
  app.register(async (lines) => {
    lines.removeAllContentTypeParsers();
    lines.addContentTypeParser([...lineTypes], (_request, payload, done) => done(null, payload));
    lines.post(
      "/batches",
      forSignedIn(async (me, request, reply) => {
        const { keyId, threshold } = parse(newBatchQuery, request.query);
        const caller = await callerOfKey(store, keyId, now());
        if (caller?.accountId !== me.account.id) throw new DashboardError("not_found");
        if (caller.kind !== "private" || caller.test || !hasScope(caller.scopes, "batches")) {
          throw new DashboardError("key_not_for_batches", { field: "keyId" });
        }
        const holding = uploads.hold(me.account.id, request.clientGone);
        try {
          await holding.reserve(2 * batchBytesMax(request.raw));
          const read = await readBatch(request.raw);
          if ("code" in read) throw unreadable(read);
          const asked = { items: read.items, threshold, callback: undefined };
          const made = await createBatch(batches, caller, asked, (db, { batch }) =>
            writeAudit(db, now(), me.by, "batch_created", me.account.id, batch.id),
          );
          const [batch] = await describeBatches(store.db, [made.batch], now());
          return await reply.code(201).send({ batch });
        } finally {
          holding.release();
        }
      }),
    );
  });
}

async function describeBatches(db: Kysely<Schema>, rows: readonly BatchRow[], nowMs: number) {
  const names = await nameKeys(
    db,
    rows.map(({ key_id }) => key_id),
  );
  return rows.map((row) => ({
    id: row.id,
    keyName: names[row.key_id]?.name ?? null,
    status: row.status,
    cancelReason: row.cancel_reason,
    total: row.total,
    done: row.done,
    failed: row.failed,
    etaSeconds: etaSeconds(row, nowMs),
    createdAtMs: row.created_at_ms,
    endedAtMs: row.ended_at_ms,
  }));
}

function resultRoutes(
  app: FastifyInstance,
  { store, now }: DashboardDeps,
  { forSignedIn, confirmed }: Guards,
  readList: ReadList,
  exporting: Reports["exporting"],
): void {
  app.get(
    "/batches/:id/items",
    forSignedIn(async (me, request) => {
      const batch = await findBatch(store.db, me.account.id, parse(id, request.params).id);
      if (!batch) throw new DashboardError("not_found");
      const asked = parseList({ sort: "position", ...(request.query as object) }, itemSorts(store.kind), itemFilters);
      const { item: idBegins, ...rest } = asked.filter;
      const { rows, next } = await readList(me, request, asked, (db) =>
        orderedPage(selectItems(db, batch.id, { ...rest, idBegins }), asked.page, "item_id"),
      );
      return { items: rows.map((row) => ({ position: row.position, ...resultRow(row.id, row.result) })), next };
    }),
  );

  app.get(
    "/batches/:id/results.csv",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const batch = await findBatch(store.db, me.account.id, parse(id, request.params).id);
        if (!batch) throw new DashboardError("not_found");
        const { item: idBegins, ...filter } = parse(z.strictObject(itemFilters), request.query);
        const read = await exporting(me);
        await writeAudit(store.db, now(), me.by, "batch_exported", me.account.id, batch.id);
        return reply
          .type("text/csv; charset=utf-8")
          .header("content-disposition", `attachment; filename="${batch.id}.csv"`)
          .send(Readable.from(csvOf(read, batch.id, { ...filter, idBegins })));
      }),
    ),
  );
}

/** Returns the same error as version 3: which line is invalid, or which limit is exceeded. */
function unreadable(refusal: Rejection): DashboardError {
  const param = "param" in refusal && typeof refusal.param === "string" ? refusal.param : undefined;
  const detail = `${param === undefined ? "" : `${param}: `}${errorCatalog[refusal.code].message}`;
  return new DashboardError("invalid_batch", { detail, ...(param !== undefined && { field: param }) });
}
