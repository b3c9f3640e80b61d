import type { ScreenColors } from "@selfsame/server/api/dashboard/answers/team";
import { may } from "../../../state/session.ts";
import { useSetting } from "../../../state/setting.ts";
import { SelectField } from "../../../ui/forms/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

const uses = [
  { value: "off", text: "Off: no colors are shown" },
  { value: "observe", text: "Observe: the result is reported, and decides nothing" },
  { value: "require", text: "Require: other reflections, and too much other light, fail the challenge" },
] as const;

export function ScreenColorsPanel() {
  const { setting, save } = useSetting<ScreenColors>("/account/screen-colors");
  const set = (use: ScreenColors["use"]) => save({ use }, "Live challenges that start from now on use this.");
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
                options={[{ value: "default", text: `Default of this installation (${installation})` }, ...uses]}
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
