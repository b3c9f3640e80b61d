import type { ScreenColors } from "@selfsame/server/api/dashboard/answers/team";
import { explain } from "../../../api/api-error.ts";
import { request } from "../../../api/request.ts";
import { useResource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
import { toast } from "../../../state/toasts.ts";
import { SelectField } from "../../../ui/forms/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

const uses = {
  off: "Off: no colors are shown",
  observe: "Observe: the result is reported, and decides nothing",
  require: "Require: other reflections, and too much other light, fail the challenge",
} as const;
const named = { off: "off", observe: "observe", require: "require" } as const;

export function ScreenColorsPanel() {
  const setting = useResource<ScreenColors>("/account/screen-colors");
  const set = async (use: ScreenColors["use"]) => {
    try {
      await request("PUT", "/account/screen-colors", { use });
      toast("Live challenges that start from now on use this.");
    } catch (error) {
      toast(explain(error), "failed");
    }
    await setting.reload();
  };
  return (
    <Panel
      title="Screen colors"
      lead="After the steps of a live challenge the screen shows colors, and the service checks what the skin reflects. People who choose “Without colors” do not fail: their result is “spared”, and your backend decides what follows."
    >
      <Loaded from={setting} lines={1}>
        {({ use, installation }) =>
          installation === "off" ? (
            <p>The operator of this installation turned them off.</p>
          ) : (
            <fieldset class="form" disabled={!may("admin")}>
              <legend class="visually-hidden">Screen colors</legend>
              <SelectField
                label="Screen colors of the team"
                value={use ?? "default"}
                options={[
                  { value: "default", text: `Default of this installation (${named[installation]})` },
                  ...(["off", "observe", "require"] as const).map((value) => ({ value, text: uses[value] })),
                ]}
                onChange={(value) => void set(value === "default" ? null : value)}
              />
            </fieldset>
          )
        }
      </Loaded>
      <RoleHint needs="admin" to="change this" />
    </Panel>
  );
}
