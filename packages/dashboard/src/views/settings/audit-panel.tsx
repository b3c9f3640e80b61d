import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import type { Member } from "@selfsame/server/api/dashboard/answers/team";
import { useResource } from "../../state/resource.ts";
import { Panel } from "../../ui/parts.tsx";
import { AuditList } from "../audit/audit-list.tsx";

export function AuditPanel() {
  const keys = useResource<{ keys: readonly Key[] }>("/keys").data?.keys ?? [];
  const members = useResource<{ members: readonly Member[] }>("/members").data?.members ?? [];
  const nameOf = (id: string) =>
    keys.find((key) => key.id === id)?.name ?? members.find((member) => member.id === id)?.email ?? "";
  return (
    <Panel title="Audit log" lead="What was done in the team, newest first.">
      <AuditList path="/audit" nameOf={nameOf} />
    </Panel>
  );
}
