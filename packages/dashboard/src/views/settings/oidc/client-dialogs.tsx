import type { MadeOidcClient, OidcClient } from "@selfsame/server/api/v3/schemas/oidc-clients";
import { request } from "../../../api/request.ts";
import { toast } from "../../../state/toasts.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { oidcClientsPath } from "./oidc-clients-path.ts";

interface DialogProps {
  readonly client: OidcClient;
  readonly onClose: () => void;
}

export function RotateSecretDialog({
  client,
  onMade,
  onClose,
}: DialogProps & { readonly onMade: (made: MadeOidcClient) => void }) {
  const rotate = async () => onMade(await request<MadeOidcClient>("POST", `${oidcClientsPath}/${client.id}/rotate`));
  return (
    <Dialog title="Rotate the secret" onClose={onClose}>
      <Form submit="Create new secret" onCancel={onClose} onSubmit={rotate}>
        {() => (
          <p>
            <strong>{client.name}</strong> gets a new secret. The one before works for another 24 hours.
          </p>
        )}
      </Form>
    </Dialog>
  );
}

export function DeleteClientDialog({ client, onDeleted, onClose }: DialogProps & { readonly onDeleted: () => void }) {
  const remove = async () => {
    await request("DELETE", `${oidcClientsPath}/${client.id}`);
    toast(`${client.name} is deleted.`);
    onDeleted();
  };
  return (
    <Confirm title="Delete the client?" action="Delete client" onConfirm={remove} onClose={onClose}>
      <p>
        <strong>{client.name}</strong> can send nobody from now on. People who are on their way cannot finish. A client
        that you add again knows everybody by another <code>sub</code>.
      </p>
    </Confirm>
  );
}
