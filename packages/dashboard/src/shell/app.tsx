import { useEffect } from "preact/hooks";
import { ApiError, explain } from "../api/api-error.ts";
import { online, reconnections } from "../api/connection.ts";
import { route } from "../state/route.ts";
import { loadState, me, state } from "../state/session.ts";
import { toast } from "../state/toasts.ts";
import { Toaster } from "../ui/toaster.tsx";
import { InvitationView } from "../views/entry/invitation-view.tsx";
import { ResetView } from "../views/entry/reset-view.tsx";
import { SetupView } from "../views/entry/setup-view.tsx";
import { SignInView } from "../views/entry/sign-in-view.tsx";
import { SignOnRejectedView } from "../views/entry/sign-on-rejected-view.tsx";
import { UnclaimedView } from "../views/entry/unclaimed-view.tsx";
import { ConfirmationDialog } from "./confirmation-dialog.tsx";
import { FactorNeeded } from "./factor-needed.tsx";
import { Shell } from "./shell.tsx";

export function App() {
  const back = reconnections.value;
  useEffect(() => {
    loadState().catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === "unreachable")) toast(explain(error), "failed");
    });
  }, [back]);
  return (
    <>
      <Inside />
      <ConfirmationDialog />
      <Toaster />
      {!online.value && (
        <div class="offline" role="alert">
          The server cannot be reached. This page shows the last answers, and continues when the server is back.
        </div>
      )}
    </>
  );
}

function Inside() {
  const [first = "", secret = ""] = route.value.path;
  // A link with a secret also works for a person who is signed in: somebody else may set up their account in this browser.
  if (first === "setup" && secret) return <SetupView secret={secret} />;
  if (first === "reset" && secret) return <ResetView secret={secret} />;
  if (first === "invitation" && secret) return <InvitationView secret={secret} />;
  if (first === "sign-on" && secret && me.value) return <SignOnRejectedView reason={secret} />;
  if (state.value === undefined) return <div class="waiting" />;
  if (me.value?.factorNeeded) return <FactorNeeded key={me.value.account.id} />;
  if (me.value) return <Shell key={me.value.account.id} />;
  return state.value.claimed ? <SignInView {...(first === "sign-on" && { reason: secret })} /> : <UnclaimedView />;
}
