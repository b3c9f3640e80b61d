import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { createTurns } from "@selfsame/platform/turns";
import { DashboardError } from "./errors.ts";
import type { Rates } from "./rates.ts";
import type { Me } from "./signed-in.ts";

/** Runs a query that reads much usage. @throws NoTurn */
export type RunReport = <T>(me: Me, request: FastifyRequest, work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;

/** Queued reports per account. A view requests one or two; several views may be open. */
const waitingMax = { report: 8, search: 16 } as const;

/** Reads a part of an export, in the account's queue. */
type ReadPart = <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;

export interface Reports {
  /** Counted and limited per minute. */
  readonly report: RunReport;
  /** For filtered or sorted lists, which a view requests repeatedly: counted like every request. */
  readonly search: RunReport;
  /** For what is read while it is sent: counted once, and of an account's exports one reads at a time. */
  readonly exporting: (me: Me) => Promise<ReadPart>;
}

/**
 * Runs reports on the store's connections for them, one at a time for each account: an account that requests ten years at once delays only
 * itself. The store's guard is not used: a slow report does not mean that the database is unavailable.
 */
export function createReports(store: Store, rates: Rates): Reports {
  const inTurn = (kind: keyof typeof waitingMax): RunReport => {
    const turns = createTurns(1, waitingMax[kind]);
    return (me, request, work) =>
      turns.take(me.account.id, async () => {
        // The client disconnected while this waited: the report has no reader.
        if (request.clientGone.aborted) throw new DashboardError("busy");
        return work(store.reports);
      });
  };
  const report = inTurn("report");
  // The queue of exports has no limit: a started export cannot be rejected, and the number started per minute is limited.
  const exports = createTurns(1);
  return {
    report: async (me, request, work) => {
      await rates.ofReports(me.account.id);
      return report(me, request, work);
    },
    search: inTurn("search"),
    exporting: async (me) => {
      await rates.ofReports(me.account.id);
      return (work) => exports.take(me.account.id, () => work(store.reports));
    },
  };
}
