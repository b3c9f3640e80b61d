import type { PassiveLiveness } from "@selfsame/server/api/dashboard/answers/team";
import { may } from "../../../state/session.ts";
import { useSetting } from "../../../state/setting.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Badge, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

export function PassiveLivenessPanel() {
  const { setting, save } = useSetting<PassiveLiveness>("/account/passive-liveness");
  const set = (required: boolean) =>
    save({ required }, required ? "Every selfie is checked from now on." : "Keys and requests decide from now on.");
  return (
    <Panel
      title="Passive liveness check"
      lead="Reject every selfie of version 3 that looks like a photo of a screen or a print, whatever the request says. A filter: for proof of presence, require a live challenge."
    >
      <Loaded from={setting} lines={1}>
        {({ required }) => (
          <p class="switch-line">
            {required ? <Badge tone="good">required</Badge> : <Badge>by key and request</Badge>}
            {may("admin") && (
              <Button size="small" onClick={() => void set(!required)}>
                {required ? "Stop requiring it" : "Require the check"}
              </Button>
            )}
          </p>
        )}
      </Loaded>
      <RoleHint needs="admin" to="change this" />
    </Panel>
  );
}
