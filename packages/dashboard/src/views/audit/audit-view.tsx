import { PageHead } from "../../ui/parts.tsx";
import { AuditList } from "./audit-list.tsx";

/** The audit log of the whole service, for operators. */
export function AuditView() {
  return (
    <>
      <PageHead title="Audit log" lead="What was done in the whole service, newest first." />
      <AuditList path="/service/audit" ofService />
    </>
  );
}
