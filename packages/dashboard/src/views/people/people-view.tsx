import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Person } from "@selfsame/server/api/dashboard/answers/account";
import { useResource } from "../../state/resource.ts";
import { loadState } from "../../state/session.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { PageHead } from "../../ui/parts.tsx";
import { LinkDialog } from "../accounts/link-dialog.tsx";
import type { MadeLink } from "../accounts/link-dialog.tsx";
import { OperatorDialog } from "./operator-dialog.tsx";
import { PeopleTable } from "./people-table.tsx";

/** Everybody who can sign in, for operators. */
export function PeopleView() {
  const people = useResource<{ people: readonly Person[] }>("/people");
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
    // The operator may have signed themselves out.
    await people.reload();
  };
  return (
    <>
      <PageHead
        title="People"
        lead="Everybody who can sign in, and their teams. Teams invite their own members; operators run the service."
      />
      <PeopleTable
        people={people}
        onOperator={setChanging}
        onLink={(person) => void makeLink(person)}
        onSignOut={(person) => void signOut(person)}
      />
      {changing && (
        <OperatorDialog
          person={changing}
          onClose={() => setChanging(undefined)}
          onChanged={() => {
            void people.reload();
            // The operator may have changed their own role.
            void loadState();
          }}
        />
      )}
      {link && <LinkDialog made={link} onClose={() => setLink(undefined)} />}
    </>
  );
}
