import { title } from "../../ui/words/words.ts";

/** Names that are not what the code says: a session is a verification's here. */
const names: Readonly<Record<string, string>> = {
  session_ended: "Sign-in ended",
};

/** `key_revoked` -> `Key revoked` */
export const actionName = (code: string): string => names[code] ?? title(code);

/** What somebody typed into the filter, as the log has it. `Key revoked` -> `key_revoked` */
export function actionCode(text: string): string {
  const typed = text.trim().toLowerCase();
  const [named] = Object.entries(names).find(([, name]) => name.toLowerCase() === typed) ?? [];
  return named ?? typed.replaceAll(/\s+/g, "_");
}
