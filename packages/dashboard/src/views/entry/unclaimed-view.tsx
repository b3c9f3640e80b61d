import { EntryPage } from "./entry-page.tsx";

export function UnclaimedView() {
  return (
    <EntryPage title="Almost there" lead="The service runs, and its first account waits for its owner.">
      <ol class="steps-plain">
        <li>Look at the terminal where the service was started.</li>
        <li>
          Open the link below <q>Open once to set up the owner’s account</q>.
        </li>
        <li>Choose an e-mail and a password.</li>
      </ol>
      <p class="hint">
        The link is good for a day. Each start of the service prints another until the account is set up.
      </p>
    </EntryPage>
  );
}
