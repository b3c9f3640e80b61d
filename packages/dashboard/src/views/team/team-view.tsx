import { useState } from "preact/hooks";
import type { Invitation, Member } from "@selfsame/server/api/dashboard/answers/team";
import { useResource } from "../../state/resource.ts";
import { replaceQuery, route } from "../../state/route.ts";
import { loadState, may, me } from "../../state/session.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { PageHead } from "../../ui/parts.tsx";
import { RoleHint } from "../../ui/role-hint.tsx";
import { LinkDialog } from "../accounts/link-dialog.tsx";
import type { MadeLink } from "../accounts/link-dialog.tsx";
import { TransferOwnershipDialog, LeaveDialog, RemoveDialog } from "./confirm-dialogs.tsx";
import { InvitationsPanel } from "./invitations-panel.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberTable } from "./member-table.tsx";
import type { MemberAction } from "./member-table.tsx";
import { SignOnView } from "./sign-on/sign-on-view.tsx";
import { RoleDialog } from "./role-dialog.tsx";

/** The members; at `#/team/sign-on`, the team's single sign-on. */
export function TeamView() {
  return route.value.path[1] === "sign-on" && may("owner") ? <SignOnView /> : <MembersView />;
}

function MembersView() {
  const members = useResource<{ members: readonly Member[] }>("/members");
  const invitations = useResource<{ invitations: readonly Invitation[] }>(may("admin") ? "/invitations" : undefined);
  const [open, setOpen] = useState<{ readonly action: MemberAction; readonly member: Member }>();
  const [link, setLink] = useState<MadeLink>();
  const inviting = route.value.query.get("invite") !== null && may("admin");
  const close = () => setOpen(undefined);
  const changed = () => {
    close();
    // The person's own role may have changed.
    void loadState();
    void members.reload();
  };
  return (
    <>
      <PageHead
        title="Team"
        lead={`Who works with the keys of ${me.value?.account.name ?? "the team"}, and what each of them may do.`}
      >
        <ButtonLink href="#/settings/team">Team settings</ButtonLink>
        {may("owner") && <ButtonLink href="#/team/sign-on">Single sign-on</ButtonLink>}
        {may("admin") && (
          <Button kind="primary" onClick={() => replaceQuery({ invite: "1" })}>
            Invite somebody
          </Button>
        )}
      </PageHead>
      <MemberTable members={members} onAction={(action, member) => setOpen({ action, member })} />
      {may("admin") && <InvitationsPanel invitations={invitations} />}
      <RoleHint needs="admin" to="invite people and change roles" />
      {inviting && (
        <InviteDialog
          onClose={() => replaceQuery({ invite: undefined })}
          onMade={(made) => {
            replaceQuery({ invite: undefined });
            setLink(made);
            void invitations.reload();
          }}
        />
      )}
      {open?.action === "role" && <RoleDialog member={open.member} onClose={close} onChanged={changed} />}
      {open?.action === "remove" && <RemoveDialog member={open.member} onClose={close} onChanged={changed} />}
      {open?.action === "hand over" && (
        <TransferOwnershipDialog member={open.member} onClose={close} onChanged={changed} />
      )}
      {open?.action === "leave" && <LeaveDialog onClose={close} />}
      {link && <LinkDialog made={link} onClose={() => setLink(undefined)} />}
    </>
  );
}
