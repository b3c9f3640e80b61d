import { z } from "zod";
import { storedSetting } from "@selfsame/platform/settings/stored-setting";

/** Whether a document is accepted (`if_reachable`) or rejected (`require`) if its status cannot be determined. `off`: the status is not checked. */
export const statusDemands = ["off", "if_reachable", "require"] as const;
export type StatusDemand = (typeof statusDemands)[number];

/** Null if the team has no setting: the installation's applies. Applies to documents that arrive from now on. */
export const statusDemand = storedSetting({
  name: "documentStatus",
  value: z.enum(statusDemands).nullable(),
  usual: null,
  formerly: "document_status",
});
