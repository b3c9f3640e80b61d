import type { Passkey, RecoveryCodes } from "@selfsame/server/api/dashboard/answers/sign-in";
import { RemoveAppDialog, SetUpAppDialog } from "./app-dialogs.tsx";
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";

export type FactorAction =
  | { readonly action: "add passkey" | "set up app" | "remove app" }
  | { readonly action: "rename passkey" | "remove passkey"; readonly passkey: Passkey };

interface FactorDialogsProps {
  readonly open: FactorAction;
  readonly onChanged: () => void;
  /** Called when a factor was added, with recovery codes if it is the first. */
  readonly onAdded: (made: RecoveryCodes) => void;
  readonly onClose: () => void;
}

/** The dialogs of a sign-in's second factors. */
export function FactorDialogs({ open, onChanged, onAdded, onClose }: FactorDialogsProps) {
  switch (open.action) {
    case "add passkey":
      return <AddPasskeyDialog onAdded={onAdded} onClose={onClose} />;
    case "set up app":
      return <SetUpAppDialog onSet={onAdded} onClose={onClose} />;
    case "remove app":
      return <RemoveAppDialog onChanged={onChanged} onClose={onClose} />;
    case "rename passkey":
      return <RenamePasskeyDialog passkey={open.passkey} onChanged={onChanged} onClose={onClose} />;
    case "remove passkey":
      return <RemovePasskeyDialog passkey={open.passkey} onChanged={onChanged} onClose={onClose} />;
  }
}
