import type { Person } from "@selfsame/server/api/dashboard/answers/account";
import type { Resource } from "../../state/resource.ts";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useLocalList } from "../../ui/list/use-list.ts";
import { Empty } from "../../ui/parts.tsx";
import { titled } from "../../ui/words/words.ts";
import { roles } from "../team/roles.ts";
import {
  isOfKind,
  type PeopleActions,
  peopleColumns,
  peopleCsv,
  peopleSorts,
  personKindNames,
  personKinds,
} from "./people-columns.tsx";

interface PeopleTableProps extends PeopleActions {
  readonly people: Resource<{ readonly people: readonly Person[] }>;
}

export function PeopleTable({ people, ...actions }: PeopleTableProps) {
  const list = useLocalList<{ readonly people: readonly Person[] }, Person>({
    resource: people,
    rows: (data) => data.people,
    filters: { kind: isOfKind, role: ({ teams }, value) => teams.some(({ role }) => role === value) },
    texts: ({ id, email, teams }) => [email, ...teams.map(({ name }) => name), id],
    sorts: peopleSorts,
    firstSort: "email",
    at: ({ createdAtMs }) => createdAtMs,
  });
  return (
    <DataList
      list={list}
      search="Search people"
      placeholder="Search by e-mail, team or id"
      hasRange
      filters={
        <>
          <FilterField
            label="Kind"
            every="Everybody"
            name="kind"
            options={personKinds.map((value) => ({ value, text: personKindNames[value] }))}
          />
          <FilterField label="Role" every="Every role" name="role" options={titled(roles.toReversed())} />
        </>
      }
      caption="People"
      id={({ id }) => id}
      columns={peopleColumns(actions)}
      file="people"
      csv={peopleCsv}
      nothing="Nobody matches"
      all="Show everybody"
      empty={
        <Empty title="Nobody yet" whole>
          <p>People appear here when they are invited to a team, or own an account that you create.</p>
        </Empty>
      }
    />
  );
}
