import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { MemberKey } from "@selfsame/server/api/dashboard/answers/keys";
import type { Member } from "@selfsame/server/api/dashboard/answers/team";
import { go } from "../../state/route.ts";
import { leave, loadState, may, me } from "../../state/session.ts";
import { forgetResources, useResource } from "../../state/resource.ts";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { KeysToRevoke } from "./keys-to-revoke.tsx";

interface KeysOfMember {
  readonly keys: readonly MemberKey[];
}

interface KeysGone {
  readonly revoked: readonly MemberKey[];
  readonly goOn: readonly MemberKey[];
}

const names = (keys: readonly MemberKey[]): string => keys.map(({ name }) => name).join(", ");

/** Text about a member's keys with a leading space; empty if there were none. */
function saidOfKeys({ revoked, goOn }: KeysGone): string {
  const ended = revoked.length > 0 ? ` Revoked: ${names(revoked)}.` : "";
  return goOn.length > 0 ? `${ended} Still working: ${names(goOn)}.` : ended;
}

interface OnMember {
  readonly member: Member;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function RemoveDialog({ member: { id, email }, onChanged, onClose }: OnMember) {
  const keys = useResource<KeysOfMember>(`/members/${id}/keys`);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const remove = async () => {
    const gone = await request<KeysGone>("DELETE", `/members/${id}`, { revokeKeys: [...chosen] });
    toast(`${email ?? "The member"} is removed.${saidOfKeys(gone)}`);
    onChanged();
  };
  return (
    <Confirm title={`Remove ${email ?? "the member"}?`} action="Remove" onConfirm={remove} onClose={onClose}>
      <p>
        They lose access at once. If they belong to no other team, they can no longer sign in. Keys they have seen keep
        working: rotate those.
      </p>
      <KeysToRevoke keys={keys} whose="their" chosen={chosen} onChange={setChosen} mayRevoke />
    </Confirm>
  );
}

export function TransferOwnershipDialog({ member: { id, email }, onChanged, onClose }: OnMember) {
  const transferOwnership = async () => {
    await request("POST", `/members/${id}/hand-over`);
    toast(`${email ?? "The member"} is owner now, and you are admin.`);
    onChanged();
  };
  return (
    <Confirm
      title={`Hand the team over to ${email ?? "the member"}?`}
      action="Hand over"
      onConfirm={transferOwnership}
      onClose={onClose}
    >
      <p>They become owner and you become admin. Only an owner can undo that.</p>
    </Confirm>
  );
}

export function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const others = (me.value?.teams.length ?? 1) > 1;
  const keys = useResource<KeysOfMember>(me.value ? `/members/${me.value.user.id}/keys` : undefined);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const leaveTeam = async () => {
    const gone = await request<KeysGone>("POST", "/leave", { revokeKeys: [...chosen] });
    toast(`You have left the team.${saidOfKeys(gone)}`);
    go("/");
    forgetResources();
    if (others) await loadState();
    else leave();
  };
  return (
    <Confirm title="Leave the team?" action="Leave" onConfirm={leaveTeam} onClose={onClose}>
      <p>
        {others
          ? "You continue in another of your teams. Only an invitation brings you back."
          : "You belong to no other team, so your sign-in is deleted with it. To come back you need an invitation."}
      </p>
      <KeysToRevoke keys={keys} whose="your" chosen={chosen} onChange={setChosen} mayRevoke={may("developer")} />
    </Confirm>
  );
}
