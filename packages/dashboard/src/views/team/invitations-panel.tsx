import { request } from "../../api/request.ts";
import type { Invitation } from "@selfsame/server/api/dashboard/answers/team";
import type { Resource } from "../../state/resource.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";

/** Invitations whose link still works. */
export function InvitationsPanel({
  invitations,
}: {
  readonly invitations: Resource<{ readonly invitations: readonly Invitation[] }>;
}) {
  const withdraw = async ({ id, email }: Invitation) => {
    await toastFailure(async () => {
      await request("DELETE", `/invitations/${id}`);
      toast(`The invitation of ${email} is withdrawn.`);
    });
    await invitations.reload();
  };
  return (
    <Panel title="Open invitations" lead="Each link works once, within a week, for the person it names.">
      <Loaded from={invitations} lines={1}>
        {(data) =>
          data.invitations.length === 0 ? (
            <p class="hint">No open invitations. Invite a colleague to share this team's keys and sessions.</p>
          ) : (
            <Table
              caption="Open invitations"
              rows={data.invitations}
              id={({ id }) => id}
              columns={[
                { title: "Who", cell: ({ email }) => <span class="strong">{email}</span> },
                { title: "Role", cell: ({ role }) => role },
                { title: "Expires", cell: ({ expiresAtMs }) => <Time atMs={expiresAtMs} /> },
                {
                  title: "Actions",
                  kind: "actions",
                  cell: (invitation) => (
                    <Button
                      size="small"
                      kind="quiet"
                      label={`Withdraw the invitation of ${invitation.email}`}
                      onClick={() => void withdraw(invitation)}
                    >
                      Withdraw
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
