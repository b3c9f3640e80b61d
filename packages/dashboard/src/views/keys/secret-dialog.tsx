import type { MadeKey } from "@selfsame/server/api/v3/schemas/keys";
import { Button } from "../../ui/forms/button.tsx";
import { Code } from "../../ui/code.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { verifyCurl } from "../../ui/curl.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { masked } from "../../state/made-key.ts";

/** Shows a key once. Closes only by its button, so that nobody loses the key by accident. */
export function SecretDialog({
  made: { name, kind, secret },
  onClose,
}: {
  readonly made: MadeKey;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`${name} is ready`} onClose={onClose} firm>
      <div class="form">
        <p>Copy the key now. It is not stored, so it cannot be shown again.</p>
        <p class="secret">
          <code>{secret}</code>
          <CopyButton text={secret} what="the key" kind="primary" autofocus />
        </p>
        {kind === "private" && (
          <>
            <p class="hint">Try it, with two photos of your own:</p>
            <Code label="curl line" copy={verifyCurl(secret)}>
              {verifyCurl(masked(secret))}
            </Code>
          </>
        )}
        <div class="actions">
          <Button onClick={onClose}>I have copied it</Button>
        </div>
      </div>
    </Dialog>
  );
}
