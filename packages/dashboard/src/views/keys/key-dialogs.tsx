import type { Key, MadeKey } from "@selfsame/server/api/v3/schemas/keys";
import { DeleteKeyDialog } from "./delete-key-dialog.tsx";
import { EditKeyDialog } from "./edit-key-dialog.tsx";
import type { KeyAction } from "./key-columns.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";

interface KeyDialogsProps {
  readonly action: KeyAction;
  readonly subject: Key;
  readonly onClose: () => void;
  readonly onChanged: () => void;
  /** Called with the new key after a rotation. */
  readonly onMade: (made: MadeKey) => void;
}

/** The dialogs of a key's actions. */
export function KeyDialogs({ action, onMade, ...more }: KeyDialogsProps) {
  switch (action) {
    case "edit":
      return <EditKeyDialog {...more} />;
    case "rotate":
      return <RotateKeyDialog subject={more.subject} onClose={more.onClose} onMade={onMade} />;
    case "revoke":
      return <RevokeKeyDialog {...more} />;
    case "delete":
      return <DeleteKeyDialog {...more} />;
  }
}
