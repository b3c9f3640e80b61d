import { me } from "../../state/session.ts";
import { Facts, Panel } from "../../ui/parts.tsx";

export function ProfilePanel() {
  if (me.value === null) return null;
  const { user, account, role, teams } = me.value;
  const others = teams.filter(({ id }) => id !== account.id).map(({ name }) => name);
  return (
    <Panel title="Profile" lead="Who you are in this dashboard.">
      <Facts
        facts={[
          ["E-mail", user.email ?? "not set"],
          ["Team", account.name],
          ["Role in the team", role],
          ...(others.length > 0 ? [["Other teams", others.join(", ")] as const] : []),
          ...(user.operator ? [["Service", "operator: sees every account, plans, models and health"] as const] : []),
        ]}
      />
    </Panel>
  );
}
