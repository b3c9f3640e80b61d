import type { Factors } from "@selfsame/server/api/dashboard/answers/sign-in";
import { confirming } from "../api/confirmation.ts";
import { noPasskeys } from "../api/passkeys.ts";
import { useResource } from "../state/resource.ts";
import { me } from "../state/session.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { Button } from "../ui/forms/button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { AppWay, PasskeyWay, PasswordWay, ProviderWay } from "./confirmation-ways.tsx";

/** Requests the password again before keys or roles are changed. Shown above any other dialog. */
export function ConfirmationDialog() {
  const open = confirming.value;
  if (!open) return null;
  return (
    <Dialog title="Confirm that it is you" onClose={open.cancel}>
      {me.value?.signedInBy === "oidc" ? <OfProvider {...open} /> : <OfPassword {...open} />}
    </Dialog>
  );
}

interface QuestionProps {
  readonly done: () => void;
  readonly cancel: () => void;
}

function OfPassword({ done, cancel }: QuestionProps) {
  return (
    <>
      <PasswordWay
        done={done}
        cancel={cancel}
        lead="You signed in a while ago. To make this change, enter your password again."
      />
      {noPasskeys() === undefined && <PasskeyWay done={done} />}
    </>
  );
}

/**
 * Offers every way to confirm that the person has. People who signed in through a provider may have no password, and the provider may not report when
 * they signed in.
 */
function OfProvider({ done, cancel }: QuestionProps) {
  const factors = useResource<Factors>("/factors");
  return (
    <div class="form">
      <p>You signed in a while ago. Before this change, confirm that it is you.</p>
      <ProviderWay />
      <Loaded from={factors} lines={3}>
        {({ hasPassword, appSinceMs, passkeys }) => {
          const byPasskey = passkeys.length > 0 && noPasskeys() === undefined;
          const byApp = appSinceMs !== null;
          return (
            <>
              {byApp && <AppWay done={done} />}
              {byPasskey && <PasskeyWay done={done} />}
              {!hasPassword && !byApp && !byPasskey && (
                <p class="hint">
                  You have no password, passkey or authenticator app here. If your provider cannot confirm it, sign out,
                  sign in again, and make the change within ten minutes.
                </p>
              )}
              {hasPassword ? (
                <PasswordWay done={done} cancel={cancel} />
              ) : (
                <div class="actions">
                  <Button onClick={cancel}>Cancel</Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
