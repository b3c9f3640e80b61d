import type { Setting } from "@selfsame/platform/settings/setting";

export const teamName: Setting<string> = {
  valueIn: (account) => account.name ?? "",
  columns: (name) => ({ name }),
  audit: (name) => ["team_renamed", name],
};
