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

/** What the view asks for. @param id of one session, where the address names one */
export function sessionAsks(id: string | undefined): readonly string[] {
  if (id !== undefined) return [sessionPath(id)];
  const list = sessionList();
  return [pathShown(list), keysPath, ...(addressOf(list).isNarrowed ? [] : [funnelPath()])];
}
