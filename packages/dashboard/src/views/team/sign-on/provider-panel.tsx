import { useState } from "preact/hooks";
import { useDraft } from "../../../state/drafts.ts";
import type { SignOn } from "@selfsame/server/api/dashboard/answers/sign-on";
import { request } from "../../../api/request.ts";
import { toast } from "../../../state/toasts.ts";
import { CopyButton } from "../../../ui/copy.tsx";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { CheckField, SelectField, TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { roleTexts } from "../roles.ts";

type DefaultRole = NonNullable<SignOn["provider"]>["defaultRole"];

const roles: readonly DefaultRole[] = ["viewer", "developer", "admin"];

interface ProviderPanelProps {
  readonly subject: SignOn;
  readonly onChanged: (answer: SignOn) => void;
  readonly onRemoved: () => void;
}

export function ProviderPanel({ subject: { redirectUri, provider }, onChanged, onRemoved }: ProviderPanelProps) {
  const [issuer, setIssuer] = useDraft("sign-on-provider", "issuer", provider?.issuer ?? "");
  const [clientId, setClientId] = useDraft("sign-on-provider", "clientId", provider?.clientId ?? "");
  const [clientSecret, setClientSecret] = useState("");
  const [defaultRole, setDefaultRole] = useDraft<DefaultRole>(
    "sign-on-provider",
    "defaultRole",
    provider?.defaultRole ?? "viewer",
  );
  const [trustEmails, setTrustEmails] = useDraft("sign-on-provider", "trustEmails", provider?.trustEmails ?? false);
  const [removing, setRemoving] = useState(false);
  const save = async () => {
    const secret = clientSecret === "" ? {} : { clientSecret };
    onChanged(await request<SignOn>("PUT", "/sign-on", { issuer, clientId, ...secret, defaultRole, trustEmails }));
    toast("The provider is saved.");
  };
  const remove = async () => {
    await request("DELETE", "/sign-on");
    toast("The provider is removed.");
    onRemoved();
  };
  const reset = () => {
    setIssuer(provider?.issuer ?? "");
    setClientId(provider?.clientId ?? "");
    setDefaultRole(provider?.defaultRole ?? "viewer");
    setTrustEmails(provider?.trustEmails ?? false);
  };
  const plain = { required: true, autocomplete: "off", spellcheck: false } as const;
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
      <Form
        draft="sign-on-provider"
        onDiscarded={reset}
        submit="Save"
        fields={["issuer", "clientId", "clientSecret"]}
        onSubmit={save}
      >
        {(problems) => (
          <>
            <TextField
              label="Issuer"
              value={issuer}
              onInput={setIssuer}
              problem={problems["issuer"]}
              hint="The provider's issuer, or the address of its metadata."
              input={{ ...plain, inputMode: "url", placeholder: "https://login.example.com" }}
            />
            <TextField
              label="Client ID"
              value={clientId}
              onInput={setClientId}
              problem={problems["clientId"]}
              input={plain}
            />
            <TextField
              label="Client secret"
              value={clientSecret}
              onInput={setClientSecret}
              problem={problems["clientSecret"]}
              hint={
                provider
                  ? "Stored encrypted and never shown. Leave it empty to keep the current one."
                  : "Stored encrypted, and never shown again."
              }
              input={{ ...plain, type: "password", required: provider === null, autocomplete: "new-password" }}
            />
            <SelectField
              label="Role of new members"
              value={defaultRole}
              onChange={setDefaultRole}
              options={roles.map((value) => ({ value, text: roleTexts[value] }))}
            />
            <CheckField
              label="Accept e-mail addresses whose verification the provider does not report"
              hint="Only if your administrators alone set these addresses. Addresses reported as unverified are never accepted."
              checked={trustEmails}
              onChange={setTrustEmails}
            />
          </>
        )}
      </Form>
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
