import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { z } from "zod";
import { exportAudit, listAudit } from "@selfsame/platform/audit/audit-log";
import type { AuditFilter, AuditFormat } from "@selfsame/platform/audit/audit-log";
import { auditKinds } from "@selfsame/platform/audit/audit-kinds";
import { type AuditEntry, writeAudit } from "@selfsame/platform/audit/audit";
import { nameIds } from "../../../features/search/name-ids.ts";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";
import type { DashboardDeps } from "../deps.ts";
import type { ReadList } from "../lists.ts";
import type { Reports } from "../reports.ts";
import { parse } from "../parse.ts";
import type { Guards, Me } from "../signed-in.ts";

const text = z.string().min(1).max(254).optional();
const timeMs = z.coerce.number().int().min(0).max(8_640_000_000_000_000).optional();
const kind = z.enum(auditKinds).optional();
const filter = { actor: text, action: text, kind, target: text, address: text, fromMs: timeMs, toMs: timeMs };
const before = z.coerce.number().int().positive().optional();
const format = z.enum(["csv", "ndjson"]);

const page = {
  before,
  after: before,
  sort: z.enum(["time", "-time"]).default("-time"),
  limit: z.coerce.number().int().min(1).max(500).default(50),
};

export const listQuery = z.strictObject({ ...filter, ...page });
const exportQuery = z.strictObject({ ...filter, format });
const serviceQuery = z.strictObject({ ...filter, ...page, accountId: text });
const serviceExportQuery = z.strictObject({ ...filter, format, accountId: text });

/** Whether an index has its entries in their order. */
export const isPlainAudit = (asked: Omit<AuditFilter, "accountId">): boolean =>
  Object.keys(filter).every((name) => asked[name as keyof typeof filter] === undefined);

/** Adds the names of targets. @param accountId of the log; undefined: of the whole service */
export async function named<T extends Pick<AuditEntry, "target">>(
  db: Kysely<Schema>,
  seal: Seal,
  entries: readonly T[],
  accountId: string | undefined,
): Promise<(T & { readonly targetName: string | null })[]> {
  const idOf = ({ target }: T) => target?.split(" ")[0] ?? "";
  const names = await nameIds(db, seal, accountId, entries.map(idOf));
  return entries.map((entry) => Object.assign(entry, { targetName: names.get(idOf(entry)) ?? null }));
}

/** The audit log, of the team and of the whole service. */
export function auditRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  { forSignedIn, confirmed }: Guards,
  readList: ReadList,
  exporting: Reports["exporting"],
): void {
  const { store, seal, now } = deps;

  const list = async (me: Me, request: FastifyRequest, asked: z.output<typeof serviceQuery>) => {
    const { before, after, sort, limit, accountId, ...filter } = asked;
    const isPlain = isPlainAudit(filter);
    const page = { before, after, limit, oldestFirst: sort === "time" };
    return {
      entries: await readList(me, request, { isPlain }, async (db) =>
        named(db, seal, await listAudit(db, { ...filter, accountId }, page), accountId),
      ),
    };
  };

  /** Exports are logged as well. */
  const send = async (
    me: Me,
    reply: FastifyReply,
    { format, ...filter }: AuditFilter & { readonly format: AuditFormat },
  ) => {
    const read = await exporting(me);
    await writeAudit(store.db, now(), me.by, "audit_exported", filter.accountId ?? me.account.id, format);
    return reply
      .type(format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson")
      .header("content-disposition", `attachment; filename="audit.${format}"`)
      .send(Readable.from(exportAudit(read, filter, format)));
  };

  app.get(
    "/audit",
    forSignedIn(async (me, request) =>
      list(me, request, { ...parse(listQuery, request.query), accountId: me.account.id }),
    ),
  );

  app.get(
    "/audit/export",
    { exposeHeadRoute: false },
    forSignedIn(
      confirmed(async (me, request, reply) =>
        send(me, reply, { ...parse(exportQuery, request.query), accountId: me.account.id }),
      ),
    ),
  );

  app.get(
    "/service/audit",
    forSignedIn(async (me, request) => list(me, request, parse(serviceQuery, request.query))),
  );

  app.get(
    "/service/audit/export",
    { exposeHeadRoute: false },
    forSignedIn(confirmed(async (me, request, reply) => send(me, reply, parse(serviceExportQuery, request.query)))),
  );
}
