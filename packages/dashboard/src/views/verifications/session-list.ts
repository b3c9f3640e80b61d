import { mode } from "../../state/mode.ts";
import { type ServerList, addressOf, pathShown } from "../../ui/list/server-list.ts";
import { keysPath } from "../keys/keys-path.ts";

export const sessionList = (): ServerList => ({
  path: "/verifications",
  filters: { q: "text", status: "status", key: "keyId" },
  hasRange: true,
  always: { kind: mode.value },
  firstSort: "-made",
});

export const funnelPath = (): string => `/verifications/funnel?kind=${mode.value}`;
export const sessionPath = (id: string): string => `/verifications/${encodeURIComponent(id)}`;
/** Version 3 path, requested with the dashboard's cookie. */
export const evidenceOf = (id: string): string => `/api/v3/sessions/${encodeURIComponent(id)}/evidence`;

/** Paths that the view requests. @param id of one session, if the address has one @param part of the session, such as `evidence` */
export function sessionAsks(id: string | undefined, part: string | undefined): readonly string[] {
  if (part !== undefined) return [];
  if (id !== undefined) return [sessionPath(id)];
  const list = sessionList();
  return [pathShown(list), keysPath, ...(addressOf(list).isNarrowed ? [] : [funnelPath()])];
}
