import type { TeamSettings } from "@selfsame/server/api/dashboard/answers/team-settings";
import { may } from "../../../state/session.ts";
import type { TeamSettingsProps } from "../../../state/setting.ts";
import { CheckField } from "../../../ui/forms/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

export function ReviewSettingsPanel({ team: { setting, save } }: TeamSettingsProps) {
  const set = (review: TeamSettings["review"]) => save({ review }, "The settings of reviews are saved.");
  return (
    <Panel
      title="Reviews"
      lead="A reviewer decides sessions whose attempts all failed, instead of the service. Holds for sessions and decisions from now on."
    >
      <Loaded from={setting} lines={2}>
        {({ review }) => (
          <fieldset class="form" disabled={!may("owner")}>
            <legend class="visually-hidden">Reviews</legend>
            <CheckField
              label="Review sessions that fail"
              hint="Unless the request that creates a session says otherwise."
              checked={review.reviewFailed}
              onChange={(reviewFailed) => void set({ ...review, reviewFailed })}
            />
            <CheckField
              label="Require two reviewers"
              hint="Both must reach the same decision. An API key counts as one reviewer at most."
              checked={review.byTwo}
              onChange={(byTwo) => void set({ ...review, byTwo })}
            />
          </fieldset>
        )}
      </Loaded>
      <RoleHint needs="owner" to="change this" />
    </Panel>
  );
}
