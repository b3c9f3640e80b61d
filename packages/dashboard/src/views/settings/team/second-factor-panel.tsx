import type { Factors } from "@selfsame/server/api/dashboard/answers/sign-in";
import { may } from "../../../state/session.ts";
import { useSetting } from "../../../state/setting.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Badge, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

export function SecondFactorPanel() {
  const { setting, save } = useSetting<Factors>("/factors", "/account/second-factor");
  const set = (required: boolean) =>
    save({ required }, required ? "Everybody in the team needs a second factor now." : "The password is enough again.");
  return (
    <Panel
      title="Second factor"
      lead="Require a passkey or an authenticator app from everybody in the team. Members without one can do nothing else until they set one up."
    >
      <Loaded from={setting} lines={1}>
        {({ required }) => (
          <p class="switch-line">
            {required ? <Badge tone="good">required</Badge> : <Badge>optional</Badge>}
            {may("owner") && (
              <Button size="small" onClick={() => void set(!required)}>
                {required ? "Make it optional" : "Require a second factor"}
              </Button>
            )}
          </p>
        )}
      </Loaded>
      <RoleHint needs="owner" to="change this" />
    </Panel>
  );
}
