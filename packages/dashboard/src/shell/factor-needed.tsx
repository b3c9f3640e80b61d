import { useEffect } from "preact/hooks";
import { loadState, me } from "../state/session.ts";
import { Button } from "../ui/forms/button.tsx";
import { PageHead } from "../ui/parts.tsx";
import { FactorsPanel } from "../views/settings/factors/factors-panel.tsx";
import { Brand } from "./navigation.tsx";
import { signOutNow } from "./sign-out.ts";
import { TeamSwitcher } from "./team-switcher.tsx";

/** Replaces the dashboard for people who lack the second factor that their team requires. */
export function FactorNeeded() {
  useEffect(() => {
    document.title = "Set up a second factor · Selfsame";
  }, []);
  return (
    <main class="main alone">
      <Brand />
      <PageHead
        title="Set up a second factor"
        lead={`${me.value?.account.name ?? "Your team"} requires a second factor: a passkey, or an authenticator app on your phone.`}
      >
        <Button onClick={() => void signOutNow()}>Sign out</Button>
      </PageHead>
      <TeamSwitcher />
      <FactorsPanel onSecured={() => void loadState()} />
    </main>
  );
}
