import { EntryPage } from "./entry-page.tsx";

export function UnclaimedView() {
  return (
    <EntryPage title="Almost there" lead="The service is running. Set up the first account to use it.">
      <ol class="steps-plain">
        <li>See the terminal in which the service was started.</li>
        <li>
          Open the link below <q>Open once to set up the owner’s account</q>.
        </li>
        <li>Choose an e-mail and a password.</li>
      </ol>
      <p class="hint">
        The link is valid for a day. Until the account is set up, each start of the service prints a new one.
      </p>
    </EntryPage>
  );
}
