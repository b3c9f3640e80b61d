import type { Setting } from "../../../platform/settings/setting.ts";

export const teamName: Setting<string> = {
  valueIn: (account) => account.name ?? "",
  columns: (name) => ({ name }),
  audit: (name) => ["team_renamed", name],
};
