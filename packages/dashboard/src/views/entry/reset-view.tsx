import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import { go } from "../../state/route.ts";
import { enter } from "../../state/session.ts";
import { Form } from "../../ui/forms/form.tsx";
import { EntryPage } from "./entry-page.tsx";
import { PasswordField } from "./password-fields.tsx";
import { useSecondStep } from "./second-step.tsx";

/** Opened from a link that an operator created, for a new account or a forgotten password. */
export function ResetView({ secret }: { readonly secret: string }) {
  const [password, setPassword] = useState("");
  const { entering, step } = useSecondStep((signedIn) => {
    enter(signedIn);
    go("/");
  });
  if (step) return step;
  return (
    <EntryPage
      title="Choose a password"
      lead="The link works once. Wherever else your account is signed in, it is signed out."
    >
      <Form
        submit="Set the password"
        fields={["password"]}
        onSubmit={() => entering(() => request<Me>("POST", "/reset", { secret, password }))}
      >
        {(problems) => <PasswordField value={password} onInput={setPassword} problem={problems["password"]} fresh />}
      </Form>
      <p class="hint">
        Have you used this link already? <a href="#/">Sign in</a>
      </p>
    </EntryPage>
  );
}
