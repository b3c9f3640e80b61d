import type { Person } from "@selfsame/server/api/dashboard/answers/account";
import { me } from "../../state/session.ts";
import { RowActions } from "../../ui/row-actions.tsx";
import { type CsvFields, isoTime } from "../../ui/list/csv.ts";
import type { SortKeys } from "../../ui/list/local-rows.ts";
import { Badge } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { NotProven } from "../team/not-proven.tsx";
import { Breakable } from "../../ui/words/breakable.tsx";

/** Values of the filter for people. */
export const personKinds = ["operator", "no_password", "not_proven"] as const;
export type PersonKind = (typeof personKinds)[number];
export const personKindNames: Readonly<Record<PersonKind, string>> = {
  operator: "Operators",
  no_password: "Without a password",
  not_proven: "Address not proven",
};

export function isOfKind({ operator, hasPassword, emailProven }: Person, kind: string): boolean {
  if (kind === "operator") return operator;
  return kind === "no_password" ? !hasPassword : hasPassword && !emailProven;
}

export const peopleSorts: SortKeys<Person> = {
  email: ({ email }) => email,
  teams: ({ teams }) => teams.length,
  since: ({ createdAtMs }) => createdAtMs,
};

export const peopleCsv: CsvFields<Person> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  operator: ({ operator }) => operator,
  has_password: ({ hasPassword }) => hasPassword,
  email_proven: ({ emailProven }) => emailProven,
  teams: ({ teams }) => teams.map(({ name, role }) => `${name} (${role})`).join("; "),
  since: ({ createdAtMs }) => isoTime(createdAtMs),
};

export interface PeopleActions {
  readonly onOperator: (person: Person) => void;
  readonly onLink: (person: Person) => void;
  readonly onSignOut: (person: Person) => void;
}

export const peopleColumns = ({ onOperator, onLink, onSignOut }: PeopleActions): readonly Column<Person>[] => [
  {
    title: "Who",
    sort: "email",
    cell: ({ id, email, operator, hasPassword, emailProven }) => (
      <span class="strong">
        <Breakable text={email ?? "not set up yet"} /> {id === me.value?.user.id && <Badge tone="accent">you</Badge>}{" "}
        {operator && <Badge>operator</Badge>}{" "}
        {!hasPassword && email !== null && <Badge tone="warn">no password yet</Badge>}{" "}
        {hasPassword && !emailProven && email !== null && <NotProven />}
      </span>
    ),
  },
  {
    title: "Teams",
    sort: "-teams",
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
  { title: "Since", sort: "-since", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
  {
    title: "Actions",
    kind: "actions",
    cell: (person) =>
      person.email !== null && (
        <RowActions
          subject={person.email}
          first={{ text: "Reset link", label: `Reset link ${person.email}`, run: () => onLink(person) }}
          more={[
            {
              text: "Sign out everywhere",
              label: `Sign out everywhere ${person.email}`,
              run: () => onSignOut(person),
            },
            {
              text: operatorAction(person),
              label: `${operatorAction(person)} ${person.email}`,
              danger: person.operator,
              run: () => onOperator(person),
            },
          ]}
        />
      ),
  },
];

const operatorAction = ({ operator }: Person): string => (operator ? "Remove operator role" : "Make operator");
