import type { DocumentStatus } from "@selfsame/server/api/dashboard/answers/team";
import { may } from "../../state/session.ts";
import { useSetting } from "../../state/setting.ts";
import { SelectField } from "../../ui/forms/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/parts.tsx";
import { RoleHint } from "../../ui/role-hint.tsx";

const demands = [
  { value: "off", text: "Off: status lists are not fetched" },
  { value: "if_reachable", text: "If reachable: accept documents whose list cannot be had" },
  { value: "require", text: "Require: reject documents whose list cannot be had" },
] as const;

export function DocumentStatusPanel() {
  const { setting, save } = useSetting<DocumentStatus>("/account/document-status");
  const set = (demand: DocumentStatus["demand"]) => save({ demand }, "Documents that arrive from now on use this.");
  return (
    <Panel
      title="Revoked documents"
      lead="A wallet’s document can name a status list of its issuer. The service fetches the list and rejects revoked and suspended documents."
    >
      <Loaded from={setting} lines={1}>
        {({ demand, installation }) => (
          <fieldset class="form" disabled={!may("admin")}>
            <legend class="visually-hidden">Revoked documents</legend>
            <SelectField
              label="Status lists"
              value={demand ?? "default"}
              options={[{ value: "default", text: `Default of this installation (${installation})` }, ...demands]}
              onChange={(value) => void set(value === "default" ? null : value)}
            />
          </fieldset>
        )}
      </Loaded>
      <RoleHint needs="admin" to="change this" />
    </Panel>
  );
}
