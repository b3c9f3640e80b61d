import type { Resource } from "../../state/resource.ts";
import type { Member } from "@selfsame/server/api/dashboard/answers/team";
import { may, me } from "../../state/session.ts";
import { RowActions } from "../../ui/row-actions.tsx";
import { Badge } from "../../ui/parts.tsx";
import { FilterField } from "../../ui/list.tsx";
import { type CsvFields, isoTime } from "../../ui/list/csv.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { useLocalList } from "../../ui/list/use-list.ts";
import { titled } from "../../ui/words/words.ts";
import { Time } from "../../ui/words/time.tsx";
import { NotProven } from "./not-proven.tsx";
import { mayManage, roles } from "./roles.ts";
import { Breakable } from "../../ui/words/breakable.tsx";

export type MemberAction = "role" | "hand over" | "remove" | "leave";

const names: Readonly<Record<MemberAction, string>> = {
  role: "Change role",
  "hand over": "Hand over",
  remove: "Remove",
  leave: "Leave",
};

interface MemberTableProps {
  readonly members: Resource<{ readonly members: readonly Member[] }>;
  readonly onAction: (action: MemberAction, member: Member) => void;
}

const csv: CsvFields<Member> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  role: ({ role }) => role,
  joined: ({ createdAtMs }) => isoTime(createdAtMs),
};

export function MemberTable({ members, onAction }: MemberTableProps) {
  const list = useLocalList<{ readonly members: readonly Member[] }, Member>({
    resource: members,
    rows: (data) => data.members,
    filters: { role: ({ role }, value) => role === value },
    texts: ({ id, email }) => [email, id],
    sorts: {
      email: ({ email }) => email,
      role: ({ role }) => roles.findIndex((one) => one === role),
      joined: ({ createdAtMs }) => createdAtMs,
    },
    firstSort: "joined",
  });
  return (
    <DataList
      list={list}
      lines={3}
      search="Search members"
      placeholder="Search by e-mail"
      filters={<FilterField label="Filter by role" every="Every role" name="role" options={titled(roles)} />}
      caption="Members"
      id={({ id }) => id}
      file="members"
      csv={csv}
      nothing="No member matches"
      all="Show all members"
      empty={null}
      columns={[
        {
          title: "Who",
          sort: "email",
          cell: ({ id, email, emailProven }) => (
            <span class="strong">
              <Breakable text={email ?? ""} /> {isMe(id) && <Badge tone="accent">you</Badge>}{" "}
              {!emailProven && email && <NotProven />}
            </span>
          ),
        },
        { title: "Role", sort: "role", cell: ({ role }) => role },
        { title: "Joined", sort: "-joined", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (member) => {
            const changes = may("admin") && {
              text: "Changes",
              label: `Changes of ${member.email ?? "the member"}`,
              run: { href: `#/settings/audit?actor=${encodeURIComponent(member.email ?? member.id)}` },
            };
            const [first, ...more] = [
              ...(changes ? [changes] : []),
              ...actionsOn(member).map((action) => ({
                text: names[action],
                label: action === "leave" ? "Leave the team" : `${names[action]}: ${member.email ?? ""}`,
                danger: action === "remove" || action === "leave",
                run: () => onAction(action, member),
              })),
            ];
            return <RowActions subject={member.email ?? "the member"} first={first} more={more} />;
          },
        },
      ]}
    />
  );
}

const isMe = (id: string): boolean => id === me.value?.user.id;

function actionsOn({ id, role }: Member): readonly MemberAction[] {
  const changes: readonly MemberAction[] = mayManage(role) ? ["role"] : [];
  if (isMe(id)) return [...changes, "leave"];
  if (changes.length === 0) return [];
  return may("owner") ? ["role", "hand over", "remove"] : ["role", "remove"];
}
