import { useState } from "preact/hooks";
import { explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import type { Person } from "@selfsame/server/api/dashboard/answers/account";
import { useResource } from "../../state/resource.ts";
import { route } from "../../state/route.ts";
import { loadState } from "../../state/session.ts";
import { toast } from "../../state/toasts.ts";
import { SearchField } from "../../ui/list.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { LinkDialog } from "../accounts/link-dialog.tsx";
import type { MadeLink } from "../accounts/link-dialog.tsx";
import { OperatorDialog } from "./operator-dialog.tsx";
import { PeopleTable } from "./people-table.tsx";

/** Everybody who signs in, for who runs the service. */
export function PeopleView() {
  const people = useResource<{ people: readonly Person[] }>("/people");
  const text = route.value.query.get("q") ?? "";
  const [changing, setChanging] = useState<Person>();
  const [link, setLink] = useState<MadeLink>();
  const makeLink = async ({ id, email }: Person) => {
    try {
      const made = await request<Pick<MadeLink, "link" | "mailed">>("POST", `/people/${id}/reset-link`);
      setLink({ email: email ?? "", link: made.link, mailed: made.mailed, isFor: "password" });
    } catch (error) {
      toast(explain(error), "failed");
    }
  };
  const signOut = async ({ id, email }: Person) => {
    try {
      await request("POST", `/people/${id}/sign-out`);
      toast(`${email ?? ""} is signed out everywhere.`);
    } catch (error) {
      toast(explain(error), "failed");
    }
    // It may have been oneself.
    await people.reload();
  };
  return (
    <>
      <PageHead
        title="People"
        lead="Everybody who can sign in, and their teams. Teams invite their own members; operators run the service."
      />
      <div class="toolbar">
        <SearchField label="Search people" placeholder="Search by e-mail or team" value={text} />
      </div>
      <Loaded from={people}>
        {(data) => {
          const wanted = text.trim().toLowerCase();
          const rows = data.people.filter(({ email, teams }) =>
            [email ?? "", ...teams.map(({ name }) => name)].join(" ").toLowerCase().includes(wanted),
          );
          return rows.length > 0 ? (
            <PeopleTable people={rows} onOperator={setChanging} onLink={makeLink} onSignOut={signOut} />
          ) : (
            <Empty title="Nobody fits">Try fewer letters.</Empty>
          );
        }}
      </Loaded>
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
