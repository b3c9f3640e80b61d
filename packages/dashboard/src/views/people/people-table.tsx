import type { Person } from "@selfsame/server/api/dashboard/answers/account";
import { me } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Badge } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { NotProven } from "../team/not-proven.tsx";
import { Time } from "../../ui/words/time.tsx";

interface PeopleTableProps {
  readonly people: readonly Person[];
  readonly onOperator: (person: Person) => void;
  readonly onLink: (person: Person) => Promise<void>;
  readonly onSignOut: (person: Person) => Promise<void>;
}

export function PeopleTable({ people, onOperator, onLink, onSignOut }: PeopleTableProps) {
  return (
    <Table
      caption="People"
      rows={people}
      id={({ id }) => id}
      columns={[
        {
          title: "Who",
          cell: ({ id, email, operator, hasPassword, emailProven }) => (
            <span class="strong">
              {email ?? "not set up yet"} {id === me.value?.user.id && <Badge tone="accent">you</Badge>}{" "}
              {operator && <Badge>operator</Badge>}{" "}
              {!hasPassword && email !== null && <Badge tone="warn">no password yet</Badge>}{" "}
              {hasPassword && !emailProven && email !== null && <NotProven />}
            </span>
          ),
        },
        {
          title: "Teams",
          cell: ({ teams }) => (
            <div class="two-lines">
              {teams.map(({ id, name, role }) => (
                <span key={id}>
                  {name || "not set up yet"} <span class="faint">{role}</span>
                </span>
              ))}
            </div>
          ),
        },
        { title: "Since", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (person) =>
            person.email !== null && (
              <>
                <Button
                  size="small"
                  kind="quiet"
                  label={`Reset link ${person.email}`}
                  onClick={() => void onLink(person)}
                >
                  Reset link
                </Button>
                <Button
                  size="small"
                  kind="quiet"
                  label={`Sign out everywhere ${person.email}`}
                  onClick={() => void onSignOut(person)}
                >
                  Sign out
                </Button>
                <Button
                  size="small"
                  kind="quiet"
                  label={`${operatorAction(person)} ${person.email}`}
                  onClick={() => onOperator(person)}
                >
                  {operatorAction(person)}
                </Button>
              </>
            ),
        },
      ]}
    />
  );
}

const operatorAction = ({ operator }: Person): string => (operator ? "Remove operator role" : "Make operator");
