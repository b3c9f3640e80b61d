import { Readable } from "node:stream";
import type { Kysely } from "kysely";
import Negotiator from "negotiator";
import type { z } from "zod";
import { findBatch } from "../../../../features/batches/batch.ts";
import { csvOf, ndjsonOf, type ReadPart, resultData, selectItems } from "../../../../features/batches/results.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import { jsonNumber } from "@selfsame/platform/store/queries/json-number";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import { lineTypes } from "../../batch-body.ts";
import type { PlainEndpoint } from "../../endpoint.ts";
import { readPageBy, type Sorts } from "../../lists.ts";
import { batchResultsSchema, resultsQuerySchema } from "../../schemas/batches.ts";
import { batchTag, noBatch } from "./batches.ts";

const resultSorts = (kind: StoreKind) =>
  ({
    position: { column: "position", kind: "number" },
    id: { column: "item_id", kind: "text" },
    // Below every similarity: it is null without a match.
    similarity: { column: jsonNumber(kind, "result", "similarity"), kind: "number", missing: -1 },
  }) as const satisfies Sorts;

/** A cursor is the position that the next page begins with; the last position of this one if it descends. */
const byPosition = {
  placeOf: (cursor: string) => (/^\d{1,5}$/.test(cursor) ? { value: Number(cursor), id: "" } : undefined),
  after: ({ position }: { readonly position: number }, descending: boolean) =>
    String(descending ? position : position + 1),
};

export const batchResults: PlainEndpoint = {
  method: "GET",
  path: "/batches/:id/results",
  name: "v3.batch_results",
  key: "private",
  testKeys: false,
  tag: batchTag,
  summary: "Read the results",
  description: `One result for each item, in the order of the items unless sorted, as soon as it is available. \`Accept: application/x-ndjson\` and \`text/csv\` return all of
them, or all that the filters select, one a line; JSON returns pages.`,
  query: resultsQuerySchema,
  data: batchResultsSchema,
  codes: ["invalid_parameter", "batch_not_found"],
  example: {
    summary: "Three results",
    data: {
      results: [
        {
          id: "customer-1207",
          position: 0,
          status: "done",
          match: true,
          similarity: 0.8143,
          threshold: 0.6,
          false_match_rate: 0.00000719,
          references_used: 1,
          code: null,
          param: null,
          receipt: null,
        },
        {
          id: "customer-1208",
          position: 1,
          status: "failed",
          match: null,
          similarity: null,
          threshold: null,
          false_match_rate: null,
          references_used: null,
          code: "no_face",
          param: "selfie_url",
          receipt: null,
        },
      ],
      next_cursor: null,
    },
  },
  run: async (deps, query, context) => {
    const { caller, params, accept, person } = context;
    const { store, now } = deps.batches;
    const batch = await findBatch(store.db, caller.accountId, params["id"] ?? "");
    if (!batch) return noBatch;
    const asked = query as z.infer<typeof resultsQuerySchema>;
    const { outcome, code, id_prefix: idBegins } = asked;
    const filter = { outcome, code, idBegins };
    const lists = [...lineTypes, "text/csv"];
    const type = new Negotiator({ headers: { accept } }).mediaType(["application/json", ...lists]);
    if (type !== undefined && lists.includes(type)) {
      if (person) {
        person.requireConfirmed();
        await writeAudit(store.db, now(), context.by, "batch_exported", caller.accountId, batch.id);
      }
      // Filters read every row: on SQLite that would hold up all other requests.
      const isFiltered = Object.values(filter).some((one) => one !== undefined);
      const read: ReadPart = (work) => store.run(() => work(isFiltered ? store.reports : store.db));
      const lines = (type === "text/csv" ? csvOf : ndjsonOf)(read, batch.id, filter);
      return { outcome: "read", contentType: `${type}; charset=utf-8`, stream: Readable.from(lines) };
    }
    const select = (db: Kysely<Schema>) => selectItems(db, batch.id, filter);
    const list = { store, sorts: resultSorts(store.kind), indexed: [], select, idColumn: "item_id" };
    const page = await readPageBy(byPosition, deps, context, list, asked);
    if ("code" in page) return page;
    return { outcome: "read", data: { results: page.rows.map(resultData), next_cursor: page.next_cursor } };
  },
};
