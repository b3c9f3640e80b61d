import type { MadeOidcClient } from "@selfsame/server/api/v3/schemas/oidc-clients";
import { CopyButton } from "../../../ui/copy.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Facts } from "../../../ui/parts.tsx";

/** Shows a secret once. Closes only by its button, so that nobody loses the secret by accident. */
export function ClientSecretDialog({
  made: { id, secret },
  onClose,
}: {
  readonly made: MadeOidcClient;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={secret === null ? "The client is added" : "The client secret"} onClose={onClose} firm>
      <div class="form">
        <Facts facts={[["Client ID", <code key="id">{id}</code>]]} />
        {secret === null ? (
          <p>It authenticates with its key, so there is no secret.</p>
        ) : (
          <>
            <p>Copy it now: it is not shown again.</p>
            <p class="secret">
              <code>{secret}</code>
              <CopyButton text={secret} what="the secret" kind="primary" autofocus />
            </p>
          </>
        )}
        <div class="actions">
          <Button onClick={onClose}>{secret === null ? "Close" : "I have copied it"}</Button>
        </div>
      </div>
    </Dialog>
  );
}
