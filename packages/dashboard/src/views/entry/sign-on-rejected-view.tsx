import { ButtonLink } from "../../ui/forms/button.tsx";
import { EntryPage } from "./entry-page.tsx";
import { reasonText } from "./sign-on-reasons.ts";

/** For who is signed in and went to the provider to confirm or to test. */
export function SignOnRejectedView({ reason }: { readonly reason: string }) {
  return (
    <EntryPage title="Single sign-on" lead={reasonText(reason)}>
      <ButtonLink href="#/">Back to the dashboard</ButtonLink>
    </EntryPage>
  );
}
