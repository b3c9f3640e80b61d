import { title } from "../../ui/words/words.ts";

/** Names that differ from the code: in the dashboard, "session" means a verification session, and every setting in the log is a team's. */
const names: Readonly<Record<string, string>> = {
  session_ended: "Sign-in ended",
  team_setting_changed: "Setting changed",
};

/** `key_revoked` -> `Key revoked` */
export const actionName = (code: string): string => names[code] ?? title(code);

/** Converts a typed filter to the log's code. `Key revoked` -> `key_revoked` */
export function actionCode(text: string): string {
  const typed = text.trim().toLowerCase();
  const [named] = Object.entries(names).find(([, name]) => name.toLowerCase() === typed) ?? [];
  return named ?? typed.replaceAll(/\s+/g, "_");
}
