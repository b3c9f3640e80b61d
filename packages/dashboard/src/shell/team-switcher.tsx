import { me } from "../state/session.ts";
import { SelectField } from "../ui/forms/field.tsx";
import { switchTeamNow } from "./switch-team.ts";

/** For people who belong to several teams. */
export function TeamSwitcher() {
  const { teams = [], account } = me.value ?? {};
  if (!account || teams.length < 2) return null;
  return (
    <div class="team-switcher">
      <SelectField
        label="Team"
        quiet
        value={account.id}
        options={teams.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(id) => void switchTeamNow(id)}
      />
    </div>
  );
}
