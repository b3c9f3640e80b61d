import { useState } from "preact/hooks";
import { useDraft } from "../../../state/drafts.ts";
import type { SignOn } from "@selfsame/server/api/dashboard/answers/sign-on";
import { request } from "../../../api/request.ts";
import { toast } from "../../../state/toasts.ts";
import { CheckField, SelectField, TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { roleTexts } from "../roles.ts";

type DefaultRole = NonNullable<SignOn["provider"]>["defaultRole"];
type EmailClaim = NonNullable<SignOn["provider"]>["emailClaim"];

const claims: readonly { readonly value: EmailClaim; readonly text: string }[] = [
  { value: "email", text: "email" },
  { value: "preferred_username", text: "preferred_username" },
  { value: "upn", text: "upn" },
];

const roles: readonly DefaultRole[] = ["viewer", "developer", "admin"];
const draft = "sign-on-provider";

interface ProviderFormProps {
  readonly provider: SignOn["provider"];
  readonly onChanged: (answer: SignOn) => void;
}

export function ProviderForm({ provider, onChanged }: ProviderFormProps) {
  const saved = {
    issuer: provider?.issuer ?? "",
    clientId: provider?.clientId ?? "",
    defaultRole: provider?.defaultRole ?? "viewer",
    trustEmails: provider?.trustEmails ?? false,
    emailClaim: provider?.emailClaim ?? "email",
  };
  const [issuer, setIssuer] = useDraft(draft, "issuer", saved.issuer);
  const [clientId, setClientId] = useDraft(draft, "clientId", saved.clientId);
  const [clientSecret, setClientSecret] = useState("");
  const [defaultRole, setDefaultRole] = useDraft<DefaultRole>(draft, "defaultRole", saved.defaultRole);
  const [trustEmails, setTrustEmails] = useDraft(draft, "trustEmails", saved.trustEmails);
  const [emailClaim, setEmailClaim] = useDraft<EmailClaim>(draft, "emailClaim", saved.emailClaim);
  const save = async () => {
    const secret = clientSecret === "" ? {} : { clientSecret };
    const body = { issuer, clientId, ...secret, defaultRole, trustEmails, emailClaim };
    onChanged(await request<SignOn>("PUT", "/sign-on", body));
    toast("The provider is saved.");
  };
  const reset = () => {
    setIssuer(saved.issuer);
    setClientId(saved.clientId);
    setDefaultRole(saved.defaultRole);
    setTrustEmails(saved.trustEmails);
    setEmailClaim(saved.emailClaim);
  };
  const plain = { required: true, autocomplete: "off", spellcheck: false } as const;
  return (
    <Form
      draft={draft}
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
          <EmailFields claim={emailClaim} onClaim={setEmailClaim} trust={trustEmails} onTrust={setTrustEmails} />
        </>
      )}
    </Form>
  );
}

interface EmailFieldsProps {
  readonly claim: EmailClaim;
  readonly onClaim: (claim: EmailClaim) => void;
  readonly trust: boolean;
  readonly onTrust: (trust: boolean) => void;
}

function EmailFields({ claim, onClaim, trust, onTrust }: EmailFieldsProps) {
  return (
    <>
      <SelectField
        label="Claim with the e-mail address"
        value={claim}
        onChange={onClaim}
        options={claims}
        hint={
          claim === "email"
            ? "If your provider sends no email, as Microsoft Entra ID for people without a mailbox, choose another claim."
            : "Providers never report this name as verified: accept that below. Only if people cannot choose it themselves."
        }
      />
      <CheckField
        label="Accept e-mail addresses whose verification the provider does not report"
        hint="Only if your administrators alone set these addresses. Addresses reported as unverified are never accepted."
        checked={trust}
        onChange={onTrust}
      />
    </>
  );
}
