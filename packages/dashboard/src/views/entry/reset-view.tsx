import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers";
import { go } from "../../state/route.ts";
import { enter } from "../../state/session.ts";
import { Form } from "../../ui/forms/form.tsx";
import { EntryPage } from "./entry-page.tsx";
import { PasswordField } from "./password-fields.tsx";

/** Opened from a link that an operator gave: for a new account, or for who forgot. */
export function ResetView({ secret }: { readonly secret: string }) {
  const [password, setPassword] = useState("");
  return (
    <EntryPage
      title="Choose a password"
      lead="The link works once. Wherever else your account is signed in, it is signed out."
    >
      <Form
        submit="Set the password"
        fields={["password"]}
        onSubmit={async () => {
          enter(await request<Me>("POST", "/reset", { secret, password }));
          go("/");
        }}
      >
        {(problems) => <PasswordField value={password} onInput={setPassword} problem={problems["password"]} fresh />}
      </Form>
    </EntryPage>
  );
}
