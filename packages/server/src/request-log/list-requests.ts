import type { Kysely } from "kysely";
import { type Page, type Place, newestFirst } from "../store/pagination.ts";
import type { Schema } from "../store/schema.ts";
import { type LoggedRequest, loggedRequest } from "./row.ts";

export interface RequestFilter {
  readonly limit: number;
  readonly after?: Place | undefined;
  readonly requestId?: string | undefined;
  readonly keyId?: string | undefined;
  /** An outcome, or an error's code. */
  readonly outcome?: string | undefined;
  readonly route?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only what test keys made, or only the rest; both unless given. */
  readonly test?: boolean | undefined;
}

/** The account's, newest first. */
export async function listRequests(
  db: Kysely<Schema>,
  accountId: string,
  { limit, after, requestId, keyId, outcome, route, fromMs, toMs, test }: RequestFilter,
): Promise<Pick<Page<unknown>, "next"> & { readonly requests: readonly LoggedRequest[] }> {
  const own = db
    .selectFrom("requests")
    .selectAll()
    .where("account_id", "=", accountId)
    .$if(requestId !== undefined, (query) => query.where("request_id", "=", requestId ?? ""))
    .$if(keyId !== undefined, (query) => query.where("key_id", "=", keyId ?? ""))
    .$if(outcome !== undefined, (query) =>
      query.where((where) => where.or([where("outcome", "=", outcome ?? ""), where("code", "=", outcome ?? "")])),
    )
    .$if(route !== undefined, (query) => query.where("route", "=", route ?? ""))
    .$if(fromMs !== undefined, (query) => query.where("created_at_ms", ">=", fromMs ?? 0))
    .$if(test !== undefined, (query) => query.where("test", "=", Number(test)))
    .$if(toMs !== undefined, (query) => query.where("created_at_ms", "<", toMs ?? 0));
  const { rows, next } = await newestFirst(own, { limit, after });
  return { requests: rows.map(loggedRequest), next };
}

/**
 * The newest with this id: a caller may have sent it before.
 * @param test whether a test key asks, or a live one; each has requests of its own
 */
export async function findRequest(
  db: Kysely<Schema>,
  accountId: string,
  requestId: string,
  test: boolean,
): Promise<LoggedRequest | undefined> {
  const { requests } = await listRequests(db, accountId, { requestId, test, limit: 1 });
  return requests[0];
}
