import { Button } from "../../ui/forms/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";

export interface MadeLink {
  readonly email: string;
  readonly link: string;
  /** Whether the link is also e-mailed. */
  readonly mailed: boolean;
  readonly isFor: keyof typeof titles;
}

const titles = {
  account: "The account is ready",
  password: "A link to set a new password",
  invitation: "The invitation is ready",
} as const;

/** Shows the link to its creator, who passes it on. Also shown if a link was e-mailed, since mail can get lost. */
export function LinkDialog({
  made: { email, link, mailed, isFor },
  onClose,
}: {
  readonly made: MadeLink;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={titles[isFor]} onClose={onClose} firm>
      <div class="form">
        <p>
          {mailed ? "A link is on its way by mail to " : "Give this link to "}
          <strong>{email}</strong>.
          {mailed && " This is a second link, in case the mail is lost. Only the mailed one verifies the address."}{" "}
          {isFor === "invitation"
            ? "Whoever opens it joins in their name; it works once, within a week, and is not shown again."
            : "Whoever opens it sets the password; it works once, within an hour, and is not shown again."}
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
