import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import { me, renewed } from "../../state/session.ts";
import { toast } from "../../state/toasts.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Panel } from "../../ui/parts.tsx";

export function NamePanel() {
  const [name, setName] = useState(me.value?.account.name ?? "");
  const rename = async () => {
    renewed(await request<Me>("PATCH", "/account", { name }));
    toast(`The team is called ${name.trim()}.`);
  };
  return (
    <Panel title="Name" lead="The team's name in this dashboard.">
      <Form className="inline-form" submit="Rename" fields={["name"]} onSubmit={rename}>
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
