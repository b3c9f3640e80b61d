import { useState } from "preact/hooks";
import type { SignOn } from "@selfsame/server/api/dashboard/answers/sign-on";
import { request } from "../../../api/request.ts";
import { toast } from "../../../state/toasts.ts";
import { CopyButton } from "../../../ui/copy.tsx";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { ProviderForm } from "./provider-form.tsx";

interface ProviderPanelProps {
  readonly subject: SignOn;
  readonly onChanged: (answer: SignOn) => void;
  readonly onRemoved: () => void;
}

export function ProviderPanel({ subject: { redirectUri, provider }, onChanged, onRemoved }: ProviderPanelProps) {
  const [removing, setRemoving] = useState(false);
  const remove = async () => {
    await request("DELETE", "/sign-on");
    toast("The provider is removed.");
    onRemoved();
  };
  return (
    <Panel
      title="Provider"
      lead="Register an application there, of the kind web with the authorization code flow, and give it this redirect URI:"
      aside={
        provider && (
          <Button size="small" kind="quiet" onClick={() => setRemoving(true)}>
            Remove the provider
          </Button>
        )
      }
    >
      <p class="secret">
        <code>{redirectUri}</code>
        <CopyButton text={redirectUri} what="the redirect URI" />
      </p>
      <ProviderForm provider={provider} onChanged={onChanged} />
      {removing && (
        <Confirm title="Remove the provider?" action="Remove" onConfirm={remove} onClose={() => setRemoving(false)}>
          <p>
            Single sign-on stops working, and links between people and their provider accounts are deleted. Members stay
            members; those without a password need a link from the service's operator.
          </p>
        </Confirm>
      )}
    </Panel>
  );
}
