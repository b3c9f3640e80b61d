import type { AccountRow, Person } from "@selfsame/server/api/dashboard/answers/account";
import { useResource } from "../../state/resource.ts";
import { PageHead } from "../../ui/parts.tsx";
import { AuditList } from "./audit-list.tsx";

/** What was done in the whole service, for operators. */
export function AuditView() {
  const people = useResource<{ people: readonly Person[] }>("/people").data?.people ?? [];
  const accounts = useResource<{ accounts: readonly AccountRow[] }>("/accounts").data?.accounts ?? [];
  const nameOf = (id: string) =>
    people.find((person) => person.id === id)?.email ?? accounts.find((account) => account.id === id)?.name ?? "";
  return (
    <>
      <PageHead title="Audit log" lead="What was done in the whole service, newest first." />
      <AuditList path="/service/audit" nameOf={nameOf} />
    </>
  );
}
