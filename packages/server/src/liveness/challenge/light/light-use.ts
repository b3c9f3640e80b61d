import { z } from "zod";
import { storedSetting } from "@selfsame/platform/settings/stored-setting";

/** `observe`: the result is reported without deciding anything. */
export const lightUses = ["off", "observe", "require"] as const;
export type LightUse = (typeof lightUses)[number];

/** Null if the team has no setting of its own: the installation's applies. Applies to challenges that begin from now on. */
export const lightUse = storedSetting({
  name: "screenColors",
  value: z.enum(lightUses).nullable(),
  usual: null,
  formerly: "light_use",
});
