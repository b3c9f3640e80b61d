import { useDraft } from "../../../state/drafts.ts";
import { loadState, may, me } from "../../../state/session.ts";
import type { TeamSettingsProps } from "../../../state/setting.ts";
import { toast } from "../../../state/toasts.ts";
import { TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";

export function NamePanel({ team: { change } }: TeamSettingsProps) {
  const [name, setName] = useDraft("team-name", "name", me.value?.account.name ?? "");
  const rename = async () => {
    await change({ name });
    await loadState();
    toast(`The team is called ${name.trim()}.`);
  };
  if (!may("admin")) {
    return (
      <Panel title="Name" lead="The team's name in this dashboard.">
        <p class="strong">{me.value?.account.name}</p>
        <RoleHint needs="admin" to="rename the team" />
      </Panel>
    );
  }
  return (
    <Panel title="Name" lead="The team's name in this dashboard.">
      <Form
        draft="team-name"
        onDiscarded={() => setName(me.value?.account.name ?? "")}
        className="inline-form"
        submit="Rename"
        fields={["name"]}
        onSubmit={rename}
      >
        {(problems) => (
          <TextField
            label="Name of the team"
            value={name}
            onInput={setName}
            problem={problems["name"]}
            input={{ required: true, maxLength: 80, autocomplete: "off" }}
          />
        )}
      </Form>
    </Panel>
  );
}
