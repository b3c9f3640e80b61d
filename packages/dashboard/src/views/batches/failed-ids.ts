import type { BatchResults } from "@selfsame/server/api/v3/schemas/batches";
import { request } from "../../api/request.ts";
import { batchPath } from "./batch-list.ts";

/** Ids of a batch's items that could not be compared. @throws ApiError */
export async function readFailedIds(batchId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ outcome: "failed", limit: "1000", ...(cursor !== null && { cursor }) });
    const page: BatchResults = await request<BatchResults>("GET", `${batchPath(batchId)}/results?${query}`);
    for (const { id } of page.results) ids.add(id);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return ids;
}
