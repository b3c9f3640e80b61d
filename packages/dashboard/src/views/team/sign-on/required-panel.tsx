import { useState } from "preact/hooks";
import type { SignOn } from "@selfsame/server/api/dashboard/answers/sign-on";
import { request } from "../../../api/request.ts";
import { toast } from "../../../state/toasts.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Badge, Panel } from "../../../ui/parts.tsx";

interface RequiredPanelProps {
  readonly subject: SignOn;
  readonly onChanged: (answer: SignOn) => void;
}

export function RequiredPanel({ subject: { provider, domains }, onChanged }: RequiredPanelProps) {
  const [asking, setAsking] = useState(false);
  const required = provider?.required === true;
  const proven = domains.filter(({ verifiedAtMs }) => verifiedAtMs !== null).map(({ domain }) => domain);
  const set = async () => {
    onChanged(await request<SignOn>("PUT", "/sign-on/required", { required: !required }));
    toast(required ? "Single sign-on is optional again." : "Single sign-on is required.");
  };
  return (
    <Panel
      title="Required"
      lead="People with e-mail addresses of your domains must use single sign-on. Owners keep their password or passkey, in case the provider is unavailable."
      aside={<Badge tone={required ? "good" : "plain"}>{required ? "required" : "a choice"}</Badge>}
    >
      <div class="actions">
        <Button disabled={!required && proven.length === 0} onClick={() => setAsking(true)}>
          {required ? "Let people choose" : "Require single sign-on"}
        </Button>
      </div>
      {!required && proven.length === 0 && <p class="hint">Prove a domain first.</p>}
      {asking && (
        <Confirm
          title={required ? "Let people choose?" : "Require single sign-on?"}
          action={required ? "Let them choose" : "Require it"}
          onConfirm={set}
          onClose={() => setAsking(false)}
        >
          {required ? (
            <p>People can sign in with passwords and passkeys again.</p>
          ) : (
            <p>
              Everybody with an e-mail address of {proven.join(", ")} is signed out now, but you, and has to come by the
              provider. Test it first.
            </p>
          )}
        </Confirm>
      )}
    </Panel>
  );
}
