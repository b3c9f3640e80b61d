import { Button } from "../../ui/forms/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";

export interface MadeLink {
  readonly email: string;
  readonly link: string;
  readonly isNew: boolean;
}

/** The service sends no mail: the owner gives the link to the person. */
export function LinkDialog({
  made: { email, link, isNew },
  onClose,
}: {
  readonly made: MadeLink;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={isNew ? "The account is made" : "A link to set a new password"} onClose={onClose} firm>
      <div class="form">
        <p>
          Give this link to <strong>{email}</strong>. Whoever opens it sets the password; it works once, within an hour,
          and is not shown again.
        </p>
        <p class="secret">
          <code>{link}</code>
          <CopyButton text={link} what="the link" kind="primary" autofocus />
        </p>
        <div class="actions">
          <Button onClick={onClose}>I have copied it</Button>
        </div>
      </div>
    </Dialog>
  );
}
