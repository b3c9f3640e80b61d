import type { BatchItems } from "@selfsame/server/api/dashboard/answers/batches";
import { request } from "../../api/request.ts";

/** Ids of a batch's items that could not be compared. @throws ApiError */
export async function readFailedIds(batchId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ outcome: "failed", limit: "500", ...(cursor !== null && { cursor }) });
    const page: BatchItems = await request<BatchItems>("GET", `/batches/${encodeURIComponent(batchId)}/items?${query}`);
    for (const { id } of page.items) ids.add(id);
    cursor = page.next;
  } while (cursor !== null);
  return ids;
}
