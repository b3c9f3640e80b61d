import type { Setting } from "@selfsame/platform/settings/setting";

/** Whether a document is accepted (`if_reachable`) or rejected (`require`) if its status cannot be determined. `off`: the status is not checked. */
export const statusDemands = ["off", "if_reachable", "require"] as const;
export type StatusDemand = (typeof statusDemands)[number];

/** Null if the team has no setting: the installation's applies. Applies to documents that arrive from now on. */
export const statusDemand: Setting<StatusDemand | null> = {
  valueIn: (account) => account.document_status ?? null,
  columns: (demand) => ({ document_status: demand }),
  audit: (demand) => ["document_status_changed", demand ?? "default"],
};
