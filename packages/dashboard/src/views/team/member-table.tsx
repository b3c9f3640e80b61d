import type { Member } from "@selfsame/server/api/dashboard/answers/team";
import { may, me } from "../../state/session.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { Badge } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { NotProven } from "./not-proven.tsx";
import { mayDealWith } from "./roles.ts";

export type MemberAction = "role" | "hand over" | "remove" | "leave";

const names: Readonly<Record<MemberAction, string>> = {
  role: "Change role",
  "hand over": "Hand over",
  remove: "Remove",
  leave: "Leave",
};

interface MemberTableProps {
  readonly members: readonly Member[];
  readonly onAction: (action: MemberAction, member: Member) => void;
}

export function MemberTable({ members, onAction }: MemberTableProps) {
  return (
    <Table
      caption="Members"
      rows={members}
      id={({ id }) => id}
      columns={[
        {
          title: "Who",
          cell: ({ id, email, emailProven }) => (
            <span class="strong">
              {email} {isMe(id) && <Badge tone="accent">you</Badge>} {!emailProven && email && <NotProven />}
            </span>
          ),
        },
        { title: "Role", cell: ({ role }) => role },
        { title: "Joined", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (member) => [
            may("admin") && (
              <ButtonLink
                key="changes"
                kind="quiet"
                size="small"
                label={`Changes of ${member.email ?? "the member"}`}
                href={`#/settings/audit?actor=${encodeURIComponent(member.email ?? member.id)}`}
              >
                Changes
              </ButtonLink>
            ),
            ...actionsOn(member).map((action) => (
              <Button
                key={action}
                size="small"
                kind="quiet"
                label={action === "leave" ? "Leave the team" : `${names[action]}: ${member.email ?? ""}`}
                onClick={() => onAction(action, member)}
              >
                {names[action]}
              </Button>
            )),
          ],
        },
      ]}
    />
  );
}

const isMe = (id: string): boolean => id === me.value?.user.id;

function actionsOn({ id, role }: Member): readonly MemberAction[] {
  const changes: readonly MemberAction[] = mayDealWith(role) ? ["role"] : [];
  if (isMe(id)) return [...changes, "leave"];
  if (changes.length === 0) return [];
  return may("owner") ? ["role", "hand over", "remove"] : ["role", "remove"];
}
