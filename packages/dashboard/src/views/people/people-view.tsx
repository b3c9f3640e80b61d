import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Person } from "@selfsame/server/api/dashboard/answers/account";
import { useResource } from "../../state/resource.ts";
import { loadState } from "../../state/session.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useLocalList } from "../../ui/list/use-list.ts";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { title } from "../../ui/words/words.ts";
import { LinkDialog } from "../accounts/link-dialog.tsx";
import type { MadeLink } from "../accounts/link-dialog.tsx";
import { OperatorDialog } from "./operator-dialog.tsx";
import { isOfKind, peopleColumns, peopleCsv, peopleSorts, personKindNames, personKinds } from "./people-columns.tsx";

/** Everybody who signs in, for who runs the service. */
export function PeopleView() {
  const people = useResource<{ people: readonly Person[] }>("/people");
  const list = useLocalList<{ readonly people: readonly Person[] }, Person>({
    resource: people,
    rows: (data) => data.people,
    filters: { kind: isOfKind, role: ({ teams }, value) => teams.some(({ role }) => role === value) },
    texts: ({ id, email, teams }) => [email, ...teams.map(({ name }) => name), id],
    sorts: peopleSorts,
    firstSort: "email",
    at: ({ createdAtMs }) => createdAtMs,
  });
  const [changing, setChanging] = useState<Person>();
  const [link, setLink] = useState<MadeLink>();
  const makeLink = ({ id, email }: Person) =>
    toastFailure(async () => {
      const made = await request<Pick<MadeLink, "link" | "mailed">>("POST", `/people/${id}/reset-link`);
      setLink({ email: email ?? "", link: made.link, mailed: made.mailed, isFor: "password" });
    });
  const signOut = async ({ id, email }: Person) => {
    await toastFailure(async () => {
      await request("POST", `/people/${id}/sign-out`);
      toast(`${email ?? ""} is signed out everywhere.`);
    });
    // It may have been oneself.
    await people.reload();
  };
  return (
    <>
      <PageHead
        title="People"
        lead="Everybody who can sign in, and their teams. Teams invite their own members; operators run the service."
      />
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
            <FilterField
              label="Role"
              every="Every role"
              name="role"
              options={(["owner", "admin", "developer", "reviewer", "viewer"] as const).map((value) => ({
                value,
                text: title(value),
              }))}
            />
          </>
        }
        caption="People"
        id={({ id }) => id}
        columns={peopleColumns({
          onOperator: setChanging,
          onLink: (person) => void makeLink(person),
          onSignOut: (person) => void signOut(person),
        })}
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
      {changing && (
        <OperatorDialog
          person={changing}
          onClose={() => setChanging(undefined)}
          onChanged={() => {
            void people.reload();
            // It may have been oneself.
            void loadState();
          }}
        />
      )}
      {link && <LinkDialog made={link} onClose={() => setLink(undefined)} />}
    </>
  );
}
