import type { Kysely } from "kysely";
import { beginsWith } from "../../platform/store/begins-with.ts";
import { ofBothKinds } from "../../platform/store/both-kinds.ts";
import { type Page, type Place, newestFirst } from "../../platform/store/pagination.ts";
import type { Schema } from "../../platform/store/schema.ts";
import { type LoggedRequest, loggedRequest } from "./row.ts";

export interface RequestFilter {
  readonly requestId?: string | undefined;
  /** What the request id begins with. */
  readonly idBegins?: string | undefined;
  readonly keyId?: string | undefined;
  /** In domain words, or `error` for any. */
  readonly outcome?: string | undefined;
  /** An error's. */
  readonly code?: string | undefined;
  readonly route?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Only what test keys made, or only the rest; both unless given. */
  readonly test?: boolean | undefined;
}

/** The account's, in no order yet. */
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
      // Those that are found by another index are put in order afterwards.
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
