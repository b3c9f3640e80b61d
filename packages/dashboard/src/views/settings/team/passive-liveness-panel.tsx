import type { PassiveLiveness } from "@selfsame/server/api/dashboard/answers/team";
import { explain } from "../../../api/api-error.ts";
import { request } from "../../../api/request.ts";
import { useResource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
import { toast } from "../../../state/toasts.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Badge, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

export function PassiveLivenessPanel() {
  const setting = useResource<PassiveLiveness>("/account/passive-liveness");
  const set = async (required: boolean) => {
    try {
      await request("PUT", "/account/passive-liveness", { required });
      toast(required ? "Every selfie is checked from now on." : "Keys and requests decide from now on.");
    } catch (error) {
      toast(explain(error), "failed");
    }
    await setting.reload();
  };
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
