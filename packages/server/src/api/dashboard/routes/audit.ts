import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { exportAudit, listAudit } from "../../../audit/audit-log.ts";
import type { AuditFilter, AuditFormat } from "../../../audit/audit-log.ts";
import { writeAudit } from "../../../audit/audit.ts";
import type { DashboardDeps } from "../deps.ts";
import { parse } from "../parse.ts";
import type { Guards, Me } from "../signed-in.ts";

const text = z.string().min(1).max(254).optional();
const timeMs = z.coerce.number().int().min(0).max(8_640_000_000_000_000).optional();
const filter = { actor: text, action: text, target: text, address: text, fromMs: timeMs, toMs: timeMs };
const before = z.coerce.number().int().positive().optional();
const format = z.enum(["csv", "ndjson"]);

export const listQuery = z.strictObject({ ...filter, before });
const exportQuery = z.strictObject({ ...filter, format });
const serviceQuery = z.strictObject({ ...filter, before, accountId: text });
const serviceExportQuery = z.strictObject({ ...filter, format, accountId: text });

/** The audit log, of the team and of the whole service. */
export function auditRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, now } = deps;

  /** An export is in the log itself. */
  const send = async (
    me: Me,
    reply: FastifyReply,
    { format, ...filter }: AuditFilter & { readonly format: AuditFormat },
  ) => {
    await writeAudit(store.db, now(), me.by, "audit_exported", filter.accountId ?? me.account.id, format);
    return reply
      .type(format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson")
      .header("content-disposition", `attachment; filename="audit.${format}"`)
      .send(Readable.from(exportAudit(store.db, filter, format)));
  };

  app.get(
    "/audit",
    forSignedIn(async (me, request) => {
      const { before, ...filter } = parse(listQuery, request.query);
      return { entries: await listAudit(store.db, { ...filter, accountId: me.account.id }, { before }) };
    }),
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
    forSignedIn(async (_me, request) => {
      const { before, ...filter } = parse(serviceQuery, request.query);
      return { entries: await listAudit(store.db, filter, { before }) };
    }),
  );

  app.get(
    "/service/audit/export",
    { exposeHeadRoute: false },
    forSignedIn(confirmed(async (me, request, reply) => send(me, reply, parse(serviceExportQuery, request.query)))),
  );
}
