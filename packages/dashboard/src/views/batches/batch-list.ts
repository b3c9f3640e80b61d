import type { ServerList } from "../../ui/list/server-list.ts";

export const batchList: ServerList = {
  path: "/batches",
  filters: { q: "id", status: "status", key: "keyId" },
  hasRange: true,
  firstSort: "-created",
};

export const batchPath = (id: string): string => `/batches/${encodeURIComponent(id)}`;
