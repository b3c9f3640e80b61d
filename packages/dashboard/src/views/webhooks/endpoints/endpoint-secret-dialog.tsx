import { pathTo } from "@selfsame/verify-page/here/service-path";
import type { MadeWebhookEndpoint } from "@selfsame/server/api/v3/schemas/webhooks";
import { CopyButton } from "../../../ui/copy.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Button } from "../../../ui/forms/button.tsx";

/** Shows a secret once. Closes only by its button, so that nobody loses the secret by accident. */
export function EndpointSecretDialog({
  made: { url, secret },
  onClose,
}: {
  readonly made: MadeWebhookEndpoint;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="The signing secret" onClose={onClose} firm>
      <div class="form">
        <p>
          Copy it now: it is not shown again. A request to <code>{url}</code> without its signature is not from here.
        </p>
        <p class="secret">
          <code>{secret}</code>
          <CopyButton text={secret} what="the secret" kind="primary" autofocus />
        </p>
        <p class="hint">
          <a href={pathTo("/docs/guide/webhooks")} target="_blank" rel="noreferrer">
            How to check the signature
          </a>
        </p>
        <div class="actions">
          <Button onClick={onClose}>I have copied it</Button>
        </div>
      </div>
    </Dialog>
  );
}
