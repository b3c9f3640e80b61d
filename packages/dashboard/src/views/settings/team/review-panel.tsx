import type { ReviewSettings } from "@selfsame/server/api/dashboard/answers/verifications";
import { may } from "../../../state/session.ts";
import { useSetting } from "../../../state/setting.ts";
import { CheckField } from "../../../ui/forms/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

export function ReviewSettingsPanel() {
  const { setting, save } = useSetting<ReviewSettings>("/account/review");
  const set = (settings: ReviewSettings) => save(settings, "The settings of reviews are saved.");
  return (
    <Panel
      title="Reviews"
      lead="A reviewer decides sessions whose attempts all failed, instead of the service. Holds for sessions and decisions from now on."
    >
      <Loaded from={setting} lines={2}>
        {(settings) => (
          <fieldset class="form" disabled={!may("owner")}>
            <legend class="visually-hidden">Reviews</legend>
            <CheckField
              label="Review sessions that fail"
              hint="Unless the request that creates a session says otherwise."
              checked={settings.reviewFailed}
              onChange={(reviewFailed) => void set({ ...settings, reviewFailed })}
            />
            <CheckField
              label="Require two reviewers"
              hint="Both must reach the same decision. An API key counts as one reviewer at most."
              checked={settings.byTwo}
              onChange={(byTwo) => void set({ ...settings, byTwo })}
            />
          </fieldset>
        )}
      </Loaded>
      <RoleHint needs="owner" to="change this" />
    </Panel>
  );
}
