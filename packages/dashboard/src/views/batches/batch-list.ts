import type { ServerList } from "../../ui/list/server-list.ts";

export const batchesPath = "/api/v3/batches";

export const batchList: ServerList = {
  path: batchesPath,
  filters: { q: "id_prefix", status: "status", key: "key_id" },
  hasRange: true,
  firstSort: "-created_at",
  formerSorts: { created: "created_at" },
};

export const batchPath = (id: string): string => `${batchesPath}/${encodeURIComponent(id)}`;
