import type { ChallengeModeSetting } from "@selfsame/server/api/dashboard/answers/team";
import { may } from "../../../state/session.ts";
import { useSetting } from "../../../state/setting.ts";
import { SelectField } from "../../../ui/forms/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

const modes = [
  { value: "stepwise", text: "Stepwise: one step at a time" },
  { value: "any", text: "Any: also all steps at once" },
] as const;

export function ChallengeModePanel() {
  const { setting, save } = useSetting<ChallengeModeSetting>("/account/challenge-mode");
  const set = (mode: ChallengeModeSetting["mode"]) =>
    save({ mode }, "Challenges and tokens that arrive from now on follow this.");
  return (
    <Panel
      title="Challenge mode"
      lead="Which live challenges keys accept that have no mode of their own. Stepwise leaves an attacker seconds for each frame, not two minutes for all of them. “Any” is for pages with an older camera. Hosted sessions are always stepwise."
    >
      <Loaded from={setting} lines={1}>
        {({ mode }) => (
          <fieldset class="form" disabled={!may("admin")}>
            <legend class="visually-hidden">Challenge mode</legend>
            <SelectField
              label="Challenge mode of the team"
              value={mode}
              options={modes}
              onChange={(value) => void set(value)}
            />
          </fieldset>
        )}
      </Loaded>
      <RoleHint needs="admin" to="change this" />
    </Panel>
  );
}
