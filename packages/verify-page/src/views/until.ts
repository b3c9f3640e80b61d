import type { Shown } from "./shown.ts";

/** When the session's link expires: the local time, with the date if it is not today. */
export function until({ session, language }: Pick<Shown, "session" | "language">): string {
  if (!session) return "";
  const at = new Date(session.expires_at);
  const isToday = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, { ...(!isToday && { dateStyle: "medium" }), timeStyle: "short" }).format(at);
}
