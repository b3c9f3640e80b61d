import { useState } from "preact/hooks";
import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import { request } from "../../../api/request.ts";
import { may } from "../../../state/session.ts";
import { toast } from "../../../state/toasts.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Button, ButtonLink } from "../../../ui/forms/button.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { evidenceOf } from "../session-list.ts";

interface EvidencePanelProps {
  readonly subject: Session;
  readonly onChanged: () => void;
}

/** For sessions whose photos are stored. */
export function EvidencePanel({ subject: { id, evidence }, onChanged }: EvidencePanelProps) {
  const [deleting, setDeleting] = useState(false);
  const remove = async () => {
    await request("DELETE", evidenceOf(id)).finally(onChanged);
    toast("The sealed photos are deleted.");
  };
  return (
    <Panel
      title="Sealed photos"
      lead={
        evidence === "over_limit"
          ? "Encrypted to your team’s public key. Some did not fit the limit and are missing."
          : "Encrypted to your team’s public key. They are opened with the private key, in your browser."
      }
    >
      <div class="button-row">
        {may("reviewer") && <ButtonLink href={`#/verifications/${id}/evidence`}>View sealed photos</ButtonLink>}
        {may("admin") && <Button onClick={() => setDeleting(true)}>Delete sealed photos</Button>}
      </div>
      <RoleHint needs="reviewer" to="view them" />
      {deleting && (
        <Confirm
          title="Delete sealed photos"
          action="Delete sealed photos"
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>They are deleted at once and for good. The session and its verdict stay.</p>
        </Confirm>
      )}
    </Panel>
  );
}
