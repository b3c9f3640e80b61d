import type { Kysely } from "kysely";
import { beginsWith } from "@selfsame/platform/store/queries/begins-with";
import { ofBothKinds } from "@selfsame/platform/store/queries/both-kinds";
import { type Page, type Place, newestFirst } from "@selfsame/platform/store/queries/pagination";
import type { Schema } from "@selfsame/platform/store/schema";
import { type LoggedRequest, loggedRequest } from "./row.ts";

export interface RequestFilter {
  readonly requestId?: string | undefined;
  /** Prefix of the request id. */
  readonly idBegins?: string | undefined;
  readonly keyId?: string | undefined;
  /** In domain terms, or `error` for any. */
  readonly outcome?: string | undefined;
  /** Error code. */
  readonly code?: string | undefined;
  readonly route?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Requests of test keys only, or all others only; default: both. */
  readonly test?: boolean | undefined;
}

/** The account's requests, unordered. */
export function selectRequests(
  db: Kysely<Schema>,
  accountId: string,
  { requestId, idBegins, keyId, outcome, code, route, fromMs, toMs, test }: RequestFilter,
) {
  return (
    db
      .selectFrom("requests")
      .selectAll()
      .where("account_id", "=", accountId)
      .$if(requestId !== undefined, (query) => query.where("request_id", "=", requestId ?? ""))
      .$if(idBegins !== undefined, (query) => query.where(beginsWith(db, "request_id", idBegins ?? "")))
      .$if(keyId !== undefined, (query) => query.where("key_id", "=", keyId ?? ""))
      .$if(outcome !== undefined, (query) => query.where("outcome", "=", outcome ?? ""))
      .$if(code !== undefined, (query) => query.where("code", "is not", null).where("code", "=", code ?? ""))
      .$if(route !== undefined, (query) => query.where("route", "=", route ?? ""))
      .$if(fromMs !== undefined, (query) => query.where("created_at_ms", ">=", fromMs ?? 0))
      .$if(test !== undefined, (query) => query.where("test", "=", Number(test)))
      // Results found by another index are sorted afterwards.
      .$if((test ?? requestId ?? idBegins ?? code) === undefined, (query) => query.where(ofBothKinds))
      .$if(toMs !== undefined, (query) => query.where("created_at_ms", "<", toMs ?? 0))
  );
}

/** The account's, newest first. */
export async function listRequests(
  db: Kysely<Schema>,
  accountId: string,
  { limit, after, ...filter }: RequestFilter & { readonly limit: number; readonly after?: Place | undefined },
): Promise<Pick<Page<unknown>, "next"> & { readonly requests: readonly LoggedRequest[] }> {
  const { rows, next } = await newestFirst(selectRequests(db, accountId, filter), { limit, after });
  return { requests: rows.map(loggedRequest), next };
}

/**
 * The newest request with this id: a caller may have sent it before.
 * @param test whether a test key asks; test and live requests are separate
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
