import { CopyButton } from "../../../ui/copy.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Button } from "../../../ui/forms/button.tsx";

/** Shows the codes once. Closes only by its button, so that nobody loses them by accident. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Your recovery codes" onClose={onClose} firm>
      <div class="form">
        <p>
          Each code signs you in once, after your password, if you lose your phone or passkey. Save them in a safe
          place: they cannot be shown again.
        </p>
        <ul class="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div class="actions">
          <CopyButton text={codes.join("\n")} what="the codes" kind="primary" autofocus />
          <Button onClick={onClose}>I have saved them</Button>
        </div>
      </div>
    </Dialog>
  );
}
