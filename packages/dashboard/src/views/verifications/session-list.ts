import { mode } from "../../state/mode.ts";
import { type ServerList, addressOf, pathShown } from "../../ui/list/server-list.ts";
import { keysPath } from "../keys/keys-path.ts";
import { endpointsPath } from "../webhooks/webhook-lists.ts";
import { membersPath } from "./member-names.ts";

export const sessionsPath = "/api/v3/sessions";

export const sessionList = (): ServerList => ({
  path: sessionsPath,
  filters: { q: "text", status: "status", key: "key_id" },
  hasRange: true,
  always: { mode: mode.value },
  firstSort: "-created_at",
  formerSorts: { made: "created_at", ended: "ended_at" },
});

export const funnelPath = (): string => `/verifications/funnel?kind=${mode.value}`;
export const sessionPath = (id: string): string => `${sessionsPath}/${encodeURIComponent(id)}`;
export const timelinePath = (id: string): string => `${sessionPath(id)}/timeline`;
export const reviewPath = (id: string): string => `${sessionPath(id)}/review`;
export const evidenceOf = (id: string): string => `${sessionPath(id)}/evidence`;

/** Paths that the view requests. @param id of one session, if the address has one @param part of the session, such as `evidence` */
export function sessionAsks(id: string | undefined, part: string | undefined): readonly string[] {
  if (part !== undefined) return [];
  if (id !== undefined) return [sessionPath(id), timelinePath(id), membersPath, endpointsPath];
  const list = sessionList();
  return [pathShown(list), keysPath, ...(addressOf(list).isNarrowed ? [] : [funnelPath()])];
}
