import { request } from "../../api/request.ts";
import type { Member } from "@selfsame/server/api/dashboard/answers/team";
import { go } from "../../state/route.ts";
import { leave, loadState, me } from "../../state/session.ts";
import { forgetResources } from "../../state/resource.ts";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";

interface OnMember {
  readonly member: Member;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function RemoveDialog({ member: { id, email }, onChanged, onClose }: OnMember) {
  const remove = async () => {
    await request("DELETE", `/members/${id}`);
    toast(`${email ?? "The member"} is removed.`);
    onChanged();
  };
  return (
    <Confirm title={`Remove ${email ?? "the member"}?`} action="Remove" onConfirm={remove} onClose={onClose}>
      <p>
        They are out at once. Who belongs to no other team cannot sign in any more. Keys that they know go on working:
        rotate those.
      </p>
    </Confirm>
  );
}

export function HandOverDialog({ member: { id, email }, onChanged, onClose }: OnMember) {
  const handOver = async () => {
    await request("POST", `/members/${id}/hand-over`);
    toast(`${email ?? "The member"} is owner now, and you are admin.`);
    onChanged();
  };
  return (
    <Confirm
      title={`Hand the team over to ${email ?? "the member"}?`}
      action="Hand over"
      onConfirm={handOver}
      onClose={onClose}
    >
      <p>They become owner and you become admin. Only an owner can undo that.</p>
    </Confirm>
  );
}

export function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const others = (me.value?.teams.length ?? 1) > 1;
  const leaveTeam = async () => {
    await request("POST", "/leave");
    toast("You have left the team.");
    go("/");
    forgetResources();
    if (others) await loadState();
    else leave();
  };
  return (
    <Confirm title="Leave the team?" action="Leave" onConfirm={leaveTeam} onClose={onClose}>
      <p>
        {others
          ? "You go on in another of your teams. To come back you need an invitation."
          : "You belong to no other team, so your sign-in is deleted with it. To come back you need an invitation."}
      </p>
    </Confirm>
  );
}
