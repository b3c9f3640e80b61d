import { Button } from "../../ui/forms/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";

export interface MadeLink {
  readonly email: string;
  readonly link: string;
  readonly isFor: keyof typeof titles;
}

const titles = {
  account: "The account is made",
  password: "A link to set a new password",
  invitation: "The invitation is made",
} as const;

/** The service sends no mail: who made the link gives it to the person. */
export function LinkDialog({
  made: { email, link, isFor },
  onClose,
}: {
  readonly made: MadeLink;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={titles[isFor]} onClose={onClose} firm>
      <div class="form">
        <p>
          Give this link to <strong>{email}</strong>.{" "}
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
