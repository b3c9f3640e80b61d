import type { ReviewSettings } from "@selfsame/server/api/dashboard/answers/verifications";
import { explain } from "../../../api/api-error.ts";
import { request } from "../../../api/request.ts";
import { useResource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
import { toast } from "../../../state/toasts.ts";
import { CheckField } from "../../../ui/forms/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

export function ReviewSettingsPanel() {
  const setting = useResource<ReviewSettings>("/account/review");
  const set = async (settings: ReviewSettings) => {
    try {
      await request("PUT", "/account/review", settings);
      toast("The settings of reviews are saved.");
    } catch (error) {
      toast(explain(error), "failed");
    }
    await setting.reload();
  };
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
