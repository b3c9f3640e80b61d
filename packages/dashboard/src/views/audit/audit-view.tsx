import type { AccountRow, Person } from "@selfsame/server/api/dashboard/answers/account";
import { useResource } from "../../state/resource.ts";
import { PageHead } from "../../ui/parts.tsx";
import { AuditList } from "./audit-list.tsx";
import { namesOf } from "./names.ts";

/** What was done in the whole service, for operators. */
export function AuditView() {
  const people = useResource<{ people: readonly Person[] }>("/people").data?.people;
  const accounts = useResource<{ accounts: readonly AccountRow[] }>("/accounts").data?.accounts;
  return (
    <>
      <PageHead title="Audit log" lead="What was done in the whole service, newest first." />
      <AuditList path="/service/audit" nameOf={namesOf(people, accounts)} />
    </>
  );
}
