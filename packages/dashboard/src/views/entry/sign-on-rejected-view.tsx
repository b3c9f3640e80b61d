import { confirmation } from "../../api/confirmation.ts";
import { toast } from "../../state/toasts.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { EntryPage } from "./entry-page.tsx";
import { isUnconfirmed, reasonText } from "./sign-on-reasons.ts";

async function confirm(): Promise<void> {
  try {
    await confirmation();
  } catch {
    // Canceled: the page stays.
    return;
  }
  toast("Confirmed. You can make the change now.");
  location.hash = "#/";
}

/** For people who are signed in and went to the provider to confirm or to test it. */
export function SignOnRejectedView({ reason }: { readonly reason: string }) {
  return (
    <EntryPage title="Single sign-on" lead={reasonText(reason)}>
      <div class="actions">
        <ButtonLink href="#/">Back to the dashboard</ButtonLink>
        {isUnconfirmed(reason) && (
          <Button kind="primary" onClick={() => void confirm()}>
            Confirm another way
          </Button>
        )}
      </div>
    </EntryPage>
  );
}
