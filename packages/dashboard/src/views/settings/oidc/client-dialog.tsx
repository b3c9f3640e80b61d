import { useState } from "preact/hooks";
import type { MadeOidcClient, OidcClient } from "@selfsame/server/api/v3/schemas/oidc-clients";
import { ApiError } from "../../../api/api-error.ts";
import { request } from "../../../api/request.ts";
import { toast } from "../../../state/toasts.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { AreaField, CheckField, SelectField, TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { oidcClientsPath } from "./oidc-clients-path.ts";

interface ClientDialogProps {
  /** Left out: creates a new client. */
  readonly client?: OidcClient;
  readonly onMade: (made: MadeOidcClient) => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

const ways = [
  { value: "secret", text: "Client secret" },
  { value: "private_key_jwt", text: "Signed assertion (private_key_jwt)" },
] as const;

export function ClientDialog({ client, onMade, onChanged, onClose }: ClientDialogProps) {
  const [name, setName] = useState(client?.name ?? "");
  const [addresses, setAddresses] = useState(client?.redirect_uris.join("\n") ?? "");
  const [way, setWay] = useState<OidcClient["authentication"]>(client?.authentication ?? "secret");
  const [keys, setKeys] = useState("");
  const [pushed, setPushed] = useState(client?.par_required ?? false);
  const [test, setTest] = useState(false);
  const send = async () => {
    const redirect_uris = addresses.split(/\s+/).filter((address) => address !== "");
    const jwks = way === "private_key_jwt" && (!client || keys.trim() !== "") ? { jwks: keysOf(keys) } : {};
    const body = { name: name.trim(), redirect_uris, par_required: pushed, ...jwks };
    if (client) {
      await request("PATCH", `${oidcClientsPath}/${client.id}`, body);
      toast(`${name.trim()} is changed.`);
      return onChanged();
    }
    onMade(await request<MadeOidcClient>("POST", `${oidcClientsPath}?mode=${test ? "test" : "live"}`, body));
  };
  return (
    <Dialog title={client ? "Edit the client" : "Add a client"} onClose={onClose}>
      <Form
        submit={client ? "Save changes" : "Add the client"}
        onCancel={onClose}
        fields={["name", "redirect_uris", "jwks"]}
        onSubmit={send}
      >
        {(problems) => (
          <>
            <TextField
              label="Name"
              value={name}
              onInput={setName}
              problem={problems["name"]}
              input={{ required: true, maxLength: 100, placeholder: "Keycloak, customers" }}
            />
            <AreaField
              label="Redirect URIs"
              hint="One a line, of one host: https, or http on localhost. They are compared exactly."
              rows={3}
              value={addresses}
              onInput={setAddresses}
              problem={problems["redirect_uris"] && "Enter 1 to 10 addresses of one host, with https and without a #."}
            />
            {!client && <SelectField label="Authenticates by" value={way} options={ways} onChange={setWay} />}
            {way === "private_key_jwt" && (
              <AreaField
                label="Public keys"
                hint={
                  client
                    ? "As JWKS. Empty: those before stay."
                    : "As JWKS: RSA of 2,048 to 8,192 bits, P-256 or Ed25519."
                }
                rows={5}
                placeholder='{ "keys": [ … ] }'
                value={keys}
                onInput={setKeys}
                problem={problems["jwks"] && "Enter a JWKS with 1 to 10 public keys, and no private ones."}
              />
            )}
            <CheckField
              label="Pushed requests only"
              hint="Requests come from the client's server (PAR), so that nobody can change them in the browser."
              checked={pushed}
              onChange={setPushed}
            />
            {!client && (
              <CheckField
                label="For tests"
                hint="Takes sessions of test keys, and no others."
                checked={test}
                onChange={setTest}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** @throws ApiError like the service's, if the text is not JSON */
function keysOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiError("invalid_request", "The keys are no JSON.", { status: 400, field: "jwks" });
  }
}
