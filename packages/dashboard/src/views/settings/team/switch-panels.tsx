import type { Role } from "@selfsame/server/api/dashboard/answers/account";
import { may } from "../../../state/session.ts";
import type { TeamSettingsProps } from "../../../state/setting.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Badge, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

interface Switch {
  readonly name: "passiveLivenessRequired" | "secondFactorRequired";
  readonly needs: Role;
  readonly title: string;
  readonly lead: string;
  /** While it is off. */
  readonly badge: string;
  readonly require: string;
  readonly required: string;
  readonly stop: string;
  readonly stopped: string;
}

/** A panel for something that the team requires or not. */
const switchPanel =
  ({ name, needs, title, lead, badge, ...words }: Switch) =>
  ({ team: { setting, save } }: TeamSettingsProps) => (
    <Panel title={title} lead={lead}>
      <Loaded from={setting} lines={1}>
        {({ [name]: required }) => (
          <p class="switch-line">
            {required ? <Badge tone="good">required</Badge> : <Badge>{badge}</Badge>}
            {may(needs) && (
              <Button
                size="small"
                onClick={() => void save({ [name]: !required }, required ? words.stopped : words.required)}
              >
                {required ? words.stop : words.require}
              </Button>
            )}
          </p>
        )}
      </Loaded>
      <RoleHint needs={needs} to="change this" />
    </Panel>
  );

export const SecondFactorPanel = switchPanel({
  name: "secondFactorRequired",
  needs: "owner",
  title: "Second factor",
  lead: "Require a passkey or an authenticator app from everybody in the team. Members without one can do nothing else until they set one up.",
  badge: "optional",
  require: "Require a second factor",
  required: "Everybody in the team needs a second factor now.",
  stop: "Make it optional",
  stopped: "The password is enough again.",
});

/** Among the general settings, before the choices. */
export const generalSwitches = [
  switchPanel({
    name: "passiveLivenessRequired",
    needs: "admin",
    title: "Passive liveness check",
    lead: "Reject every selfie of version 3 that looks like a photo of a screen or a print, whatever the request says. A filter: for proof of presence, require a live challenge.",
    badge: "by key and request",
    require: "Require the check",
    required: "Every selfie is checked from now on.",
    stop: "Stop requiring it",
    stopped: "Keys and requests decide from now on.",
  }),
];
