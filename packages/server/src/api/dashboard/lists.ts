import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { RunReport } from "./reports.ts";
import type { Me } from "./signed-in.ts";

/** Where a list is read: at once if an index covers it, otherwise in the account's queue on the connection for reports. */
export type ReadList = <T>(
  me: Me,
  request: FastifyRequest,
  asked: { readonly isPlain: boolean },
  work: (db: Kysely<Schema>) => Promise<T>,
) => Promise<T>;

export const createReadList =
  (db: Kysely<Schema>, search: RunReport): ReadList =>
  (me, request, { isPlain }, work) =>
    isPlain ? work(db) : search(me, request, work);
