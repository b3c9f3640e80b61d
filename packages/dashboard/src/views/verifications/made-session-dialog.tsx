import type { SessionLink } from "@selfsame/server/api/v3/sessions/session-schemas";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Button } from "../../ui/forms/button.tsx";

/** Shows the session's link, which can be shown only once. */
export function MadeSessionDialog({
  title,
  made: { test, url },
  onClose,
}: {
  readonly title: string;
  readonly made: SessionLink;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose} firm>
      <div class="form">
        <p>
          {test ? "Open the link, here or on a phone." : "Send the link to the person, and to nobody else."} It is not
          stored, so it cannot be shown again.
        </p>
        <p class="secret">
          <code>{url}</code>
          <CopyButton text={url} what="the link" kind="primary" autofocus />
        </p>
        <div class="actions">
          <a class="button" href={url} target="_blank" rel="noreferrer">
            Open the page
          </a>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}
