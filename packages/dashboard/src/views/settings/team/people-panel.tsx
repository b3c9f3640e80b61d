import { may } from "../../../state/session.ts";
import { ButtonLink } from "../../../ui/forms/button.tsx";
import { Panel } from "../../../ui/parts.tsx";

/** A link to the view where the team's members are managed. */
export function PeoplePanel() {
  return (
    <Panel
      title="Members and single sign-on"
      lead="Invite people, change their roles, and let them sign in at your own provider."
    >
      <div class="button-row">
        <ButtonLink href="#/team">See the members</ButtonLink>
        {may("owner") && <ButtonLink href="#/team/sign-on">Set up single sign-on</ButtonLink>}
      </div>
    </Panel>
  );
}
