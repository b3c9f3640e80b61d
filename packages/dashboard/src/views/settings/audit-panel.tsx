import { Panel } from "../../ui/parts.tsx";
import { AuditList } from "../audit/audit-list.tsx";

export function AuditPanel() {
  return (
    <Panel title="Audit log" lead="What was done in the team, newest first.">
      <AuditList path="/audit" ofService={false} />
    </Panel>
  );
}
